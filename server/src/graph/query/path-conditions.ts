import { sql, type RawBuilder } from 'kysely';
import type { AccessKind } from '../engine/catalogue/action-kinds';
import { ACCESS_KINDS, ALL_VARIANTS, GRANT_VARIANTS, grantMark } from '../engine/grant-marks';
import type { Clause, GrantClause, ViaClause } from './ast';
import { actsAsRole, grantsRole, isAtScope, isOfSourceAtScope } from './grant-places';
import { forCondition, givesOf, requestedKinds } from './privilege-conditions';
import type { QueryScope } from './bind-scope';
import { allOf, anyOf, type Condition, TRUE } from './sql-conditions';
import { areDecidedByVariant, hopsInOrder, isNoHop, isNoTail, variantsInOrder, tailInOrder } from './path-hops';

/**
 * What leads along a way: its steps from the identity `i` to whoever holds the policies (`p`, a principal class that it is or can become)
 * and one grant (`v`) of the access edge `a`. Both are told apart, so that each is looked at once and not for every pair of them.
 */
interface Route {
  ofPath: Condition;
  /** Made where documents are read: lists that it compares with are worked out for it. */
  ofGrant: () => Condition;
  /** The sorts of grants that `ofGrant` may be true of. */
  variants: readonly number[];
  /** What of `ofGrant` the source of the edge tells; absent: nothing. */
  ofSource?: Condition;
  /** It is true of all grants of these sorts: their documents need not be read. */
  isDecidedByVariant: boolean;
}

/**
 * A part of `from` behind `p`: `steps`, with a column for each route that tells whether the steps of the way fit it. Worked out once for each way,
 * however many edges it has.
 */
export function hopRoutes(clauses: readonly Clause[], scope: QueryScope): RawBuilder<unknown> {
  const routes = routesOf(clauses, scope);
  if (!routes) return sql``;
  return sql`cross join lateral (select ${sql.join(routes.map(({ ofPath }, index) => sql`${ofPath} as ${routeColumn(index)}`))} offset 0) steps`;
}

/** Some route fits the steps of the way: the edges of others need not be looked at. */
export function hasRoute(clauses: readonly Clause[], scope: QueryScope): Condition {
  const routes = routesOf(clauses, scope);
  return routes ? anyOf(routes.map((_route, index) => onSteps(index))) : TRUE;
}

/**
 * A way from an identity `i` by a principal class that it is or can become (`p` with its `steps`) and an access edge of that class (`a`, with the
 * deciding statements) to a class of resources, of which `k` is one.
 */
export function pathConditions(clauses: readonly Clause[], scope: QueryScope): Condition[] {
  const routes = routesOf(clauses, scope);
  const routed = routes?.map((route, index) => allOf([onSteps(index), hasGrant(route, clauses, scope)]));
  return [...(routed ? [anyOf(routed)] : []), ...edgeConditions(clauses, scope)];
}

/** What of that is said of the edge alone. */
export function edgeConditions(clauses: readonly Clause[], scope: QueryScope): Condition[] {
  return clauses.flatMap((clause) => (clause.kind === 'for' ? [forCondition(clause, scope)] : []));
}

/** The same in two parts, for joins of all ways with all edges: a column for each route on both sides. */
export function routeColumns(clauses: readonly Clause[], scope: QueryScope): { ofPath: Condition; ofEdge: Condition }[] {
  return (routesOf(clauses, scope) ?? []).map((route) => ({ ofPath: route.ofPath, ofEdge: hasGrant(route, clauses, scope) }));
}

/** Whether the documents of grants must be read: what marks do not tell. */
export function readsGrants(clauses: readonly Clause[], scope: QueryScope): boolean {
  const routes = routesOf(clauses, scope);
  return routes !== null && (requestedKinds(clauses) === null || routes.some(({ isDecidedByVariant }) => !isDecidedByVariant));
}

/** Whether it is about the accounts of both ends, which only a pair tells. */
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
  // The case keeps the order: documents are read of those alone that can fit at all.
  return sql<boolean>`(case when ${allOf([marked, ...(ofSource ? [ofSource] : [])])} then exists (select 1 from ${GRANTS} and ${ofGrant()} and ${givesOf(clauses, scope)}) else false end)`;
}

/** The edge has a grant of one of these sorts that gives access of one of these kinds, always (false) or under conditions (true). */
function hasMark(variants: readonly number[], kinds: readonly AccessKind[], conditional: readonly boolean[]): Condition {
  const marks = variants.flatMap((sort) => kinds.flatMap((kind) => conditional.map((isConditional) => grantMark(sort, kind, isConditional))));
  const mask = marks.reduce((sum, mark) => sum + mark, 0);
  return sql<boolean>`(a.marks & ${String(mask)}::bigint) <> 0`;
}

/**
 * How a way gives access of a kind: 0 not, 1 under conditions, 2 always. Where a way is asked for, only what its own grants give counts.
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
    select max(case when jsonb_array_length(v -> 'conditions') = 0 then 2 else 1 end) from ${GRANTS} and ${anyOf(fitting)} and jsonb_exists(v -> 'kinds', ${kind})), 0))`;
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
          ofPath: hopsInOrder(through.slice(0, count), scope),
          ofGrant: () => tailInOrder(through.slice(count), scope),
          variants: variantsInOrder(through.slice(count)),
          isDecidedByVariant: areDecidedByVariant(through.slice(count)),
        }));
  const around = past.map((entity): Route[] => {
    const isDecidedByVariant = areDecidedByVariant([entity]);
    const variants = isDecidedByVariant ? otherSorts(variantsInOrder([entity])) : ALL_VARIANTS;
    return [{ ofPath: isNoHop(entity, scope), ofGrant: () => isNoTail(entity, scope), variants, isDecidedByVariant }];
  });
  return [...around, ...places.map((clause) => placeRoutes(clause, scope))].reduce(both, start);
}

const ANY_ROUTE: Route = { ofPath: TRUE, ofGrant: () => TRUE, variants: ALL_VARIANTS, isDecidedByVariant: true };

const ROLE_SORTS: readonly number[] = ALL_VARIANTS.filter((sort) => GRANT_VARIANTS[sort]?.isRole);

function otherSorts(variants: readonly number[]): readonly number[] {
  return ALL_VARIANTS.filter((sort) => !variants.includes(sort));
}

function split(length: number, at: (count: number) => Route): Route[] {
  return Array.from({ length: length + 1 }, (_none, count) => at(count));
}

/** A role is had by acting as it, or where it is granted. */
function placeRoutes({ kind, names, negated }: GrantClause, scope: QueryScope): Route[] {
  const not = (condition: Condition): Condition => (negated ? sql<boolean>`not ${condition}` : condition);
  if (kind === 'scope') {
    const ofSource = negated ? undefined : isOfSourceAtScope(names, scope);
    return [{ ofPath: TRUE, ofGrant: () => not(isAtScope(names, scope)), variants: ALL_VARIANTS, isDecidedByVariant: false, ofSource }];
  }
  const acting = not(actsAsRole(names));
  const granted = (): Condition => not(grantsRole(names, scope));
  if (negated) return [{ ofPath: acting, ofGrant: granted, variants: ALL_VARIANTS, isDecidedByVariant: false }];
  return [
    { ofPath: acting, ofGrant: () => TRUE, variants: ALL_VARIANTS, isDecidedByVariant: true },
    { ofPath: TRUE, ofGrant: granted, variants: ROLE_SORTS, isDecidedByVariant: false },
  ];
}

function both(one: readonly Route[], other: readonly Route[]): Route[] {
  return one.flatMap((a) =>
    other.map((b) => ({
      ofPath: allOf([a.ofPath, b.ofPath]),
      ofGrant: () => allOf([a.ofGrant(), b.ofGrant()]),
      variants: a.variants.filter((sort) => b.variants.includes(sort)),
      isDecidedByVariant: a.isDecidedByVariant && b.isDecidedByVariant,
      ofSource: a.ofSource && b.ofSource ? allOf([a.ofSource, b.ofSource]) : (a.ofSource ?? b.ofSource),
    })),
  );
}
