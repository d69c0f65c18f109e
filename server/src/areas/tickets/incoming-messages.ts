import type { ProductKind } from '@cam/contracts/server';
import { badRequest } from '../../platform/http/errors';

/** Difference between the clocks of a product and CAM that a signed time may have, ms. */
const REPLAY_WINDOW = 5 * 60_000;

/** Tickets that a message names, by their ids in the product or by their labels. */
export interface ChangedTickets {
  externalIds: string[];
  labels: string[];
}

/** Parts of the messages of all products. */
interface Message {
  /** Jira: ms since 1970. */
  timestamp?: unknown;
  /** Jira and GitHub. */
  issue?: { id?: unknown };
  /** GitLab. */
  object_attributes?: { id?: unknown };
  /** ServiceNow, by a business rule that docs/integrations.md has. */
  sys_id?: unknown;
  correlation_id?: unknown;
  sent_at?: unknown;
}

/**
 * Returns the tickets that a message says have changed. A message about something else names none.
 * @throws ApiError 400 if it is no JSON object, or if its time is not within five minutes of now
 * @see https://developer.atlassian.com/cloud/jira/platform/webhooks/, https://docs.github.com/en/webhooks/webhook-events-and-payloads#issues and
 * https://docs.gitlab.com/user/project/integrations/webhook_events/#work-item-events
 */
export function changedTickets(kind: ProductKind, body: Buffer, now: number): ChangedTickets {
  const message = parsed(body);
  const { timestamp, issue, object_attributes: attributes, sys_id: record, correlation_id: label, sent_at: sentAt } = message;
  switch (kind) {
    case 'jira':
      checkTime(timestamp, now);
      return named(issue?.id);
    case 'github':
      return named(issue?.id);
    case 'gitlab':
      return named(attributes?.id);
    case 'servicenow':
      checkTime(typeof sentAt === 'string' ? Date.parse(sentAt) : sentAt, now);
      return { ...named(record), labels: typeof label === 'string' ? [label] : [] };
  }
}

function parsed(body: Buffer): Message {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    throw badRequest('The message is not valid JSON. Choose JSON as its content type in the product.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badRequest('The message is not a JSON object.');
  return value;
}

function named(id: unknown): ChangedTickets {
  return { externalIds: typeof id === 'string' || typeof id === 'number' ? [String(id)] : [], labels: [] };
}

function checkTime(time: unknown, now: number): void {
  if (typeof time === 'number' && Math.abs(now - time) <= REPLAY_WINDOW) return;
  throw badRequest('The time of this message is missing or more than 5 minutes away. Check the clocks, and send it again.');
}
