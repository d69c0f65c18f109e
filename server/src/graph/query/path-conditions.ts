import { sql, type RawBuilder } from 'kysely';
import type { AccessKind } from '../engine/catalogue/action-kinds';
import { ACCESS_KINDS, ALL_VARIANTS, GRANT_VARIANTS, grantMark } from '../engine/grant-marks';
import type { Clause, EntityPattern, GrantClause, ViaClause } from './ast';
import { actsAsRole, grantsRole, isAtScope, isOfRole, isOfSourceAtScope, isOfSourceWithRole } from './grant-places';
import { forCondition, givesOf, requestedKinds } from './privilege-conditions';
import { hopsOfPath, type QueryScope } from './bind-scope';
import { allOf, anyOf, type Condition, TRUE } from './sql-conditions';
import { areDecidedByVariant, classesOfTail, hopsInOrder, mayBeHop, isNoHop, isNoTail, variantsInOrder, tailInOrder } from './path-hops';

/**
 * One alternative for how a path may match: conditions on its hops, from the identity `i` to the principal class `p` that holds the
 * policies, and on one grant (`v`) of the access edge `a`. Keeping the two sides apart evaluates each once instead of once per pair.
 */
interface Route {
  /** A condition on the hops `hs` of the path. */
  ofHops: Condition;
  /** Built only when grants are read, because building it registers the lists that it compares with. */
  ofGrant: () => Condition;
  /** The grant variants for which `ofGrant` can be true. */
  variants: readonly number[];
  /** The part of `ofGrant` that depends only on the source of the edge; absent: none. */
  ofSource?: Condition;
  /** A condition on the edge `a` that every match fulfils. It costs as much as a list of the graph, so only joins of all paths with all edges use it. */
  ofEnd?: Condition;
  /** Selects the principal classes (`value`) that every match ends in; absent: all. */
  classes?: RawBuilder<unknown>;
  /** True when `ofGrant` holds for every grant of these variants, so grants need not be read. */
  isDecidedByVariant: boolean;
}

/**
 * Returns the join after `p` that computes `steps`, with one column per route that tells whether the hops fit. It runs once per path,
 * however many edges follow.
 */
export function hopRoutes(clauses: readonly Clause[], scope: QueryScope): RawBuilder<unknown> {
  const routes = routesOf(clauses, scope);
  if (!routes) return sql``;
  const readsHops = routes.some(({ ofHops }) => ofHops !== TRUE);
  return sql`cross join lateral (
    select ${sql.join(routes.map(({ ofHops }, index) => sql`${ofHops} as ${routeColumn(index)}`))} ${readsHops ? sql`from ${hopsOfPath(scope)}` : sql``} offset 0) steps`;
}

/** Returns whether the hops and the principal class of the path `p` fit at least one route. Other paths need no edges. */
export function hasRoute(clauses: readonly Clause[], scope: QueryScope): Condition {
  const routes = routesOf(clauses, scope);
  if (!routes) return TRUE;
  // An administrator has tens of thousands of paths, of which a few end in a class with such a grant.
  const endsThere = ({ classes }: Route): Condition => (classes ? sql<boolean>`(p.pclass_id in (${classes})) is true` : TRUE);
  return anyOf(routes.map((route, index) => allOf([onSteps(index), endsThere(route)])));
}

/**
 * Returns the conditions on a path: from an identity `i` through a principal class `p` with its `steps` and an access edge `a` to a class
 * of resources `k`.
 */
export function pathConditions(clauses: readonly Clause[], scope: QueryScope): Condition[] {
  const routes = routesOf(clauses, scope);
  const routed = routes?.map((route, index) => allOf([onSteps(index), hasGrant(route, clauses, scope)]));
  return [...(routed ? [anyOf(routed)] : []), ...edgeConditions(clauses, scope)];
}

/** Returns the conditions that concern the edge alone. */
export function edgeConditions(clauses: readonly Clause[], scope: QueryScope): Condition[] {
  return clauses.flatMap((clause) => (clause.kind === 'for' ? [forCondition(clause, scope)] : []));
}

/**
 * Returns the same conditions in two parts, for joins of all paths with all edges: one column per route on either side. `ofEnd` follows from the column of
 * the edge, and an index finds the edges that fulfil it; null: none does. `classes` selects the principal classes (`value`) of those edges; null: all.
 */
export function routeColumns(
  clauses: readonly Clause[],
  scope: QueryScope,
): { ofHops: Condition; ofEdge: Condition; ofEnd: Condition | null; classes: RawBuilder<unknown> | null }[] {
  return (routesOf(clauses, scope) ?? []).map((route) => {
    const isGranted = hasGrant(route, clauses, scope);
    const isOfClass = route.classes && sql<boolean>`a.pclass_id = any(array(${route.classes}))`;
    const ofEnd = isOfClass && route.ofEnd ? allOf([route.ofEnd, isOfClass]) : (route.ofEnd ?? isOfClass ?? null);
    return {
      ofHops: route.ofHops,
      ofEdge: route.ofEnd ? allOf([route.ofEnd, isGranted]) : isGranted,
      ofEnd,
      classes: route.classes ?? null,
    };
  });
}

/** Returns whether the clauses require reading grants, beyond the marks of an edge. */
export function readsGrants(clauses: readonly Clause[], scope: QueryScope): boolean {
  const routes = routesOf(clauses, scope);
  return routes !== null && (requestedKinds(clauses) === null || routes.some(({ isDecidedByVariant }) => !isDecidedByVariant));
}

/** Returns whether a clause compares the accounts of both ends, which only a pair decides. */
export function comparesAccounts(clause: Clause): boolean {
  return clause.kind === 'for' && clause.anyOf.flat().some(({ kind }) => kind === 'accounts');
}

function routeColumn(index: number): RawBuilder<unknown> {
  return sql.ref(`route${index}`);
}

function onSteps(index: number): Condition {
  return sql<boolean>`${sql.ref(`steps.route${index}`)}`;
}

function hasGrant({ ofGrant, variants, isDecidedByVariant, ofSource }: Route, clauses: readonly Clause[], scope: QueryScope): Condition {
  const kinds = requestedKinds(clauses);
  const marked = hasMark(variants, kinds ?? ACCESS_KINDS, [false, true]);
  if (isDecidedByVariant && kinds) return marked;
  // `case` fixes the order of evaluation: only grants of plausible edges are read.
  return sql<boolean>`(case when ${allOf([marked, ...(ofSource ? [ofSource] : [])])} then exists (select 1 from ${grantsOfEdge(scope)} and ${ofGrant()} and ${givesOf(clauses, scope)}) else false end)`;
}

/** Returns whether the edge has a grant of one of these variants and kinds of access, unconditional (false) or conditional (true). */
function hasMark(variants: readonly number[], kinds: readonly AccessKind[], conditional: readonly boolean[]): Condition {
  const marks = variants.flatMap((sort) => kinds.flatMap((kind) => conditional.map((isConditional) => grantMark(sort, kind, isConditional))));
  const mask = marks.reduce((sum, mark) => sum + mark, 0);
  return sql<boolean>`(a.marks & ${String(mask)}::bigint) <> 0`;
}

/**
 * Returns the mode in which a path gives a kind of access: 0 none, 1 conditional, 2 unconditional. When clauses restrict the path, only
 * matching grants count.
 */
export function modeOfPath(type: 'read' | 'write' | 'admin', clauses: readonly Clause[], scope: QueryScope): RawBuilder<number> {
  const ofEdge = sql<number>`${sql.ref(`a.${type}_mode`)}`;
  const routes = routesOf(clauses, scope);
  if (!routes) return ofEdge;
  const kind = type.toUpperCase() as AccessKind;
  const given = (conditional: boolean): Condition =>
    anyOf(routes.map(({ variants }, index) => allOf([onSteps(index), hasMark(variants, [kind], [conditional])])));
  if (routes.every(({ isDecidedByVariant }) => isDecidedByVariant))
    return sql<number>`least(${ofEdge}, case when ${given(false)} then 2 when ${given(true)} then 1 else 0 end)`;
  const fitting = routes.map(({ ofGrant }, index) => allOf([onSteps(index), ofGrant()]));
  return sql<number>`least(${ofEdge}, coalesce((
    select max(case when jsonb_exists(${CONDITIONAL_KINDS}, ${kind}) then 1 else 2 end) from ${grantsOfEdge(scope)} and ${anyOf(fitting)} and jsonb_exists(v -> 'kinds', ${kind})), 0))`;
}

/** The kinds of access that a grant (`v`) gives only under conditions. Grants of earlier versions do not list them. */
const CONDITIONAL_KINDS = sql`coalesce(v -> 'conditional_kinds', case when jsonb_array_length(v -> 'conditions') = 0 then '[]'::jsonb else v -> 'kinds' end)`;

/** Selects from the grants (`v`) of the edge `a` that still give something after all denies and limits. */
function grantsOfEdge({ tenantId }: QueryScope): RawBuilder<unknown> {
  return sql`graph_grants ag cross join lateral jsonb_array_elements(ag.via) v
    where ag.tenant_id = ${tenantId} and ag.grants_id = a.grants_id and v ->> 'effect' = 'Allow' and jsonb_array_length(v -> 'kinds') > 0`;
}

/**
 * Returns the alternative routes through the wanted entities and around the excluded ones. Several `via` apply in order, some to the hops
 * and the rest to the grant. Null: any path matches.
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
      : split(through, (count) => ({
          ofHops: hopsInOrder(through.slice(0, count), scope),
          ofGrant: () => tailInOrder(through.slice(count), scope),
          variants: variantsInOrder(through.slice(count)),
          isDecidedByVariant: areDecidedByVariant(through.slice(count), scope),
          classes: classesOfTail(through.slice(count), scope),
        }));
  const around = past.map((entity): Route[] => {
    const isDecidedByVariant = areDecidedByVariant([entity], scope);
    const variants = isDecidedByVariant ? otherSorts(variantsInOrder([entity])) : ALL_VARIANTS;
    return [{ ofHops: isNoHop(entity, scope), ofGrant: () => isNoTail(entity, scope), variants, isDecidedByVariant }];
  });
  return [...around, ...places.map((clause) => placeRoutes(clause, scope))].reduce(both, start);
}

const ANY_ROUTE: Route = { ofHops: TRUE, ofGrant: () => TRUE, variants: ALL_VARIANTS, isDecidedByVariant: true };

const ROLE_SORTS: readonly number[] = ALL_VARIANTS.filter((sort) => GRANT_VARIANTS[sort]?.isRole);

function otherSorts(variants: readonly number[]): readonly number[] {
  return ALL_VARIANTS.filter((sort) => !variants.includes(sort));
}

/** Returns a route for each number of entities that can be hops, while the others belong to the grant. */
function split(through: readonly EntityPattern[], at: (count: number) => Route): Route[] {
  const hops = through.findIndex((entity) => !mayBeHop(entity));
  return Array.from({ length: (hops === -1 ? through.length : hops) + 1 }, (_none, count) => at(count));
}

/** Returns the routes of a role or scope clause. An identity holds a role by assuming it or by a grant. */
function placeRoutes({ kind, names, negated }: GrantClause, scope: QueryScope): Route[] {
  const not = (condition: Condition): Condition => (negated ? sql<boolean>`not ${condition}` : condition);
  if (kind === 'scope') {
    const ofSource = negated ? undefined : isOfSourceAtScope(names, scope);
    return [{ ofHops: TRUE, ofGrant: () => not(isAtScope(names, scope)), variants: ALL_VARIANTS, isDecidedByVariant: false, ofSource }];
  }
  const acting = not(actsAsRole(names, scope));
  const granted = (): Condition => not(grantsRole(names, scope));
  if (negated) return [{ ofHops: acting, ofGrant: granted, variants: ALL_VARIANTS, isDecidedByVariant: false }];
  return [
    { ofHops: acting, ofGrant: () => TRUE, variants: ALL_VARIANTS, isDecidedByVariant: true, ofEnd: isOfRole('a', names, scope) ?? undefined },
    { ofHops: TRUE, ofGrant: granted, variants: ROLE_SORTS, isDecidedByVariant: false, ofEnd: isOfSourceWithRole(names, scope) },
  ];
}

function both(one: readonly Route[], other: readonly Route[]): Route[] {
  return one.flatMap((a) =>
    other.map((b) => ({
      ofHops: allOf([a.ofHops, b.ofHops]),
      ofGrant: () => allOf([a.ofGrant(), b.ofGrant()]),
      variants: a.variants.filter((sort) => b.variants.includes(sort)),
      isDecidedByVariant: a.isDecidedByVariant && b.isDecidedByVariant,
      ofSource: a.ofSource && b.ofSource ? allOf([a.ofSource, b.ofSource]) : (a.ofSource ?? b.ofSource),
      ofEnd: a.ofEnd && b.ofEnd ? allOf([a.ofEnd, b.ofEnd]) : (a.ofEnd ?? b.ofEnd),
      classes: a.classes && b.classes ? sql`${a.classes} intersect ${b.classes}` : (a.classes ?? b.classes),
    })),
  );
}
