import { sql, type RawBuilder } from 'kysely';
import type { Clause, EntityPattern, Expression, GrantClause, Privilege, Statement } from './ast';
import { matchesActivity } from './event-conditions';
import { entityConditions } from './entity-conditions';
import { holds, type QueryScope } from './bind-scope';
import { allOf, anyOf, TRUE, type Condition } from './sql-conditions';
import { byProfiles, isAmongProfiles, isConjunction, isOfEach } from './profile-sets';
import { classConditions, classesOf, isAnyObject, isBroadObject, isInhabited, isKnownByReach, isOfClasses, objectConditions } from './paths-to';
import { usageOfResource, usageOfHops, usageOfPath, usesOfPath } from './usage-conditions';
import { actsAsRole } from './grant-places';
import { hasRoute, readsGrants, hopRoutes, pathConditions } from './path-conditions';

const ANYTHING: EntityPattern = { types: null, names: [], filters: [] };

/** A statement whose rows are shown, with what else the identities `i` must be. */
export interface Branch {
  statement: Statement;
  restrictions: Condition[];
  /** What of all of this is said of what identities reach, where one set tells it; null: each part is asked for by itself. */
  reach: Condition | null;
}

/**
 * The statements whose rows make up an answer. `A and B` shows the rows of both, of identities that are in both; `A or B` those of
 * either; `not` only takes away. Beside a statement of access, one of use has no rows of its own, and beside both, one that only names
 * identities has none: they filter.
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

/** What the entity `i` must be to be a subject of the branch. */
export function branchConditions({ statement, restrictions, reach }: Branch, scope: QueryScope): Condition[] {
  return [...identityConditions(statement, scope), ...(reach === null ? verbConditions(statement, scope) : [reach]), ...restrictions];
}

function hasVerb(expression: Expression, verb: 'access' | 'usage'): boolean {
  if (expression.kind === 'statement') return expression.verb?.kind === verb;
  return expression.kind !== 'not' && expression.parts.some((part) => hasVerb(part, verb));
}

/** Whether the entity `i` is among those that an expression speaks of. Two-valued: who is not known to be is not. */
function isMember(expression: Expression, scope: QueryScope): Condition {
  if (expression.kind === 'statement') return sql<boolean>`coalesce(${allOf(subjectConditions(expression, scope))}, false)`;
  if (expression.kind === 'not') return sql<boolean>`not ${isMember(expression.part, scope)}`;
  const parts = expression.parts.map((part) => isMember(part, scope));
  return expression.kind === 'and' ? allOf(parts) : anyOf(parts);
}

/** What the entity `i` must be to be a subject of the statement, access and use included. */
function subjectConditions(statement: Statement, scope: QueryScope): Condition[] {
  return [...identityConditions(statement, scope), ...verbConditions(statement, scope)];
}

/** What of these is said of what it reaches or did. */
export function verbConditions(statement: Statement, scope: QueryScope): Condition[] {
  const { verb, clauses } = statement;
  return [
    ...(verb?.kind === 'access' ? reachConditions(verb.object, clauses, scope) : []),
    ...(verb?.kind === 'usage' ? [matchesActivity(statement, scope)] : []),
  ];
}

/** The others: for answers that look at what it reaches or did themselves. */
export function identityConditions(statement: Statement, scope: QueryScope): Condition[] {
  const { subjects, verb, clauses } = statement;
  const isAny = subjects.some(({ types }) => types === null);
  const mustAct = verb !== null || isAny;
  return [
    ...(mustAct ? [sql<boolean>`i.is_identity`] : []),
    anyOf(subjects.map((subject) => allOf(entityConditions('i', subject, scope)))),
    ...(verb?.kind === 'usage' ? heldConditions(clauses.filter(isPathClause), scope) : []),
    ...(verb === null ? heldConditions(clauses, scope) : []),
  ];
}

/** Of what somebody did, privileges and times are those of the event. */
function isPathClause({ kind }: Clause): boolean {
  return kind === 'via' || kind === 'role' || kind === 'scope';
}

/** Clauses of a statement without access: said of the identity, whatever it reaches. Roles and scopes are those of one grant. */
function heldConditions(clauses: readonly Clause[], scope: QueryScope): Condition[] {
  const places = clauses.filter((clause): clause is GrantClause => clause.kind === 'role' || clause.kind === 'scope');
  const others = clauses.filter((clause) => clause.kind !== 'role' && clause.kind !== 'scope');
  const isHeld = places.some(({ negated }) => !negated)
    ? [isGranted(places, scope)]
    : places.map((clause) => sql<boolean>`not ${isGranted([{ ...clause, negated: false }], scope)}`);
  return [...isHeld, ...others.flatMap((clause) => reachConditions(ANYTHING, [clause], scope))];
}

/** A role that may be assumed is held even where it reaches nothing. */
function isGranted(places: readonly GrantClause[], scope: QueryScope): Condition {
  const roles = places.flatMap(({ kind, negated, names }) => (kind === 'role' && !negated ? [actsAsRole(names)] : []));
  const byGrant = reaches(ANYTHING, places, scope);
  if (roles.length === 0 || roles.length < places.length) return known(byGrant);
  const assumed = sql<boolean>`i.profile_id in (select p.profile_id from graph_profile_class p where ${holds('p', scope)} and ${allOf(roles)})`;
  return known(anyOf([assumed, byGrant]));
}

/** Who has no ways at all has none of those. */
function known(condition: Condition): Condition {
  return sql<boolean>`coalesce(${condition}, false)`;
}

/** `i` reaches something that fits, by a way that fits; of privileges joined by `and` it holds each, be it on different resources. */
function reachConditions(object: EntityPattern, clauses: readonly Clause[], scope: QueryScope): Condition[] {
  const conjunctions = clauses.filter(isConjunction);
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
 * Whether `i` reaches something. Two plans: where what is asked for is picked out by name, attribute or way, the profiles that reach it
 * are worked out once, by classes, and identities are looked up among them; where nearly everybody reaches something, each identity is
 * asked as the page walks by. Measured: either one is some 30 times slower at the other's work.
 */
function reaches(object: EntityPattern, clauses: readonly Clause[], scope: QueryScope): Condition {
  if (isAnyObject(object, scope) && clauses.length === 0) {
    return sql<boolean>`exists (
      select 1 from graph_profile_class p join graph_access a on a.pclass_id = p.pclass_id and ${holds('a', scope)}
      where ${holds('p', scope)} and p.profile_id = i.profile_id)`;
  }
  // Not as a join, which would be made of everybody.
  const asked = sql<boolean>`exists (select 1 from ${pathsOf(object, clauses, scope, { needsClasses: false })} offset 0)`;
  if (scope.window !== null) return asked;
  const ofEach = clauses.filter(isOfEach);
  if (ofEach.length === 0) return isAmongProfiles(object, clauses, scope);
  const ofAll = clauses.filter((clause) => !ofEach.includes(clause));
  // Who cannot reach it at all need not be asked how.
  return allOf([isAmongProfiles(object, ofAll, scope), asked]);
}

/** Whether nothing but kinds of resources is asked for: then most of those who reach anything reach some of it. */
export function isBroad({ statement: { verb } }: Branch, scope: QueryScope): boolean {
  return verb?.kind === 'access' && isBroadObject(verb.object, scope);
}

/** Whether documents of edges must be read to tell whether a way will do. */
export function isOfGrants({ statement: { clauses } }: Branch, scope: QueryScope): boolean {
  return readsGrants(clauses, scope);
}

/** How many classes of a way are wanted, and from where on, in the order of `k.type` and `a.class_id`. */
export interface ClassPage {
  fromHere: Condition;
  limit: number;
}

/**
 * The ways of the identity `i`: `p` with its `steps` and `a`, with `k` for each class of resources that holds some that fit.
 * @param page of classes that are wanted; a class that is among the first ones of all is among the first ones of each way that leads there
 * @param needsClasses false: it is only asked whether there are any
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
  // Use is of single resources: the first one that fits tells, edge by edge.
  const members = isOfUse
    ? sql<boolean>`${usageOfPath(clauses, scope)} and exists (
        select 1 from graph_entity r
        where r.class_id = a.class_id and ${allOf(objectConditions('r', object, scope))} and ${usageOfResource('r', clauses)} offset 0)`
    : isInhabited(scope);
  const place = sql`cross join lateral (select a.type, a.account_id) k`;
  const reached = sql`select a.type, a.account_id from graph_reach a ${place} where a.tenant_id = ${scope.tenantId} and a.pclass_id = p.pclass_id and ${conditions}`;
  // Hundreds of edges of a way need not be walked to see that none leads there.
  const leadsThere = isKnown && needsClasses && !isBroadObject(object, scope) ? sql<boolean>`exists (${reached} offset 0)` : TRUE;
  const edges =
    !needsClasses && isKnown
      ? sql`${reached} limit 1`
      : sql`
        select a.class_id, a.type, a.account_id, a.read_mode, a.write_mode, a.admin_mode, a.marks ${readsGrants(clauses, scope) ? sql`, a.via, a.source_uid` : sql``}
        from graph_access a ${place}
        where ${holds('a', scope)} and a.pclass_id = p.pclass_id and ${conditions} and ${members} and ${fromHere}
        ${page ? sql`order by a.type, a.class_id limit ${page.limit}` : sql`offset 0`}`;
  return sql`${paths} ${usesOfPath(clauses, scope)} cross join lateral (${edges}) a ${place}
    where ${isOfI} and ${usageOfHops(clauses, scope)} and ${leadsThere}`;
}
