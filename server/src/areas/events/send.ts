import type { TenantFeedEvent } from '@cam/contracts/server';
import { retryAfter } from '../../platform/http/retry-after';
import { noAnswerReason } from '../../platform/security/no-answer-reason';
import { sendOutbound } from '../../platform/security/outbound-request';
import { ForbiddenTarget, type OutboundTargets } from '../../platform/security/outbound-targets';
import { messageOf, type Sender } from './formats';
import { signedHeaders, type SigningSecret } from './signature';
import type { WebhookRow } from './webhook-store';

/** Time limit of one attempt, s. Standard Webhooks recommends 15 to 30. */
const LIMIT = 15;

/** Waits before the second and each further attempt, ms, together somewhat more than three days. The webhook is turned off after the last attempt. */
const WAITS = [5000, 60_000, 300_000, 1_800_000, 2 * 3_600_000, 5 * 3_600_000, 10 * 3_600_000, 14 * 3_600_000, 20 * 3_600_000, 24 * 3_600_000];

/** The longest wait that a receiver may request, ms. */
const LONGEST_WAIT = 24 * 3_600_000;

export interface Attempted {
  sent: boolean;
  /** Why it was not accepted, in words without an address. */
  message: string;
  /** The receiver wants no more messages (410). */
  isOver: boolean;
  /** Wait that the receiver requests, ms; null: none. */
  wait: number | null;
}

export const SENT: Attempted = { sent: true, message: '', isOver: false, wait: null };
export const failed = (message: string, more: Partial<Attempted> = {}): Attempted => ({ sent: false, message, isOver: false, wait: null, ...more });

/** Sends one event to a webhook, once. It never fails. */
export async function sendEvent(
  { url, format }: Pick<WebhookRow, 'url' | 'format'>,
  event: TenantFeedEvent,
  { secrets, sender, targets, signal }: { secrets: readonly SigningSecret[]; sender: Sender; targets: OutboundTargets; signal: AbortSignal },
): Promise<Attempted> {
  const { body: text, type } = messageOf(event, format, sender);
  const body = Buffer.from(text);
  const headers = {
    'content-type': type,
    'content-length': body.length,
    'user-agent': 'CAM',
    ...signedHeaders(event.id, text, secrets, Date.now()),
  };
  const within = AbortSignal.any([signal, AbortSignal.timeout(LIMIT * 1000)]);
  try {
    const request = { method: 'POST', url: new URL(url), headers, body, seconds: LIMIT, signal: within };
    const answer = await sendOutbound(request, targets);
    // Nobody reads the answer.
    answer.destroy();
    return outcomeOf(answer.statusCode ?? 0, answer.headers['retry-after']);
  } catch (error) {
    if (error instanceof ForbiddenTarget) return failed('Private and link-local addresses are refused');
    return failed(noAnswerReason(error));
  }
}

function outcomeOf(status: number, wait: string | undefined): Attempted {
  if (status >= 200 && status < 300) return SENT;
  if (status === 410) return failed('It answered 410: it wants no more messages', { isOver: true });
  if (status >= 300 && status < 400) return failed(`It answered ${status}: redirects are not followed`);
  return failed(`It answered ${status}`, { wait: retryAfter(wait ?? null, Date.now()) });
}

/**
 * Returns the wait before the next attempt, ms; null: there is none.
 * @param attempts failed attempts in a row, at least 1
 */
export function waitAfter(attempts: number, { isOver, wait }: Pick<Attempted, 'isOver' | 'wait'>): number | null {
  const planned = WAITS[attempts - 1];
  if (isOver || planned === undefined) return null;
  return wait === null ? planned : Math.min(Math.max(wait, planned), LONGEST_WAIT);
}
