import { sql, type RawBuilder } from 'kysely';
import type { Clause, GrantClause, ViaClause } from './ast';
import { actsAsRole, grantsRole, isAtScope } from './grant-places';
import { forCondition, givesOf } from './privilege-conditions';
import type { QueryScope } from './query-scope';
import { allOf, anyOf, type Condition, TRUE } from './sql-conditions';
import { hopsInOrder, isNoHop, isNoTail, tailInOrder } from './way-steps';

/**
 * What leads along a way: its steps from the identity `i` to whoever holds the policies (`p`, a principal class that it is or can become)
 * and one grant (`v`) of the access edge `a`. Both are told apart, so that each is looked at once and not for every pair of them.
 */
interface Route {
  ofWay: Condition;
  ofGrant: Condition;
}

/**
 * A way from an identity `i` by a principal class that it is or can become (`p`, with the steps) and an access edge of that class (`a`,
 * with the deciding statements) to a class of resources, of which `k` is one.
 */
export function wayConditions(clauses: readonly Clause[], scope: QueryScope): Condition[] {
  const routes = routesOf(clauses, scope);
  const routed = routes?.map(({ ofWay, ofGrant }) => allOf([ofWay, hasGrant(ofGrant, clauses, scope)]));
  return [...(routed ? [anyOf(routed)] : []), ...edgeConditions(clauses, scope)];
}

/** What of that is said of the edge alone. */
export function edgeConditions(clauses: readonly Clause[], scope: QueryScope): Condition[] {
  return clauses.flatMap((clause) => (clause.kind === 'for' ? [forCondition(clause, scope)] : []));
}

/** The same in two parts, for joins of all ways with all edges: a column for each route on both sides. */
export function routeColumns(clauses: readonly Clause[], scope: QueryScope): { ofWay: Condition; ofEdge: Condition }[] {
  return (routesOf(clauses, scope) ?? []).map(({ ofWay, ofGrant }) => ({ ofWay, ofEdge: hasGrant(ofGrant, clauses, scope) }));
}

function hasGrant(condition: Condition, clauses: readonly Clause[], scope: QueryScope): Condition {
  return sql<boolean>`exists (select 1 from ${GRANTS} and ${condition} and ${givesOf(clauses, scope)})`;
}

/**
 * How a way gives access of a kind: 0 not, 1 under conditions, 2 always. Where a way is asked for, only what its own grants give counts.
 */
export function modeOfWay(type: 'read' | 'write' | 'admin', clauses: readonly Clause[], scope: QueryScope): RawBuilder<number> {
  const ofEdge = sql<number>`${sql.ref(`a.${type}_mode`)}`;
  const routes = routesOf(clauses, scope);
  if (!routes) return ofEdge;
  const given = routes.map(({ ofWay, ofGrant }) => allOf([ofWay, ofGrant]));
  return sql<number>`least(${ofEdge}, coalesce((
    select max(case when jsonb_array_length(v -> 'conditions') = 0 then 2 else 1 end) from ${GRANTS} and ${anyOf(given)} and jsonb_exists(v -> 'kinds', ${type.toUpperCase()})), 0))`;
}

/** Grants that give something once everything is taken off that denies or limits. */
const GRANTS = sql`jsonb_array_elements(a.via) v where v ->> 'effect' = 'Allow' and jsonb_array_length(v -> 'kinds') > 0`;

/**
 * The ways to lead through what is asked for, and past what is not, alternatives of one another. Several `via` are met in their order: some of them on
 * the steps, the others by the grant. Null: any way will do.
 */
function routesOf(clauses: readonly Clause[], scope: QueryScope): Route[] | null {
  const vias = clauses.filter((clause): clause is ViaClause => clause.kind === 'via');
  const places = clauses.filter((clause): clause is GrantClause => clause.kind === 'role' || clause.kind === 'scope');
  if (vias.length + places.length === 0) return null;
  const through = vias.filter(({ negated }) => !negated).map(({ entity }) => entity);
  const past = vias.filter(({ negated }) => negated).map(({ entity }) => entity);
  const start =
    through.length === 0
      ? [ANY_ROUTE]
      : split(through.length, (count) => ({
          ofWay: hopsInOrder(through.slice(0, count), scope),
          ofGrant: tailInOrder(through.slice(count), scope),
        }));
  const around = past.map((entity) => [{ ofWay: isNoHop(entity, scope), ofGrant: isNoTail(entity, scope) }]);
  return [...around, ...places.map((clause) => placeRoutes(clause, scope))].reduce(both, start);
}

const ANY_ROUTE: Route = { ofWay: TRUE, ofGrant: TRUE };

function split(length: number, at: (count: number) => Route): Route[] {
  return Array.from({ length: length + 1 }, (_none, count) => at(count));
}

/** A role is had by acting as it, or where it is granted. */
function placeRoutes({ kind, names, negated }: GrantClause, scope: QueryScope): Route[] {
  const not = (condition: Condition): Condition => (negated ? sql<boolean>`not ${condition}` : condition);
  if (kind === 'scope') return [{ ofWay: TRUE, ofGrant: not(isAtScope(names, scope)) }];
  const [acting, granted] = [not(actsAsRole(names)), not(grantsRole(names, scope))];
  if (negated) return [{ ofWay: acting, ofGrant: granted }];
  return [
    { ofWay: acting, ofGrant: TRUE },
    { ofWay: TRUE, ofGrant: granted },
  ];
}

function both(one: readonly Route[], other: readonly Route[]): Route[] {
  return one.flatMap((a) => other.map((b) => ({ ofWay: allOf([a.ofWay, b.ofWay]), ofGrant: allOf([a.ofGrant, b.ofGrant]) })));
}
