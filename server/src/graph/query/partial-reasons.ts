import { sql } from 'kysely';
import type { PartialReason } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { includesAccount, matchesAccount } from '../../platform/http/account-filter';
import { statementsOf, type AttributeFilter, type Query, type UsageTest } from './ast';
import { daysBefore, type QueryScope } from './bind-scope';
import { FALSE, isPattern, TRUE, type Condition } from './sql-conditions';

/** The reasons why results may be incomplete. */
export interface Partial {
  /** The period exceeds the stored events, or the time budget ended the search. */
  records: boolean;
  /** A source is not evaluated yet, or the query tests usage that no log covers. */
  fields: boolean;
}

/**
 * Returns the reasons why a query's results may be incomplete, in display order.
 * @param isCut true when the time budget ended the search
 */
export async function partialReasons(tx: Tx, scope: QueryScope, query: Query, { isCut }: { isCut: boolean }): Promise<PartialReason[]> {
  const [events, uses] = [eventTests(query), usageTests(query)];
  const unlogged = uses.length > 0 ? isUnlogged(scope, cloudsOf(query)) : FALSE;
  const lost = events.length > 0 ? isLost(beginningOf(events, scope), scope) : FALSE;
  const isPending = query.asOf === null && scope.pending.some((id) => includesAccount(scope.accountId, id));
  if (events.length + uses.length === 0) return reasonsOf({ records: isCut, fields: isPending });
  const { rows } = await sql<Partial>`select ${lost} as records, ${unlogged} as fields`.execute(tx);
  return reasonsOf({ records: isCut || (rows[0]?.records ?? false), fields: isPending || (rows[0]?.fields ?? false) });
}

/** Returns the reasons why the events since a moment may be incomplete. */
export async function partialActivity(tx: Tx, scope: QueryScope, since: Date): Promise<PartialReason[]> {
  const { rows } = await sql<Partial>`select ${isLost(since, scope)} as records, ${isUnlogged(scope)} as fields`.execute(tx);
  return reasonsOf(rows[0] ?? { records: false, fields: false });
}

function reasonsOf({ records, fields }: Partial): PartialReason[] {
  return [...(records ? ['missing_records' as const] : []), ...(fields ? ['missing_fields' as const] : [])];
}

/** Returns the tests that read events. A test for "never" reads all of them. */
function eventTests({ expression }: Query): UsageTest[] {
  return statementsOf(expression).flatMap(({ verb }) => (verb?.kind === 'usage' ? [verb.test] : []));
}

function usageTests({ expression }: Query): UsageTest[] {
  return statementsOf(expression).flatMap(({ verb, clauses }) => [
    ...(verb?.kind === 'usage' ? [verb.test] : []),
    ...clauses.flatMap((clause) => (clause.kind === 'usage' ? [clause.test] : [])),
  ]);
}

/** Returns the earliest moment that the tests read; null: no limit. */
function beginningOf(tests: readonly UsageTest[], scope: QueryScope): Date | null {
  const days = tests.map(({ lessThan }) => lessThan);
  const begin = days.includes(null) ? null : daysBefore(scope, Math.max(...days.map((some) => some ?? 0)));
  return scope.eventsSince !== null && (begin === null || scope.eventsSince > begin) ? scope.eventsSince : begin;
}

/** Returns the clouds whose logs the usage tests of a query read; null: any cloud. */
function cloudsOf({ expression }: Query): readonly string[] | null {
  const reading = statementsOf(expression).filter(({ verb, clauses }) => verb?.kind === 'usage' || clauses.some(({ kind }) => kind === 'usage'));
  const clouds = reading.map(({ verb, subjects }) => {
    const ofObject = namedClouds(verb?.object?.filters ?? []);
    return ofObject.length > 0
      ? ofObject
      : subjects.map(({ filters }) => namedClouds(filters)).every((names) => names.length > 0)
        ? subjects.flatMap(({ filters }) => namedClouds(filters))
        : [];
  });
  return clouds.every((names) => names.length > 0) ? clouds.flat() : null;
}

/** Returns the clouds that filters require; none: they allow any. */
function namedClouds(filters: readonly AttributeFilter[]): string[] {
  return filters.flatMap(({ negated, anyOf }) => {
    const named = anyOf.map((all) =>
      all.find(({ attribute, operator, values }) => attribute === 'cloudtype' && operator === '=' && !values.some(isPattern)),
    );
    return negated || named.includes(undefined) ? [] : named.flatMap((term) => term?.values ?? []).map(({ text }) => text.toUpperCase());
  });
}

/** Returns whether a source has no usage log. A log that the query does not read is not missing. */
function isUnlogged(scope: QueryScope, clouds: readonly string[] | null = null): Condition {
  const ofClouds = clouds === null ? TRUE : sql<boolean>`s.cloud_type in (${sql.join([...new Set(clouds)])})`;
  return sql<boolean>`exists (select 1 from graph_source s where ${ofSources(scope)} and ${ofClouds} and s.usage is null)`;
}

/** Returns whether the period starts before the stored events of a source, although its log went back further. */
function isLost(since: Date | null, scope: QueryScope): Condition {
  const logged = sql`s.usage ->> 'since'`;
  const requestedSince = since === null ? logged : sql`greatest(${logged}, ${since.toISOString()}::text)`;
  return sql<boolean>`exists (select 1 from graph_source s where ${ofSources(scope)} and ${requestedSince} < s.usage -> 'kept' ->> 'from')`;
}

function ofSources({ tenantId, accountId }: QueryScope): Condition {
  const ofTenant = sql<boolean>`s.tenant_id = ${tenantId}`;
  return accountId === null ? ofTenant : sql<boolean>`${ofTenant} and ${matchesAccount(sql`s.account_id`, accountId)}`;
}
