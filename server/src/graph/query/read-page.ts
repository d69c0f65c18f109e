import type { AccessRow, AutocompleteAnswer, UsageEvent } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { spanBetween } from '../store/validity';
import type { Query } from './ast';
import { executeChanges, type TwoScopes } from './execute-changes';
import { isEventCursor, type Cursor } from './cursor';
import { isOfEvents, executeEvents, spanOfEvents } from './execute-events';
import { printQuery } from './print';
import { momentOf, type QueryScope } from './bind-scope';
import { executeAccess, type AccessPage, type PageRequest } from './execute-access';

/** One page of an answer: rows of access or events, never both. */
export interface AnswerPage {
  kind: 'access' | 'events';
  rows: AccessRow[];
  events: UsageEvent[];
  /** Of events: the time that they are of, and the query. */
  span: AutocompleteAnswer['usage_resp'];
  /** Null: there is no further page. */
  next: Cursor | null;
  /** Finding all of it would have taken too long. */
  isCut: boolean;
}

/** Reads one page of the answer to a query. The order is stable: the same page is the same rows, as long as the graph is. */
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

/** The same as rows in any case: of a query about what was done, the identities that did it. */
export async function readAccessPage(tx: Tx, scope: QueryScope, query: Query, place: PageRequest): Promise<AccessPage> {
  if (query.changedSince === null) return executeAccess(tx, scope, query.expression, place);
  return executeChanges(tx, await twoScopes(tx, scope, query), query.expression, place);
}

/** Events do not change: asked for what is new since a day, those after it are meant. */
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
