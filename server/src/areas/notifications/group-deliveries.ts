import type { GroupElement, Severity } from '@cam/contracts/server';
import type { DeliveryRow, NewDelivery } from './store';
import type { Target } from './targets';

/** Some alerts of a group by cause. */
export interface AlertPart {
  key: string;
  element: GroupElement;
  name: string;
  detail: string;
  uri: string;
  /** Open alerts of the whole group. */
  open: number;
  ids: readonly string[];
}

/** Messages to one receiver at once. The first look of a guardrail may raise thousands of alerts, whose least important groups share the last message. */
const MOST_MESSAGES = 10;

/**
 * Makes the messages to one receiver, so that exactly one of them covers each of its alerts: one for each group. A log server gets an entry for each
 * alert, so one message has all groups.
 * @param own ids of the receiver's alerts of one severity
 */
export function deliveriesTo(
  { target, severity, own }: { target: Target; severity: Severity; own: ReadonlySet<string> },
  parts: readonly AlertPart[],
): NewDelivery[] {
  const { method, key: target_key, label: target_label } = target;
  const ownParts = parts.map((part) => ({ ...part, ids: part.ids.filter((id) => own.has(id)) })).filter(({ ids }) => ids.length > 0);
  return messagesOf(ownParts, method === 'SYSLOG' ? 1 : MOST_MESSAGES).map((message) => ({
    ...{ severity, method, target_key, target_label },
    alert_ids: message.flatMap(({ ids }) => ids),
    alert_groups: message.map(({ ids, ...group }) => ({ ...group, count: ids.length })),
  }));
}

function messagesOf(parts: readonly AlertPart[], most: number): AlertPart[][] {
  if (parts.length <= most) return parts.map((part) => [part]);
  return [...parts.slice(0, most - 1).map((part) => [part]), parts.slice(most - 1)];
}

/** Returns the groups of a stored message; null if it has none. */
export function partsOf({ alert_ids: ids, alert_groups: groups }: Pick<DeliveryRow, 'alert_ids' | 'alert_groups'>): AlertPart[] | null {
  if (groups === null) return null;
  let start = 0;
  return groups.map(({ count, ...group }) => {
    start += count;
    return { ...group, ids: ids.slice(start - count, start) };
  });
}
