import { sql, type RawBuilder } from 'kysely';
import { matchesAccount } from '../../platform/http/account-filter';
import type { Clause, EntityPattern } from './ast';
import { entityConditions } from './entity-conditions';
import { holds, type QueryScope } from './bind-scope';
import { allOf, anyOf, column, TRUE, type Condition } from './sql-conditions';
import { edgeConditions, readsGrants, routeColumns } from './path-conditions';

/** Returns whether the object names nothing but kinds of resources. */
export function isBroadObject(object: EntityPattern, { accountId }: QueryScope): boolean {
  return accountId === null && isOf(object, ['cloudtype', 'type']);
}

export function isAnyObject({ types, names, filters }: EntityPattern, { accountId }: QueryScope): boolean {
  return types === null && names.length === 0 && filters.length === 0 && accountId === null;
}

/** Attributes that all resources of a class share. Edges store them beside the class. */
const OF_CLASSES: readonly string[] = ['accountid', 'accountname', 'cloudtype', 'type'];

/** Returns whether edges alone can match the object. */
export function isOfClasses(object: EntityPattern): boolean {
  return isOf(object, OF_CLASSES);
}

function isOf({ names, filters }: EntityPattern, attributes: readonly string[]): boolean {
  return names.length === 0 && filters.every(({ anyOf: all }) => all.flat().every(({ attribute }) => attributes.includes(attribute)));
}

/** Returns whether `graph_reach` answers the question, so that no class and no grant is read. */
export function isKnownByReach(object: EntityPattern, clauses: readonly Clause[], scope: QueryScope): boolean {
  return scope.snapshotId === null && isOfClasses(object) && !readsGrants(clauses, scope) && !clauses.some(({ kind }) => kind === 'usage');
}

/** Returns whether an edge leads to a matching class. */
function leadsThere(object: EntityPattern, scope: QueryScope): Condition {
  if (isOfClasses(object)) return allOf([...classConditions(object, scope), isInhabited(scope)]);
  if (!scope.repeatsObject || !scope.shared) return sql<boolean>`a.class_id in (select k.class_id from (${classesOf(object, scope)}) k)`;
  const classes = sql`select distinct e.class_id as value from graph_entity e where ${allOf(objectConditions('e', object, scope))}`;
  return sql<boolean>`a.class_id in (${scope.shared.of(classes, `classes of ${JSON.stringify(object)}`)})`;
}

/**
 * Returns the edges `a` that may pass the clauses. `graph_reach` tells in few rows which principal classes have fitting edges to which types, and the
 * others are not read.
 */
function edgesOf(clauses: readonly Clause[], scope: QueryScope): RawBuilder<unknown> {
  const conditions = edgeConditions(clauses, scope);
  if (!scope.repeatsObject || scope.snapshotId !== null || readsGrants(clauses, scope) || conditions.length === 0) return sql`graph_access a`;
  // The planner cannot estimate the first rows and would read all edges. A subquery with an offset is read once for each of them, by its index.
  return sql`(
    select x.* from (select distinct a.pclass_id, a.type from graph_reach a where a.tenant_id = ${scope.tenantId} and ${allOf(conditions)}) r
    cross join lateral (select x.* from graph_access x where x.pclass_id = r.pclass_id and x.type = r.type and ${holds('x', scope)} offset 0) x offset 0) a`;
}

/**
 * Returns whether a principal class has an edge to the object that passes the clauses and a further condition on the edge `a`. The statement computes the
 * classes once.
 * @param key distinguishes further conditions
 */
export function isAmongClasses(
  pclassId: RawBuilder<unknown>,
  object: EntityPattern,
  clauses: readonly Clause[],
  { ofEdge, key }: { ofEdge: Condition; key: unknown },
  scope: QueryScope,
): Condition {
  const conditions = allOf([leadsThere(object, scope), ...edgeConditions(clauses, scope), ofEdge]);
  const edges =
    ofEdge === TRUE && isKnownByReach(object, clauses, scope)
      ? sql`graph_reach a where a.tenant_id = ${scope.tenantId}`
      : sql`graph_access a where ${holds('a', scope)}`;
  const classes = sql`select distinct a.pclass_id as value from ${edges} and ${conditions}`;
  const set = scope.shared ? scope.shared.of(classes, `classes ${JSON.stringify([object, clauses, key])}`) : classes;
  return sql<boolean>`(${pclassId} in (${set})) is true`;
}

/** Returns the conditions on the class attributes that edges store. */
export function classConditions(object: EntityPattern, scope: QueryScope): Condition[] {
  return [...entityConditions('a', object, scope), inAccount('a', scope)];
}

/**
 * Returns whether the class contained a resource at that time. Every class of a current edge contains one, except for shared scopes. A
 * shared scope stands in the class of the one source that represents it, and that source's edges reach it too.
 */
export function isInhabited(scope: QueryScope): Condition {
  if (scope.snapshotId === null) return TRUE;
  return sql<boolean>`exists (select 1 from graph_entity e where ${holds('e', scope)} and e.class_id = a.class_id and e.is_resource)`;
}

/** Selects the classes (class_id, type, account_id) with a matching resource. A class may appear twice. */
export function classesOf(object: EntityPattern, scope: QueryScope): RawBuilder<unknown> {
  return sql`select distinct e.class_id, e.type, e.account_id from graph_entity e where ${allOf(objectConditions('e', object, scope))}`;
}

/** Returns the conditions on a resource that a statement asks for. The account filter applies to the resource. */
export function objectConditions(alias: string, object: EntityPattern, scope: QueryScope): Condition[] {
  return [holds(alias, scope), sql<boolean>`${column(alias, 'is_resource')}`, ...entityConditions(alias, object, scope), inAccount(alias, scope)];
}

/** Restricts rows to the account filter. */
export function inAccount(alias: string, { accountId }: QueryScope): Condition {
  return accountId === null ? TRUE : matchesAccount(column(alias, 'account_id'), accountId);
}

/** Additional columns on either side of a join of paths and edges. */
interface Columns {
  /** A column of the hops `hs`. */
  ofHops?: RawBuilder<unknown>;
  ofEdge?: RawBuilder<unknown>;
}

/** Selects all principal classes that have edges. They are fewer than those of the paths, but only current ones are kept apart. */
function allClasses(scope: QueryScope): RawBuilder<unknown> {
  if (scope.snapshotId === null) return sql`select distinct r.pclass_id from graph_reach r where r.tenant_id = ${scope.tenantId}`;
  return sql`select distinct w.pclass_id from graph_profile_class w where ${holds('w', scope)}`;
}

/**
 * Selects `profile_id` and the additional columns of all paths that lead to the object by an edge, for any identity. Both sides are filtered before the
 * join, because the planner cannot estimate how selective the question is.
 */
export function pathsTo(object: EntityPattern, clauses: readonly Clause[], scope: QueryScope, more: Columns = {}): RawBuilder<unknown> {
  const routes = routeColumns(clauses, scope);
  const columns = (side: 'ofHops' | 'ofEdge'): RawBuilder<unknown> => {
    const all = [...routes.map((route, index) => sql`${route[side]} as ${sql.ref(`route${index}`)}`), ...(more[side] ? [more[side]] : [])];
    return all.length > 0 ? sql`, ${sql.join(all)}` : sql``;
  };
  const edges = isKnownByReach(object, clauses, scope)
    ? sql`graph_reach a where a.tenant_id = ${scope.tenantId} and ${allOf(classConditions(object, scope))}`
    : sql`${edgesOf(clauses, scope)} where ${holds('a', scope)} and ${leadsThere(object, scope)}`;
  const classes = routes.flatMap((route) => route.classes ?? []);
  const found = routes.flatMap(({ ofEnd }) => ofEnd ?? []);
  const [areClassesKnown, isIndexed] = [classes, found].map((known) => routes.length > 0 && known.length === routes.length);
  // This reads the grants of one edge after the other per principal class until one matches, instead of the grants of all edges. Where more than the class
  // restricts the edges, an index finds them.
  const isByClass = readsGrants(clauses, scope) && isBroadObject(object, scope) && (areClassesKnown || !isIndexed) && !more.ofHops && !more.ofEdge;
  const fitting = sql`${edges} and ${allOf([...edgeConditions(clauses, scope), ...(isIndexed && !isByClass ? [anyOf(found)] : [])])}`;
  const ofClass = routes.map(({ ofEdge, classes: own }, index) => {
    const isFound = sql<boolean>`exists (select 1 from ${fitting} and a.pclass_id = c.pclass_id and ${ofEdge} offset 0)`;
    // No other class is asked where those of all routes are known.
    return sql`${own && !areClassesKnown ? sql`(case when c.pclass_id in (${own}) then ${isFound} else false end)` : isFound} as ${sql.ref(`route${index}`)}`;
  });
  const asked = areClassesKnown ? sql.join(classes, sql` union `) : allClasses(scope);
  const ends = isByClass
    ? sql`select c.pclass_id, ${sql.join(ofClass)} from (${asked} offset 0) c(pclass_id)`
    : sql`select distinct a.pclass_id ${columns('ofEdge')} from ${fitting}`;
  const further = sql`${more.ofHops ? sql`, ${more.ofHops}` : sql``} ${more.ofEdge ? sql`, ${more.ofEdge}` : sql``}`;
  const selected = sql`p.profile_id ${further}`;
  const paths = sql`select p.profile_id, p.pclass_id, p.hops_id from graph_profile_class p where ${holds('p', scope)}`;
  // The index of current paths has those of each principal class. The past has none, and is read once.
  const pathsOfClasses = (of: string): RawBuilder<unknown> =>
    scope.snapshotId === null
      ? sql`cross join lateral (${paths} and p.pclass_id = ${column(of, 'pclass_id')} offset 0) p`
      : sql`join (${paths} offset 0) p on p.pclass_id = ${column(of, 'pclass_id')}`;
  if (routes.length === 0) {
    const hops = more.ofHops ? sql`join graph_hops hs on hs.tenant_id = ${scope.tenantId} and hs.hops_id = p.hops_id` : sql``;
    // Here too, the planner would read all paths. The index has those of each principal class.
    return scope.repeatsObject
      ? sql`select ${selected} from (${ends} offset 0) a cross join lateral (${paths} and p.pclass_id = a.pclass_id offset 0) p ${hops}`
      : sql`select ${selected} from (${ends} offset 0) a join (${paths}) p on p.pclass_id = a.pclass_id ${hops}`;
  }
  const routesIn = (alias: string): Condition[] => routes.map((_route, index) => sql<boolean>`${sql.ref(`${alias}.route${index}`)}`);
  const joined = routesIn('e').map((route, index) => sql`bool_or(${route}) as ${sql.ref(`route${index}`)}`);
  // A path passes where a route fits both its end and its hops, so a principal class needs one row, unless further columns of its edges are selected.
  const once = isByClass || more.ofEdge ? ends : sql`select e.pclass_id, ${sql.join(joined)} from (${ends} offset 0) e group by 1`;
  const endsHere = sql`ends as materialized (select * from (${once} offset 0) e where ${anyOf(routesIn('e'))})`;
  if (!more.ofHops && routes.every(({ ofHops }) => ofHops === TRUE))
    return sql`with ${endsHere} select ${selected} from ends a ${pathsOfClasses('a')}`;
  const ofEnds = sql.join([...routesIn('a'), ...(more.ofEdge ? [more.ofEdge] : [])]);
  const routed = routesIn('a').map((ofEnd, index) => allOf([ofEnd, sql<boolean>`${sql.ref(`hs.route${index}`)}`]));
  // An organization has millions of paths with far fewer lists of hops. Those that end elsewhere are not read, and equal hops are compared once. The paths keep
  // the columns of their ends: a join by class after the one by hops would sort all of them.
  return sql`
    with ${endsHere},
    chosen as materialized (select p.profile_id, p.hops_id, ${ofEnds} from ends a ${pathsOfClasses('a')}),
    hops as materialized (
      select * from (
        select hs.hops_id ${columns('ofHops')} from (select distinct c.hops_id from chosen c offset 0) d
        cross join lateral (select hs.* from graph_hops hs where hs.tenant_id = ${scope.tenantId} and hs.hops_id = d.hops_id offset 0) hs offset 0) h
      where ${anyOf(routesIn('h'))})
    select a.profile_id ${further} from chosen a join hops hs on hs.hops_id = a.hops_id where ${anyOf(routed)}`;
}
