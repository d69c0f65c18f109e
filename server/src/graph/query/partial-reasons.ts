import { sql } from 'kysely';
import type { PartialReason } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { isLeft, isLeftIn } from '../../platform/http/account-filter';
import { statementsOf, type Query, type UsageTest } from './ast';
import { daysBefore, type QueryScope } from './bind-scope';
import { FALSE, type Condition } from './sql-conditions';

/** Why an answer may lack rows. */
export interface Partial {
  /** Events are asked for of a time of which they are not kept any more, or the search was ended before all of it was done. */
  records: boolean;
  /** Sources are not worked out yet, or of use is asked where no log tells of it. */
  fields: boolean;
}

/** Why the answer to a query may lack rows, in the order in which they are told. @param isCut it was looked for no longer than somebody waits */
export async function partialReasons(tx: Tx, scope: QueryScope, query: Query, { isCut }: { isCut: boolean }): Promise<PartialReason[]> {
  const [events, uses] = [eventTests(query), usageTests(query)];
  const unlogged = uses.length > 0 ? isUnlogged(scope) : FALSE;
  const lost = events.length > 0 ? isLost(beginningOf(events, scope), scope) : FALSE;
  const isPending = query.asOf === null && scope.pending.some((id) => isLeft(scope.accountId, id));
  if (events.length + uses.length === 0) return reasonsOf({ records: isCut, fields: isPending });
  const { rows } = await sql<Partial>`select ${lost} as records, ${unlogged} as fields`.execute(tx);
  return reasonsOf({ records: isCut || (rows[0]?.records ?? false), fields: isPending || (rows[0]?.fields ?? false) });
}

/** The same of the events since a moment. */
export async function partialActivity(tx: Tx, scope: QueryScope, since: Date): Promise<PartialReason[]> {
  const { rows } = await sql<Partial>`select ${isLost(since, scope)} as records, ${isUnlogged(scope)} as fields`.execute(tx);
  return reasonsOf(rows[0] ?? { records: false, fields: false });
}

function reasonsOf({ records, fields }: Partial): PartialReason[] {
  return [...(records ? ['missing_records' as const] : []), ...(fields ? ['missing_fields' as const] : [])];
}

/** What is asked of events: that somebody never did anything is asked of all of them. */
function eventTests({ expression }: Query): UsageTest[] {
  return statementsOf(expression).flatMap(({ verb }) => (verb?.kind === 'usage' ? [verb.test] : []));
}

function usageTests({ expression }: Query): UsageTest[] {
  return statementsOf(expression).flatMap(({ verb, clauses }) => [
    ...(verb?.kind === 'usage' ? [verb.test] : []),
    ...clauses.flatMap((clause) => (clause.kind === 'usage' ? [clause.test] : [])),
  ]);
}

/** The earliest moment that tests look at; null: any. */
function beginningOf(tests: readonly UsageTest[], scope: QueryScope): Date | null {
  const days = tests.map(({ lessThan }) => lessThan);
  const begin = days.includes(null) ? null : daysBefore(scope, Math.max(...days.map((some) => some ?? 0)));
  return scope.eventsSince !== null && (begin === null || scope.eventsSince > begin) ? scope.eventsSince : begin;
}

/** No log tells what was used of some source. */
function isUnlogged(scope: QueryScope): Condition {
  return sql<boolean>`exists (select 1 from graph_source s where ${ofSources(scope)} and s.usage is null)`;
}

/** The log of some source reached back to before the events that are kept of it, and so does the time that is asked about. */
function isLost(since: Date | null, scope: QueryScope): Condition {
  const logged = sql`s.usage ->> 'since'`;
  const asked = since === null ? logged : sql`greatest(${logged}, ${since.toISOString()}::text)`;
  return sql<boolean>`exists (select 1 from graph_source s where ${ofSources(scope)} and ${asked} < s.usage -> 'kept' ->> 'from')`;
}

function ofSources({ tenantId, accountId }: QueryScope): Condition {
  const ofTenant = sql<boolean>`s.tenant_id = ${tenantId}`;
  return accountId === null ? ofTenant : sql<boolean>`${ofTenant} and ${isLeftIn(sql`s.account_id`, accountId)}`;
}
