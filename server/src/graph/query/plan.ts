import { sql, type RawBuilder } from 'kysely';
import type { Clause, EntityPattern, Expression, GrantClause, Privilege, Statement } from './ast';
import { actingSubjects } from './acting-subjects';
import { matchesActivity } from './event-conditions';
import { entityConditions } from './entity-conditions';
import { holds, hopsOfPath, type QueryScope } from './bind-scope';
import { allOf, anyOf, TRUE, type Condition } from './sql-conditions';
import { byProfiles, isAmongProfiles, isConjunction, isOfEach } from './profile-sets';
import {
  classConditions,
  classesOf,
  isAmongClasses,
  isAnyObject,
  isBroadObject,
  isInhabited,
  isKnownByReach,
  isOfClasses,
  objectConditions,
} from './paths-to';
import { usageOfResource, usageOfEdge, usageOfHops, usageOfIdentity, usageOfPath, usesOfPath } from './usage-conditions';
import { actsAsRole, isOfRole } from './grant-places';
import { hasRoute, readsGrants, hopRoutes, pathConditions } from './path-conditions';

const ANYTHING: EntityPattern = { types: null, names: [], filters: [] };

/** A statement with displayed rows, and the further restrictions on its identities `i`. */
export interface Branch {
  statement: Statement;
  restrictions: Condition[];
  /** The part of the conditions that one set of profiles answers; null: each part is evaluated separately. */
  reach: Condition | null;
}

/**
 * Plans the statements that produce rows. `A and B` shows the rows of both for identities in both; `A or B` shows those of either; `not`
 * only subtracts. Beside a statement with access, statements with usage or without a verb only filter.
 */
export function planBranches(expression: Expression, scope: QueryScope, others: readonly Expression[] = []): Branch[] {
  if (expression.kind === 'statement') return [planBranch(expression, others, scope)];
  if (expression.kind === 'not') return [];
  if (expression.kind === 'or') return expression.parts.flatMap((part) => planBranches(part, scope, others));
  const positive = expression.parts.filter(({ kind }) => kind !== 'not');
  const withAccess = positive.filter((part) => hasVerb(part, 'access'));
  const withUsage = positive.filter((part) => hasVerb(part, 'usage'));
  const shownParts = [withAccess, withUsage].find((parts) => parts.length > 0) ?? positive.slice(0, 1);
  return shownParts.flatMap((shown) => planBranches(shown, scope, [...others, ...expression.parts.filter((part) => part !== shown)]));
}

function planBranch(statement: Statement, others: readonly Expression[], scope: QueryScope): Branch {
  const { reach, left } = byProfiles(statement, others, scope);
  return { statement, restrictions: left.map((other) => isMember(other, scope)), reach };
}

/** Returns the conditions on the entity `i` as a subject of the branch. */
export function branchConditions({ statement, restrictions, reach }: Branch, scope: QueryScope): Condition[] {
  return [...identityConditions(statement, scope), ...(reach === null ? verbConditions(statement, scope) : [reach]), ...restrictions];
}

function hasVerb(expression: Expression, verb: 'access' | 'usage'): boolean {
  if (expression.kind === 'statement') return expression.verb?.kind === verb;
  return expression.kind !== 'not' && expression.parts.some((part) => hasVerb(part, verb));
}

/** Returns whether the entity `i` matches an expression. Two-valued: unknown counts as no. */
function isMember(expression: Expression, scope: QueryScope): Condition {
  if (expression.kind === 'statement') return sql<boolean>`coalesce(${allOf(subjectConditions(expression, scope))}, false)`;
  if (expression.kind === 'not') return sql<boolean>`not ${isMember(expression.part, scope)}`;
  const parts = expression.parts.map((part) => isMember(part, scope));
  return expression.kind === 'and' ? allOf(parts) : anyOf(parts);
}

/** Returns the conditions on the entity `i` as a subject of the statement, including access and usage. */
function subjectConditions(statement: Statement, scope: QueryScope): Condition[] {
  return [...identityConditions(statement, scope), ...verbConditions(statement, scope)];
}

/** Returns the conditions that concern access or activity. */
export function verbConditions(statement: Statement, scope: QueryScope): Condition[] {
  const { verb, clauses } = statement;
  return [
    ...(verb?.kind === 'access' ? reachConditions(verb.object, clauses, scope) : []),
    ...(verb?.kind === 'usage' ? [matchesActivity(statement, scope)] : []),
  ];
}

/** Returns the conditions on the identity itself, for statements that evaluate access or activity separately. */
export function identityConditions(statement: Statement, scope: QueryScope): Condition[] {
  const { subjects, verb, clauses } = statement;
  const isAny = subjects.some(({ types }) => types === null);
  const mustAct = verb !== null || isAny;
  return [
    ...(mustAct ? [sql<boolean>`i.is_identity`] : []),
    anyOf(actingSubjects(statement).map((subject) => allOf(entityConditions('i', subject, scope)))),
    ...(verb?.kind === 'usage' ? heldConditions(clauses.filter(isPathClause), scope) : []),
    ...(verb === null ? heldConditions(clauses, scope) : []),
  ];
}

/** Returns whether the clause concerns the path. In a statement about activity, the other clauses apply to the event. */
function isPathClause({ kind }: Clause): boolean {
  return kind === 'via' || kind === 'role' || kind === 'scope';
}

/**
 * Returns the conditions for clauses without with-access, which apply to the identity regardless of the resource. Role and scope clauses
 * must match the same grant.
 */
function heldConditions(clauses: readonly Clause[], scope: QueryScope): Condition[] {
  const places = clauses.filter((clause): clause is GrantClause => clause.kind === 'role' || clause.kind === 'scope');
  const others = clauses.filter((clause) => clause.kind !== 'role' && clause.kind !== 'scope');
  const isHeld = places.some(({ negated }) => !negated)
    ? [isGranted(places, scope)]
    : places.map((clause) => sql<boolean>`not ${isGranted([{ ...clause, negated: false }], scope)}`);
  return [...isHeld, ...others.flatMap((clause) => reachConditions(ANYTHING, [clause], scope))];
}

/** An identity holds a role that it may assume, even if the role has no access. */
function isGranted(places: readonly GrantClause[], scope: QueryScope): Condition {
  // One by one, identities have few paths. For all of them, those that end elsewhere are not read.
  const roles = places.flatMap(({ kind, negated, names }) =>
    kind === 'role' && !negated ? [...(scope.window === null ? [isOfRole('p', names, scope) ?? TRUE] : []), actsAsRole(names, scope)] : [],
  );
  const byGrant = reaches(ANYTHING, places, scope);
  if (roles.length === 0 || places.some(({ kind, negated }) => kind !== 'role' || negated)) return known(byGrant);
  const assumed = sql<boolean>`i.profile_id in (select p.profile_id from graph_profile_class p cross join lateral (select hs.* from ${hopsOfPath(scope)}) hs where ${holds('p', scope)} and ${allOf(roles)})`;
  return known(anyOf([assumed, byGrant]));
}

/** Counts unknown as no: an identity without paths matches none. */
function known(condition: Condition): Condition {
  return sql<boolean>`coalesce(${condition}, false)`;
}

/**
 * Returns whether `i` reaches a matching resource by a matching path. For privileges joined by `and` it holds each, possibly on different
 * resources.
 */
function reachConditions(object: EntityPattern, clauses: readonly Clause[], outer: QueryScope): Condition[] {
  const conjunctions = clauses.filter(isConjunction);
  // A named object has few classes, and reading their edges is quick.
  const scope = conjunctions.length > 0 && object.names.length === 0 ? { ...outer, repeatsObject: true } : outer;
  return [
    reaches(object, clauses, scope),
    ...conjunctions.map((clause) => {
      const others = clauses.filter((other) => other !== clause);
      const holdsOne = (privilege: Privilege): Condition =>
        reaches(object, [...others, { kind: 'for', negated: false, anyOf: [[privilege]] }], scope);
      return anyOf(clause.anyOf.map((all) => allOf(all.map(holdsOne))));
    }),
  ];
}

/**
 * Returns whether `i` reaches the object, by one of two plans. A selective question finds the profiles once and looks identities up among
 * them. A broad question tests each identity as the page advances. Measured: the wrong plan is about 30 times slower.
 */
function reaches(object: EntityPattern, clauses: readonly Clause[], scope: QueryScope): Condition {
  if (isAnyObject(object, scope) && clauses.length === 0) {
    return sql<boolean>`exists (
      select 1 from graph_profile_class p join graph_access a on a.pclass_id = p.pclass_id and ${holds('a', scope)}
      where ${holds('p', scope)} and p.profile_id = i.profile_id)`;
  }
  // `offset 0` keeps the planner from joining all identities.
  const hasPath = sql<boolean>`exists (select 1 from ${pathsOf(object, clauses, scope, { needsClasses: false })} offset 0)`;
  if (scope.window !== null) return hasPath;
  const ofEach = clauses.filter(isOfEach);
  if (ofEach.length === 0) return isAmongProfiles(object, clauses, scope);
  const ofAll = clauses.filter((clause) => !ofEach.includes(clause));
  // Identities without any access to the object, or without the use that is asked for, need no further test.
  return allOf([isAmongProfiles(object, ofAll, scope), usageOfIdentity(clauses, scope), hasPath]);
}

/** Returns whether the query names only kinds of resources. Then most identities with any access match. */
export function isBroad({ statement: { verb } }: Branch, scope: QueryScope): boolean {
  return verb?.kind === 'access' && isBroadObject(verb.object, scope);
}

/** Returns whether the branch must read grants to match paths. */
export function isOfGrants({ statement: { clauses } }: Branch, scope: QueryScope): boolean {
  return readsGrants(clauses, scope);
}

/** The number of classes to read per path, and the first one, in the order of `k.type` and `a.class_id`. */
export interface ClassPage {
  fromHere: Condition;
  limit: number;
}

/**
 * Returns `from` and `where` for the paths of the identity `i`: `p` with its `steps`, `a`, and `k` for each class with a matching resource.
 * @param page the classes to read; the first classes overall are among the first classes of each path
 * @param needsClasses false when only existence matters
 */
export function pathsOf(
  object: EntityPattern,
  clauses: readonly Clause[],
  scope: QueryScope,
  { page = null, needsClasses = true }: { page?: ClassPage | null; needsClasses?: boolean } = {},
): RawBuilder<unknown> {
  const paths = sql`graph_profile_class p ${hopRoutes(clauses, scope)}`;
  const isOfI = sql<boolean>`${holds('p', scope)} and p.profile_id = i.profile_id and ${hasRoute(clauses, scope)}`;
  const fromHere = page?.fromHere ?? TRUE;
  const isOfUse = clauses.some(({ kind }) => kind === 'usage');
  if (!isOfClasses(object) && !isOfUse) {
    return sql`${paths} join graph_access a on a.pclass_id = p.pclass_id and ${holds('a', scope)}
      join (${classesOf(object, scope)}) k on k.class_id = a.class_id
      where ${isOfI} and ${allOf([...pathConditions(clauses, scope), fromHere])}`;
  }
  const isOfClass = isOfClasses(object);
  const conditions = allOf([...(isOfClass ? classConditions(object, scope) : []), ...pathConditions(clauses, scope)]);
  const isKnown = isKnownByReach(object, clauses, scope);
  // Usage belongs to single resources, so each edge needs one matching resource.
  const members = isOfUse
    ? sql<boolean>`${usageOfPath(clauses, scope)} and exists (
        select 1 from graph_entity r
        where r.class_id = a.class_id and ${allOf(objectConditions('r', object, scope))} and ${usageOfResource('r', clauses)} offset 0)`
    : isInhabited(scope);
  const place = sql`cross join lateral (select a.type, a.account_id) k`;
  const accessRows = sql`select a.type, a.account_id from graph_reach a ${place} where a.tenant_id = ${scope.tenantId} and a.pclass_id = p.pclass_id and ${conditions}`;
  // A quick test avoids reading hundreds of edges of a path that leads nowhere.
  const leadsThere = isKnown && needsClasses && !isBroadObject(object, scope) ? sql<boolean>`exists (${accessRows} offset 0)` : TRUE;
  const edges =
    !needsClasses && isKnown
      ? sql`${accessRows} limit 1`
      : sql`
        select a.class_id, a.type, a.account_id, a.read_mode, a.write_mode, a.admin_mode, a.marks ${readsGrants(clauses, scope) ? sql`, a.grants_id, a.source_uid` : sql``}
        from graph_access a ${place}
        where ${holds('a', scope)} and a.pclass_id = p.pclass_id and ${conditions} and ${members} and ${fromHere}
        ${page ? sql`order by a.type, a.class_id limit ${page.limit}` : sql`offset 0`}`;
  // The uses of a path cost more than all the rest, so they are read only where its class leads to the object.
  const leads =
    isOfUse && scope.window === null
      ? isAmongClasses(
          sql`p.pclass_id`,
          object,
          clauses.filter((clause) => !isOfEach(clause)),
          { ofEdge: usageOfEdge(clauses, scope), key: clauses.filter(({ kind }) => kind === 'usage') },
          scope,
        )
      : TRUE;
  return sql`${paths} ${usesOfPath(clauses, scope)} cross join lateral (${edges}) a ${place}
    where ${isOfI} and ${leads} and ${usageOfHops(clauses, scope)} and ${leadsThere}`;
}
