import { sql, type RawBuilder } from 'kysely';
import { ACCESS_KINDS } from '../engine/grant-marks';
import type { Clause, Privilege, UsageTest } from './ast';
import { requestedPrivileges, givesOfKind, kindsOfPrivilege } from './privilege-conditions';
import { daysBefore, holds, valuesOf, type QueryScope } from './bind-scope';
import { allOf, anyOf, column, FALSE, matchesAny, TRUE, type Condition } from './sql-conditions';

/** What a query asks of the use of a way. */
interface UsageRequest {
  tests: UsageTest[];
  /** What of it counts; without any, all that the way gives. */
  privileges: Privilege[];
}

/**
 * What whoever acts at the end of a way of the identity `i` by `p` used, as lists that are made once for each `p`: a part of `from` that the conditions
 * below look into. The role that is assumed counts, else the identity itself, of a group its members.
 */
export function usesOfPath(clauses: readonly Clause[], scope: QueryScope): RawBuilder<unknown> {
  const { tests, privileges } = usageRequestOf(clauses);
  if (tests.length === 0) return sql``;
  // One look at what was used for all that is asked of it.
  const spans = spansOf(tests);
  const lists = spans.flatMap((days, index) => {
    const some = within(days, scope);
    const list = (values: RawBuilder<unknown>, where: Condition, name: string): RawBuilder<unknown> =>
      sql`coalesce(array_agg(distinct ${values}) filter (where ${where} and ${some}), '{}') as ${sql.ref(`${name}${index}`)}`;
    return [
      list(sql`u.resource_id`, sql<boolean>`u.resource_id <> ''`, 'ids'),
      list(sql`u.source_uid`, sql<boolean>`u.of_account`, 'sources'),
      list(sql`split_part(u.action, ':', 1)`, sql<boolean>`u.resource_id = '' and u.action like '%:*'`, 'services'),
    ];
  });
  const longest = spans.includes(null) ? null : Math.max(...spans.map((days) => days ?? 0));
  const classes = activeSpans(tests).map((days) => {
    const index = spans.indexOf(days);
    return sql`array(
      select distinct e.class_id from graph_entity e
      where ${holds('e', scope)} and e.native_id = any(${sql.ref(`listed.ids${index}`)}) and e.class_id is not null) as ${sql.ref(`classes${index}`)}`;
  });
  // Without the offsets the planner would work all of it out again for every resource. A name that is worked out where it is compared is no
  // key of an index under row-level security, which lets nothing look at rows before it has.
  return sql`
    cross join lateral (select coalesce(p.hops -> -1 ->> 'uri', i.uri) as uri offset 0) acting
    cross join lateral (select array(${actors(scope)}) as names offset 0) known
    cross join lateral (select ${sql.join(lists)} ${uses(longest, privileges, scope)} offset 0) listed
    cross join lateral (select ${sql.join([sql`listed.*`, ...classes])} offset 0) used`;
}

/** What of a way by `p` can be told before its edges are looked at: that somebody did something at all, where use is asked for. */
export function usageOfHops(clauses: readonly Clause[], scope: QueryScope): Condition {
  const { tests } = usageRequestOf(clauses);
  const spans = spansOf(tests);
  return allOf(activeSpans(tests).map((days) => isActive(days, spans.indexOf(days), scope)));
}

/**
 * What of an edge `a` of a way can be told before its resources are looked at: that something of its class was used and, where it is asked for
 * what was not used, that this could be known: the log of the source tells of it and reaches as far back, and the way is as old.
 */
export function usageOfPath(clauses: readonly Clause[], scope: QueryScope): Condition {
  const { tests, privileges } = usageRequestOf(clauses);
  const spans = spansOf(tests);
  return allOf([
    ...activeSpans(tests).map((days) => isOfUsedClass(spans.indexOf(days))),
    ...tests.flatMap((test) => (asksForDisuse(test) ? [isOldEnough(test.moreThan ?? 0, scope), isLogged(privileges, scope)] : [])),
  ]);
}

/** What has no resource, or made one, may be any of a service or the account itself. */
function isOfUsedClass(span: number): Condition {
  const list = (name: string): RawBuilder<unknown> => sql.ref(`used.${name}${span}`);
  return sql<boolean>`(a.class_id = any(${list('classes')}) or cardinality(${list('services')}) > 0 or (a.type = 'ACCOUNT_DATA' and a.source_uid = any(${list('sources')})))`;
}

/** Whether that way to the resource with this alias was used as is asked for; of an edge that does for `usageOfWay`. */
export function usageOfResource(r: string, clauses: readonly Clause[]): Condition {
  const { tests } = usageRequestOf(clauses);
  const spans = spansOf(tests);
  const used = (days: number | null): Condition => isAmongUses(r, spans.indexOf(days));
  return allOf(
    tests.flatMap((test) => [
      ...(test.lessThan === null ? [] : [used(test.lessThan)]),
      ...(asksForDisuse(test) ? [sql<boolean>`not ${used(test.moreThan)}`] : []),
    ]),
  );
}

function usageRequestOf(clauses: readonly Clause[]): UsageRequest {
  return { tests: clauses.flatMap((clause) => (clause.kind === 'usage' ? [clause.test] : [])), privileges: requestedPrivileges(clauses) };
}

/** How many days back uses are looked for; null: at any time. */
function spansOf(tests: readonly UsageTest[]): (number | null)[] {
  const spans = tests.flatMap((test) => [...(test.lessThan === null ? [] : [test.lessThan]), ...(asksForDisuse(test) ? [test.moreThan] : [])]);
  return [...new Set(spans)];
}

/** How many days back something must have been used. */
function activeSpans(tests: readonly UsageTest[]): number[] {
  return tests.flatMap(({ lessThan }) => (lessThan === null ? [] : [lessThan]));
}

function asksForDisuse({ never, moreThan }: UsageTest): boolean {
  return never || moreThan !== null;
}

/** What has no resource, or made one, is done to the account, or where only a service is known (`s3:*`) to anything of the service. */
function isAmongUses(r: string, span: number): Condition {
  const list = (name: string): RawBuilder<unknown> => sql.ref(`used.${name}${span}`);
  return anyOf([
    sql<boolean>`${column(r, 'native_id')} = any(${list('ids')})`,
    sql<boolean>`(${column(r, 'type')} = 'ACCOUNT_DATA' and ${column(r, 'source_uid')} = any(${list('sources')}))`,
    sql<boolean>`(${column(r, 'cloud_type')} = 'AWS' and split_part(${column(r, 'native_id')}, ':', 3) = any(${list('services')}))`,
  ]);
}

/** The rows of use by whoever acts at the end of the way. */
function uses(days: number | null, privileges: readonly Privilege[], scope: QueryScope): RawBuilder<unknown> {
  const isRequested = privileges.length === 0 ? TRUE : anyOf(privileges.map(isUseOf));
  return sql`from graph_usage u where ${holds('u', scope)} and u.identity_id = any(known.names) and ${within(days, scope)} and ${isRequested}`;
}

/** Whether a row of use is one of a privilege. */
function isUseOf(privilege: Privilege): Condition {
  if (privilege.kind === 'types')
    return sql<boolean>`(u.kind is null or u.kind in (${sql.join([...new Set(privilege.types.flatMap(kindsOfPrivilege))])}))`;
  if (privilege.kind === 'accounts') return FALSE;
  // Last-access data knows only that something of a service was used (`s3:*`).
  const ofServices = privilege.actions.map(({ text }) => `${text.split(':')[0] ?? ''}:*`);
  return anyOf([matchesAny(sql<string>`u.action`, privilege.actions), sql<boolean>`u.action in (${sql.join(ofServices)})`]);
}

function within(days: number | null, scope: QueryScope): Condition {
  return allOf([sql<boolean>`u.count > 0`, ...(days === null ? [] : [sql<boolean>`u.last_at > ${daysBefore(scope, days).toISOString()}`])]);
}

/** By which names logs know whoever acts. */
function actors(scope: QueryScope): RawBuilder<unknown> {
  return sql`
    select unnest(array[h.native_id, h.email_key]) from graph_entity h where ${holds('h', scope)} and h.uri = acting.uri
    union all
    select m.child_id from graph_edge m
    where ${holds('m', scope)} and i.type in ('GROUP', 'FEDERATED_GROUP') and p.depth = 0 and m.kind = 'member_of' and m.parent_id = i.native_id`;
}

/** Whoever acts did anything at all less than so many days ago: asked of each by itself, or worked out once for everybody. */
function isActive(days: number, span: number, scope: QueryScope): Condition {
  if (scope.window !== null) {
    const counts = ['ids', 'sources', 'services'].map((name) => sql<number>`cardinality(${sql.ref(`used.${name}${span}`)})`);
    return sql<boolean>`${sql.join(counts, sql` + `)} > 0`;
  }
  const active = sql`(select distinct u.identity_id as id from graph_usage u where ${holds('u', scope)} and ${within(days, scope)} offset 0) u`;
  const everybody = sql`
    select h.uri as value from ${active} join graph_entity h on h.native_id = u.id and ${holds('h', scope)} and h.is_identity
    union all
    select h.uri from ${active} join graph_entity h on h.email_key = u.id and ${holds('h', scope)} and h.is_identity
    union all
    select g.uri from ${active} join graph_edge m on m.child_id = u.id and ${holds('m', scope)} and m.kind = 'member_of'
      join graph_entity g on g.native_id = m.parent_id and ${holds('g', scope)}`;
  // Not as a join, which would be made again for each identity.
  return sql<boolean>`(acting.uri in (${scope.shared ? scope.shared.of(everybody, `active ${days}`) : everybody})) is true`;
}

/** The log reaches so many days back, and neither the identity nor the way is younger. */
function isOldEnough(days: number, scope: QueryScope): Condition {
  const since = daysBefore(scope, days);
  const day = since.toISOString().slice(0, 10);
  return allOf([
    sql<boolean>`coalesce(left(i.attributes ->> 'created', 10) <= ${day}, true)`,
    sql<boolean>`a.source_uid = any(${valuesOf(
      sql`select s.source_uid as value from graph_source s where s.tenant_id = ${scope.tenantId} and s.usage ->> 'since' <= ${day}`,
      scope,
      `logged since ${day}`,
    )})`,
    isOld('a', since, scope),
    isOld('p', since, scope),
  ]);
}

/**
 * A row that came with a snapshot younger than that did not hold before, unless the snapshot is the first one of its source: what is
 * connected for the first time may be of any age.
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

/** The log tells of some kind of access that is asked for and that the edge `a` gives, by an action of that kind where actions are: resources of a class are of one source and one type. */
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
