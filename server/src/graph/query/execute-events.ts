import { sql, type RawBuilder } from 'kysely';
import type { UsageEvent } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { accountNames } from './access-row';
import type { Expression, Statement } from './ast';
import type { EventCursor } from './cursor';
import { didEach, eventCondition, resourceOf } from './event-conditions';
import { identityConditions, planBranches, type Branch } from './plan';
import { daysBefore, holds, type QueryScope } from './bind-scope';
import { allOf, TRUE } from './sql-conditions';

export interface EventPage {
  events: UsageEvent[];
  /** Null on the last page. */
  next: EventCursor | null;
}

export interface EventRow {
  source_uid: string;
  event_id: string;
  name: string;
  action: string;
  succeeded: boolean;
  at: string;
  identity_id: string;
  session: string;
  resource_id: string;
  account_id: string;
  source_ip: string;
  user_agent: string;
  i_name: string | null;
  i_uri: string | null;
  i_type: string | null;
  i_account: string | null;
  r_name: string | null;
  r_uri: string | null;
  r_type: string | null;
  r_account: string | null;
}

/** Returns whether a query yields events. It does when every displayed statement asks for activity other than "never". */
export function isOfEvents(expression: Expression, scope: QueryScope): boolean {
  return planBranches(expression, scope).every(({ statement: { verb } }) => verb?.kind === 'usage' && !verb.test.never);
}

/** Returns the period that a query for events covers. `since` is null when the period has no start. */
export function spanOfEvents(expression: Expression, scope: QueryScope): { since: Date | null; until: Date } {
  const tests = planBranches(expression, scope).flatMap(({ statement: { verb } }) => (verb?.kind === 'usage' ? [verb.test] : []));
  const before = (days: number): Date => daysBefore(scope, days);
  const longest = tests.some(({ lessThan }) => lessThan === null) ? null : Math.max(...tests.map(({ lessThan }) => lessThan ?? 0));
  return { since: longest === null ? null : before(longest), until: before(Math.min(...tests.map(({ moreThan }) => moreThan ?? 0))) };
}

/** Executes a query for events and returns one page, newest first. */
export async function executeEvents(
  tx: Tx,
  scope: QueryScope,
  expression: Expression,
  { limit, after }: { limit: number; after: EventCursor | null },
): Promise<EventPage> {
  // One extra row shows whether a further page exists.
  const { rows } = await sql<EventRow>`${eventSelection(expression, scope, { limit: limit + 1, after })}`.execute(tx);
  const shown = rows.slice(0, limit);
  const names = accountNames(scope.accounts);
  return { events: shown.map((row) => toEvent(row, names)), next: rows.length > limit ? cursorOf(shown.at(-1)) : null };
}

/** Selects the events of all statements, newest first and without duplicates. Without a page request, it selects all of them. */
export function eventSelection(expression: Expression, scope: QueryScope, place: EventPageRequest | null = null): RawBuilder<EventRow> {
  const branches = planBranches(expression, scope).map((branch) => sql`(${branchEvents(branch, scope, place)})`);
  return sql<EventRow>`
    select distinct on (at, source_uid, event_id, action) * from (${sql.join(branches, sql` union all `)}) b
    order by at desc, source_uid desc, event_id desc, action desc, i_uri ${limitOf(place)}`;
}

interface EventPageRequest {
  limit: number;
  after: EventCursor | null;
}

function limitOf(place: EventPageRequest | null): RawBuilder<unknown> {
  return place ? sql`limit ${place.limit}` : sql``;
}

/**
 * Selects the events of one branch. The subjects and their names in logs are found once; events are then read backwards in time. Only `any`
 * also finds actors that the graph lacks. When a role acted, the row shows the role with the session.
 */
function branchEvents({ statement, restrictions }: Branch, scope: QueryScope, place: EventPageRequest | null): RawBuilder<EventRow> {
  const after = place?.after ?? null;
  const fromHere = after ? sql<boolean>`(e.at, e.source_uid, e.event_id, e.action) < (${sql.join(after.event)})` : TRUE;
  const subjects = sql`
    select i.*, n.name_in_log from graph_entity i
    cross join lateral (select i.native_id union select lower(i.attributes ->> 'email') where i.attributes ->> 'email' <> '') n(name_in_log)
    where ${holds('i', scope)} and ${allOf([...identityConditions(statement, scope), didEach(statement, scope), ...restrictions])}`;
  const unknown = isAnybody(statement) && restrictions.length === 0 && scope.within === null;
  // An event keeps the ids of an actor and a resource that do not exist for a limited caller, so it needs both to exist.
  const isKnown = scope.within === null ? TRUE : sql<boolean>`(e.resource_id = '' or r.uri is not null)`;
  return sql<EventRow>`
    with subject as materialized (${subjects})
    select distinct on (e.at, e.source_uid, e.event_id, e.action)
           e.source_uid, e.event_id, e.name, e.action, e.succeeded, e.at, e.identity_id, ${sessionOf(scope)} as session, e.resource_id, e.account_id, e.source_ip, e.user_agent,
           i.name i_name, i.uri i_uri, i.type i_type, i.account_id i_account, r.name r_name, r.uri r_uri, r.type r_type, r.account_id r_account
    from graph_event e
    ${unknown ? sql`left join` : sql`join`} subject i on i.name_in_log = e.identity_id or (e.session <> '' and i.name_in_log = e.session)
    ${resourceOf(statement.verb?.kind === 'usage' ? statement.verb.object : null, scope)}
    where ${eventCondition(statement, scope)} and ${fromHere} and ${isKnown}
    order by e.at desc, e.source_uid desc, e.event_id desc, e.action desc, i.name_in_log = e.identity_id desc, i.uri ${limitOf(place)}`;
}

/** Returns who started the session of the event `e`. An event keeps the name of a starter who does not exist for a limited caller. */
function sessionOf(scope: QueryScope): RawBuilder<string> {
  if (scope.within === null) return sql<string>`e.session`;
  const isKnown = sql<boolean>`exists (select 1 from graph_entity s where ${holds('s', scope)} and e.session in (s.native_id, s.email_key))`;
  return sql<string>`(case when e.session <> '' and ${isKnown} then e.session else '' end)`;
}

function isAnybody({ subjects, clauses }: Statement): boolean {
  const comparesAccounts = clauses.some((clause) => clause.kind === 'for' && clause.anyOf.flat().some(({ kind }) => kind === 'accounts'));
  return !comparesAccounts && subjects.some(({ types, names, filters }) => types === null && names.length + filters.length === 0);
}

function cursorOf(row: EventRow | undefined): EventCursor | null {
  return row ? { event: [row.at, row.source_uid, row.event_id, row.action] } : null;
}

export function toEvent(row: EventRow, names: ReadonlyMap<string, string>): UsageEvent {
  const resourceAccount = row.r_account ?? (row.resource_id === '' ? '' : row.account_id);
  return {
    event_id: row.event_id,
    event_name: row.name,
    action: row.action,
    refused: !row.succeeded,
    identity_name: row.i_name ?? row.identity_id,
    identity_uri: row.i_uri ?? '',
    identity_type: row.i_type ?? '',
    identity_account_id: row.i_account ?? '',
    identity_account_name: names.get(row.i_account ?? '') ?? '',
    session: row.session,
    resource_name: row.r_name ?? row.resource_id,
    resource_uri: row.r_uri ?? '',
    resource_type: row.r_type ?? '',
    resource_account_id: resourceAccount,
    resource_account_name: names.get(resourceAccount) ?? '',
    ip_address: row.source_ip,
    user_agent: row.user_agent,
    timestamp: row.at,
  };
}
