import type { AccessRow, AutocompleteAnswer, UsageEvent } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import type { ChangedSubjects } from '../store/changed-rows';
import { spanBetween } from '../store/validity';
import type { Query } from './ast';
import { executeChanges, type TwoScopes } from './execute-changes';
import { isEventCursor, type Cursor } from './cursor';
import { isOfEvents, executeEvents, spanOfEvents } from './execute-events';
import { printQuery } from './print';
import { momentOf, type QueryScope } from './bind-scope';
import { isOfSubjects } from './query-invalidation';
import { executeAccess, type AccessPage, type PageRequest } from './execute-access';

/** One page of results: either access rows or events, never both. */
export interface AnswerPage {
  kind: 'access' | 'events';
  rows: AccessRow[];
  events: UsageEvent[];
  /** For events: the period and the query. Null for access rows. */
  span: AutocompleteAnswer['usage_resp'];
  /** Null on the last page. */
  next: Cursor | null;
  /** True when the time budget ended before the page was complete. */
  isCut: boolean;
}

/** Reads one page of a query's results. The order is stable, so a page stays the same as long as the graph does. */
export async function readPage(
  tx: Tx,
  scope: QueryScope,
  query: Query,
  { limit, after, timeBudget }: Omit<PageRequest, 'after'> & { after: Cursor | null },
): Promise<AnswerPage> {
  const { expression, changedSince } = query;
  if (isOfEvents(expression, scope)) {
    const page = await executeEvents(tx, since(scope, changedSince), expression, { limit, after: after && isEventCursor(after) ? after : null });
    const { since: first, until } = spanOfEvents(expression, scope);
    const span = { start_timestamp: first?.toISOString() ?? '', end_timestamp: until.toISOString(), query: printQuery(query) };
    return { kind: 'events', rows: [], span, isCut: false, ...page };
  }
  const page = await readAccessPage(tx, scope, query, { limit, after: after && !isEventCursor(after) ? after : null, timeBudget });
  return { kind: 'access', events: [], span: null, isCut: false, ...page };
}

/** Reads one page as access rows. A query for events yields the identities that caused them. */
export async function readAccessPage(tx: Tx, scope: QueryScope, query: Query, place: PageRequest): Promise<AccessPage> {
  if (query.changedSince === null) return executeAccess(tx, scope, query.expression, place);
  return executeChanges(tx, await twoScopes(tx, scope, query), query.expression, place);
}

/**
 * Reads the rows of a query about access, up to a number.
 * @param options.among the only subjects whose rows are wanted, as others are known already; null: all. Rows of others may come as well, where a row of the
 *   query can depend on more than its subject and what this reaches.
 */
export async function rowsAmong(
  tx: Tx,
  scope: QueryScope,
  query: Query,
  { most, among }: { most: number; among: ChangedSubjects | null },
): Promise<AccessRow[]> {
  const ids = among !== null && isOfSubjects(query, among) ? among.ids : null;
  if (ids?.length === 0) return [];
  // A few subjects are tested one by one, which costs less than to find all that match.
  const limited = { ...scope, among: ids, window: ids && ids.length };
  return (await readAccessPage(tx, limited, query, { limit: most, after: null })).rows;
}

/** Limits events to those after a day. Events never change, so "changed since" means "newer than". */
function since(scope: QueryScope, day: string | null): QueryScope {
  return { ...scope, eventsSince: day === null ? null : endOf(day) };
}

async function twoScopes(tx: Tx, until: QueryScope, { changedSince, asOf }: Query): Promise<TwoScopes> {
  const span = await spanBetween(tx, until.tenantId, changedSince ?? '', asOf);
  const since = { ...until, snapshotId: span.since, now: endOf(changedSince ?? '') };
  return { since, until: { ...until, snapshotId: span.until }, span };
}

function endOf(day: string): Date {
  return momentOf({ asOf: day });
}
