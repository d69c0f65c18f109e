import type { AlertGroup } from '@cam/contracts/server';
import type { listForGroups } from './store';

/** An alert with what it is grouped by. */
export type Member = Awaited<ReturnType<typeof listForGroups>>[number];

/** The element that the alerts of a group share. */
export type Element = Pick<AlertGroup, 'element' | 'name' | 'detail' | 'uri'>;

/** One way to distribute alerts over groups. */
export interface Grouping {
  /** Returns the key of an alert's group. */
  keyOf: (alertId: string) => string;
  /** Returns the element of a group. @param members alerts of the group, at least one */
  elementOf: (key: string, members: readonly Member[]) => Element;
}

export function guardrailKey({ monitor_id: id, monitor_name: name }: Pick<Member, 'monitor_id' | 'monitor_name'>): string {
  return `GUARDRAIL ${id} ${name}`;
}

/** Returns the account of a URI, by its name if it is connected. */
export function placeOf(uri: string, accountNames: ReadonlyMap<string, string>): string {
  const accountId = uri.split(':')[2] ?? '';
  return accountNames.get(accountId) ?? accountId;
}
