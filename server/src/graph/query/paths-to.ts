import { sql, type RawBuilder } from 'kysely';
import { isLeftIn } from '../../platform/http/account-filter';
import type { Clause, EntityPattern } from './ast';
import { entityConditions } from './entity-conditions';
import { holds, type QueryScope } from './bind-scope';
import { allOf, anyOf, column, TRUE, type Condition } from './sql-conditions';
import { edgeConditions, readsGrants, routeColumns } from './path-conditions';

/** Nothing but kinds of resources. */
export function isBroadObject(object: EntityPattern, { accountId }: QueryScope): boolean {
  return accountId === null && isOf(object, ['cloudtype', 'type']);
}

export function isAnyObject({ types, names, filters }: EntityPattern, { accountId }: QueryScope): boolean {
  return types === null && names.length === 0 && filters.length === 0 && accountId === null;
}

/** What all resources of a class have in common: edges have it beside the class. */
const OF_CLASSES: readonly string[] = ['accountid', 'accountname', 'cloudtype', 'type'];

/** Whether edges know all that is asked of what they lead to. */
export function isOfClasses(object: EntityPattern): boolean {
  return isOf(object, OF_CLASSES);
}

function isOf({ names, filters }: EntityPattern, attributes: readonly string[]): boolean {
  return names.length === 0 && filters.every(({ anyOf: all }) => all.flat().every(({ attribute }) => attributes.includes(attribute)));
}

/** Whether what edges have in common tells all that is asked: no single class and no grant must be looked at. */
export function isKnownByReach(object: EntityPattern, clauses: readonly Clause[], scope: QueryScope): boolean {
  return scope.snapshotId === null && isOfClasses(object) && !readsGrants(clauses, scope) && !clauses.some(({ kind }) => kind === 'usage');
}

/** Whether an edge leads to a class that fits. */
function leadsThere(object: EntityPattern, scope: QueryScope): Condition {
  if (isOfClasses(object)) return allOf([...classConditions(object, scope), isInhabited(scope)]);
  return sql<boolean>`a.class_id in (select k.class_id from (${classesOf(object, scope)}) k)`;
}

/** The same by what edges know of their class. */
export function classConditions(object: EntityPattern, scope: QueryScope): Condition[] {
  return [...entityConditions('a', object, scope), inAccount('a', scope)];
}

/**
 * Some resource was in the class at that time: now there is one in each class that an edge leads to, but for shared scopes, which stand in the class of
 * the one source whose word counts; whoever reaches them by another's reaches them by that one's too.
 */
export function isInhabited(scope: QueryScope): Condition {
  if (scope.snapshotId === null) return TRUE;
  return sql<boolean>`exists (select 1 from graph_entity e where ${holds('e', scope)} and e.class_id = a.class_id and e.is_resource)`;
}

/** Classes (class_id, type, account_id) with some resource that fits; one may stand there twice. */
export function classesOf(object: EntityPattern, scope: QueryScope): RawBuilder<unknown> {
  return sql`select distinct e.class_id, e.type, e.account_id from graph_entity e where ${allOf(objectConditions('e', object, scope))}`;
}

/** What a resource must be to be what a statement asks for. The account filter is one of what is reached. */
export function objectConditions(alias: string, object: EntityPattern, scope: QueryScope): Condition[] {
  return [holds(alias, scope), sql<boolean>`${column(alias, 'is_resource')}`, ...entityConditions(alias, object, scope), inAccount(alias, scope)];
}

/** Within the account filter. */
function inAccount(alias: string, { accountId }: QueryScope): Condition {
  return accountId === null ? TRUE : isLeftIn(column(alias, 'account_id'), accountId);
}

/** Further columns of both sides of a join of ways and edges. */
interface Columns {
  ofPath?: RawBuilder<unknown>;
  ofEdge?: RawBuilder<unknown>;
}

/**
 * `from` and `where` of all ways (`p`) that lead to something by an edge (`a`), whoever goes there. Edges are narrowed down before they meet ways, and ways
 * of which something is asked before they meet edges: the planner cannot tell how few a question leaves.
 */
export function pathsTo(object: EntityPattern, clauses: readonly Clause[], scope: QueryScope, more: Columns = {}): RawBuilder<unknown> {
  const routes = routeColumns(clauses, scope);
  const columns = (side: 'ofPath' | 'ofEdge'): RawBuilder<unknown> => {
    const all = [...routes.map((route, index) => sql`${route[side]} as ${sql.ref(`route${index}`)}`), ...(more[side] ? [more[side]] : [])];
    return all.length > 0 ? sql`, ${sql.join(all)}` : sql``;
  };
  const routed = routes.map((_route, index) => sql<boolean>`(${sql.ref(`p.route${index}`)} and ${sql.ref(`a.route${index}`)})`);
  const edges = isKnownByReach(object, clauses, scope)
    ? sql`graph_reach a where a.tenant_id = ${scope.tenantId} and ${allOf(classConditions(object, scope))}`
    : sql`graph_access a where ${holds('a', scope)} and ${leadsThere(object, scope)}`;
  const fitting = sql`${edges} and ${allOf(edgeConditions(clauses, scope))}`;
  // Where nothing narrows edges down, documents are read of one edge of a class of principals after the other until one fits, and not of all edges.
  const isByClass = readsGrants(clauses, scope) && isBroadObject(object, scope) && !more.ofPath && !more.ofEdge;
  const ofClass = routes.map(
    ({ ofEdge }, index) => sql`exists (select 1 from ${fitting} and a.pclass_id = c.pclass_id and ${ofEdge} offset 0) as ${sql.ref(`route${index}`)}`,
  );
  const ends = isByClass
    ? sql`select c.pclass_id, ${sql.join(ofClass)} from (select distinct w.pclass_id from graph_profile_class w where ${holds('w', scope)} offset 0) c`
    : sql`select distinct a.pclass_id ${columns('ofEdge')} from ${fitting}`;
  return sql`
    from (${ends} offset 0) a
    join (select p.profile_id, p.pclass_id ${columns('ofPath')} from graph_profile_class p where ${holds('p', scope)} ${routes.length > 0 ? sql`offset 0` : sql``}) p on p.pclass_id = a.pclass_id
    where ${routed.length > 0 ? anyOf(routed) : TRUE}`;
}
