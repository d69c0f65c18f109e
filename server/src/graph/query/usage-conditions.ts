import { sql, type RawBuilder } from 'kysely';
import { ACCESS_KINDS } from '../engine/grant-marks';
import { namesInLogs, startedUse, unattributedUse, usedActors } from '../store/use';
import type { Clause, Privilege, UsageTest } from './ast';
import { requestedPrivileges, givesOfKind, kindsOfPrivilege } from './privilege-conditions';
import { daysBefore, holds, hopsOfPath, valuesOf, type QueryScope } from './bind-scope';
import { allOf, anyOf, column, FALSE, matchesAny, TRUE, type Condition } from './sql-conditions';

/** The usage tests of a query. */
interface UsageRequest {
  tests: UsageTest[];
  /** The privileges whose use counts; none: everything that the path gives. */
  privileges: Privilege[];
}

/** A period to search for uses. */
interface Span {
  /** Days until now; null: any time. */
  days: number | null;
  /** Uses by unknown users count too, because disuse must be certain. */
  isOpen: boolean;
}

/**
 * Returns the joins that list what the identity `i` used by a path `p`, once per path. The actor at the end is the assumed role, or else the identity
 * itself. Only those sessions of an assumed role count that the identity started. A group uses what its members use.
 */
export function usesOfPath(clauses: readonly Clause[], scope: QueryScope): RawBuilder<unknown> {
  const { tests, privileges } = usageRequestOf(clauses);
  if (tests.length === 0) return sql``;
  // One scan of the usage rows serves all tests.
  const spans = spansOf(tests);
  const lists = spans.flatMap((span, index) => {
    const some = isWithin(span, scope);
    const list = (values: RawBuilder<unknown>, where: Condition, name: string): RawBuilder<unknown> =>
      sql`coalesce(array_agg(distinct ${values}) filter (where ${where} and ${some}), '{}') as ${sql.ref(`${name}${index}`)}`;
    return [
      list(sql`u.resource_id`, sql<boolean>`u.resource_id <> ''`, 'ids'),
      list(sql`u.source_uid`, sql<boolean>`u.of_account`, 'sources'),
      list(sql`split_part(u.action, ':', 1)`, sql<boolean>`u.resource_id = '' and u.action like '%:*'`, 'services'),
    ];
  });
  const days = spans.map((span) => span.days);
  const longest = days.includes(null) ? null : Math.max(...days.map((some) => some ?? 0));
  const classes = spans.flatMap((span, index) =>
    span.isOpen
      ? []
      : [
          sql`array(
      select distinct e.class_id from graph_entity e
      where ${holds('e', scope)} and e.native_id = any(${sql.ref(`listed.ids${index}`)}) and e.class_id is not null) as ${sql.ref(`classes${index}`)}`,
        ],
  );
  const names = (uri: RawBuilder<unknown>): RawBuilder<unknown> => sql`array(select n.name from (${namesInLogs(scope, uri)}) n)`;
  // Without the offsets, the planner would repeat the work for every resource. Row-level security also prevents an index on names computed
  // inside the comparison.
  return sql`
    cross join lateral (
      select coalesce((select hs.hops -> -1 ->> 'uri' from ${hopsOfPath(scope)}), i.uri) as uri offset 0) acting
    cross join lateral (select ${names(sql`acting.uri`)} as names, case when acting.uri <> i.uri then ${names(sql`i.uri`)} end as starters offset 0) known
    cross join lateral (select ${sql.join(lists)} ${uses(longest, privileges, scope)} offset 0) listed
    cross join lateral (select ${sql.join([sql`listed.*`, ...classes])} offset 0) used`;
}

/**
 * Returns the conditions on the identity `i` without which no path of it passes. In a large company most identities have thousands of paths and used few of
 * them, so a query must not look for the uses of each path.
 */
export function usageOfIdentity(clauses: readonly Clause[], scope: QueryScope): Condition {
  const { tests } = usageRequestOf(clauses);
  return allOf([
    ...activeSpans(tests).map((span) => isAmong(sql`i.uri`, usersOf(pairsOfUse(span, scope)), `users ${span.days}`, scope)),
    ...tests.filter(asksForDisuse).map(({ moreThan }) => isCreatedBefore(dayBefore(moreThan ?? 0, scope))),
  ]);
}

/**
 * Returns the conditions on a path by `p` that need no edge: where use is required, the identity used the actor at the end at all; where disuse is, the path
 * is old enough.
 */
export function usageOfHops(clauses: readonly Clause[], scope: QueryScope): Condition {
  const { tests } = usageRequestOf(clauses);
  const spans = spansOf(tests);
  return allOf([
    ...activeSpans(tests).map((span) => isActive(span, indexOf(spans, span), scope)),
    ...tests.filter(asksForDisuse).map(({ moreThan }) => isOld('p', daysBefore(scope, moreThan ?? 0), scope)),
  ]);
}

/** Returns the conditions on an edge `a` alone, without which its class does not pass: for disuse, the log covers it, and it is old enough. */
export function usageOfEdge(clauses: readonly Clause[], scope: QueryScope): Condition {
  const { tests, privileges } = usageRequestOf(clauses);
  return allOf(tests.filter(asksForDisuse).flatMap(({ moreThan }) => [...isOldEdge(moreThan ?? 0, scope), isLogged(privileges, scope)]));
}

/**
 * Returns the conditions on an edge `a` that need no resource: something of its class was used. For disuse, the log must cover this access
 * and reach back far enough, and the path must be old enough.
 */
export function usageOfPath(clauses: readonly Clause[], scope: QueryScope): Condition {
  const { tests, privileges } = usageRequestOf(clauses);
  const spans = spansOf(tests);
  return allOf([
    ...activeSpans(tests).map((span) => isOfUsedClass(indexOf(spans, span))),
    ...tests.flatMap((test) => (asksForDisuse(test) ? [isOldEnough(test.moreThan ?? 0, scope), isLogged(privileges, scope)] : [])),
  ]);
}

/** A use without a resource, or of a new one, may belong to any resource of the service or to the account itself. */
function isOfUsedClass(span: number): Condition {
  const list = (name: string): RawBuilder<unknown> => sql.ref(`used.${name}${span}`);
  return sql<boolean>`(a.class_id = any(${list('classes')}) or cardinality(${list('services')}) > 0 or (a.type = 'ACCOUNT_DATA' and a.source_uid = any(${list('sources')})))`;
}

/** Returns whether the use of the resource with this alias passes the tests, for an edge that passes `usageOfPath`. */
export function usageOfResource(r: string, clauses: readonly Clause[]): Condition {
  const { tests } = usageRequestOf(clauses);
  const spans = spansOf(tests);
  const used = (span: Span): Condition => isAmongUses(r, indexOf(spans, span));
  return allOf(
    tests.flatMap((test) => [
      ...activeSpans([test]).map(used),
      ...(asksForDisuse(test) ? [sql<boolean>`not ${used({ days: test.moreThan, isOpen: true })}`] : []),
    ]),
  );
}

function usageRequestOf(clauses: readonly Clause[]): UsageRequest {
  return { tests: clauses.flatMap((clause) => (clause.kind === 'usage' ? [clause.test] : [])), privileges: requestedPrivileges(clauses) };
}

/** Returns the periods to search for uses. */
function spansOf(tests: readonly UsageTest[]): Span[] {
  const spans = tests.flatMap((test) => [...activeSpans([test]), ...(asksForDisuse(test) ? [{ days: test.moreThan, isOpen: true }] : [])]);
  return spans.filter((span, index) => indexOf(spans, span) === index);
}

function indexOf(spans: readonly Span[], { days, isOpen }: Span): number {
  return spans.findIndex((span) => span.days === days && span.isOpen === isOpen);
}

/** Returns the periods within which a use is required. */
function activeSpans(tests: readonly UsageTest[]): { days: number; isOpen: false }[] {
  return tests.flatMap(({ lessThan }) => (lessThan === null ? [] : [{ days: lessThan, isOpen: false as const }]));
}

function asksForDisuse({ never, moreThan }: UsageTest): boolean {
  return never || moreThan !== null;
}

/**
 * A use without a resource, or of a new one, counts for the account. When the log names only a service (`s3:*`), it counts for every
 * resource of the service.
 */
function isAmongUses(r: string, span: number): Condition {
  const list = (name: string): RawBuilder<unknown> => sql.ref(`used.${name}${span}`);
  return anyOf([
    sql<boolean>`${column(r, 'native_id')} = any(${list('ids')})`,
    sql<boolean>`(${column(r, 'type')} = 'ACCOUNT_DATA' and ${column(r, 'source_uid')} = any(${list('sources')}))`,
    sql<boolean>`(${column(r, 'cloud_type')} = 'AWS' and split_part(${column(r, 'native_id')}, ':', 3) = any(${list('services')}))`,
  ]);
}

/** Selects the usage rows of the actor at the end of the path, each with the last use by the identity and the last that is perhaps its own. */
function uses(days: number | null, privileges: readonly Privilege[], scope: QueryScope): RawBuilder<unknown> {
  const isRequested = privileges.length === 0 ? TRUE : anyOf(privileges.map(isUseOf));
  return sql`from graph_usage u
    cross join lateral (select
      case when known.starters is null then u.last_at else ${startedUse(sql`known.starters`)} end as used_at,
      case when known.starters is not null then ${unattributedUse()} end as perhaps_at) t
    where ${holds('u', scope)} and u.identity_id = any(known.names) and ${within(days, scope)} and ${isRequested}`;
}

/** Returns whether the identity used the row within a period, for rows of `uses`. */
function isWithin({ days, isOpen }: Span, scope: QueryScope): Condition {
  const at = isOpen ? sql`greatest(t.used_at, t.perhaps_at)` : sql`t.used_at`;
  return days === null ? sql<boolean>`${at} is not null` : sql<boolean>`${at} > ${daysBefore(scope, days).toISOString()}`;
}

/** Returns whether a usage row proves the use of a privilege. */
function isUseOf(privilege: Privilege): Condition {
  if (privilege.kind === 'types')
    return sql<boolean>`(u.kind is null or u.kind in (${sql.join([...new Set(privilege.types.flatMap(kindsOfPrivilege))])}))`;
  if (privilege.kind === 'accounts') return FALSE;
  // Last-access data names only the service (`s3:*`).
  const ofServices = privilege.actions.map(({ text }) => `${text.split(':')[0] ?? ''}:*`);
  return anyOf([matchesAny(sql<string>`u.action`, privilege.actions), sql<boolean>`u.action in (${sql.join(ofServices)})`]);
}

function within(days: number | null, scope: QueryScope): Condition {
  return allOf([sql<boolean>`u.count > 0`, ...(days === null ? [] : [sql<boolean>`u.last_at > ${daysBefore(scope, days).toISOString()}`])]);
}

/** Returns whether the actor did anything within so many days: tested per identity with a window, otherwise found once for all. */
function isActive({ days }: { days: number }, span: number, scope: QueryScope): Condition {
  if (scope.window !== null) {
    const counts = ['ids', 'sources', 'services'].map((name) => sql<number>`cardinality(${sql.ref(`used.${name}${span}`)})`);
    return sql<boolean>`${sql.join(counts, sql` + `)} > 0`;
  }
  // The values of the two ends cannot be told apart in the joined text. They need not be: the uses of the path are read after this.
  return sql<boolean>`((acting.uri || ${PAIR}::text || i.uri) in (${pairsOfUse({ days }, scope)})) is true`;
}

/** Joins the two ends of a pair in one text. */
const PAIR = '\n';

/** Selects each actor and the identity that used it within so many days, as one text: necessary for a use, which the rows of the path then prove. */
function pairsOfUse({ days }: { days: number }, scope: QueryScope): RawBuilder<unknown> {
  const since = daysBefore(scope, days).toISOString();
  // The planner expects far too many pairs, and would not hash them. It expects few values of an array.
  const pairs = sql`select unnest(array(select u.acting_uri || ${PAIR}::text || u.user_uri from (${usedActors(scope, since)}) u)) as value`;
  return scope.shared ? scope.shared.of(pairs, `pairs of use ${days}`) : pairs;
}

function usersOf(pairs: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select distinct split_part(v.value, ${PAIR}, 2) as value from (${pairs}) v`;
}

/** Returns whether a value is in a set that a statement computes once. A subselect instead of a join, which would repeat per identity. */
function isAmong(value: RawBuilder<unknown>, set: RawBuilder<unknown>, key: string, { shared }: QueryScope): Condition {
  return sql<boolean>`(${value} in (${shared ? shared.of(set, key) : set})) is true`;
}

/** Returns whether the log reaches back so many days, and both the identity and the path are older. */
function isOldEnough(days: number, scope: QueryScope): Condition {
  return allOf([isCreatedBefore(dayBefore(days, scope)), ...isOldEdge(days, scope), isOld('p', daysBefore(scope, days), scope)]);
}

/** Returns whether the identity `i` existed on the day; its provider may not say when it was created. */
function isCreatedBefore(day: string): Condition {
  return sql<boolean>`coalesce(left(i.attributes ->> 'created', 10) <= ${day}, true)`;
}

/** Returns the conditions on the edge `a`: its log reaches back so many days, and it is older. */
function isOldEdge(days: number, scope: QueryScope): Condition[] {
  const day = dayBefore(days, scope);
  const logged = sql`select s.source_uid as value from graph_source s where s.tenant_id = ${scope.tenantId} and s.usage ->> 'since' <= ${day}`;
  return [sql<boolean>`a.source_uid = any(${valuesOf(logged, scope, `logged since ${day}`)})`, isOld('a', daysBefore(scope, days), scope)];
}

function dayBefore(days: number, scope: QueryScope): string {
  return daysBefore(scope, days).toISOString().slice(0, 10);
}

/**
 * Returns whether a row is older than the moment. A row added by a younger snapshot is not, except by the first snapshot of its source,
 * whose rows may have any age.
 */
function isOld(alias: string, since: Date, scope: QueryScope): Condition {
  const { tenantId } = scope;
  const young = sql`
    select n.snapshot_id as value from graph_snapshot n
    where n.tenant_id = ${tenantId} and n.taken_at > ${since.toISOString()}::timestamptz
      and exists (
        select 1 from graph_snapshot e
        where e.tenant_id = ${tenantId} and e.source_uid = n.source_uid and e.snapshot_id < n.snapshot_id and e.state <> 'staging')`;
  return sql<boolean>`not ${column(alias, 'valid_from')} = any(${valuesOf(young, scope, `younger than ${since.toISOString()}`)})`;
}

/**
 * Returns whether the log covers a kind of access that the edge `a` gives. For actions, the kinds of those actions count. All resources of
 * a class share one source and one type.
 */
function isLogged(privileges: readonly Privilege[], scope: QueryScope): Condition {
  const { tenantId, shared } = scope;
  const said = sql`
    select s.source_uid || ' ' || said as value from graph_source s, jsonb_array_elements_text(s.usage -> 'silent') said where s.tenant_id = ${tenantId}`;
  const silent = shared ? shared.of(said, 'silent logs') : said;
  return anyOf(
    ACCESS_KINDS.map((kind) => {
      const about = sql`a.source_uid || ${` ${kind}`}::text`;
      const isGiven =
        privileges.length === 0
          ? sql<boolean>`${column('a', `${kind.toLowerCase()}_mode`)} > 0`
          : anyOf(privileges.map((privilege) => givesOfKind(privilege, kind, scope)));
      return sql<boolean>`(${isGiven} and not (${about} in (${silent}) or ${about} || ' ' || a.type in (${silent})))`;
    }),
  );
}
