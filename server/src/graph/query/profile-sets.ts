import { sql, type RawBuilder } from 'kysely';
import type { Clause, EntityPattern, Expression, ForClause, Statement } from './ast';
import { actingSubjects } from './acting-subjects';
import { holds, type QueryScope } from './bind-scope';
import { SharedSets } from './shared-sets';
import type { Condition } from './sql-conditions';
import { comparesAccounts } from './path-conditions';
import { isAnyObject, pathsTo } from './paths-to';
import { PERSON } from './vocabulary';

const PROFILE = sql`i.profile_id`;

/** Returns whether the profile of `i` reaches the object. Equal questions within a query share one set. */
export function isAmongProfiles(object: EntityPattern, clauses: readonly Clause[], scope: QueryScope): Condition {
  const profiles = profilesReaching(object, clauses, scope);
  return scope.shared ? scope.shared.has(PROFILE, profiles, keyOf(object, clauses)) : sql<boolean>`(${PROFILE} in (${profiles})) is true`;
}

function profilesReaching(object: EntityPattern, clauses: readonly Clause[], scope: QueryScope): RawBuilder<unknown> {
  return sql`select distinct w.profile_id as value from (${pathsTo(object, clauses, scope)}) w`;
}

function keyOf(object: EntityPattern, clauses: readonly Clause[]): string {
  return `profiles ${JSON.stringify([object, clauses])}`;
}

/**
 * Replaces parts of a statement and its restrictions by one cached set of profiles. `left` are the restrictions that remain. `reach` is
 * null when no set applies, or when it would save nothing.
 */
export function byProfiles(
  statement: Statement,
  others: readonly Expression[],
  scope: QueryScope,
): { reach: Condition | null; left: readonly Expression[] } {
  const { shared, window } = scope;
  const isDecidedByVariant = (part: Expression): boolean => isDecidedByProfile(part.kind === 'not' ? part.part : part, statement.subjects, scope);
  const cacheable = others.filter(isDecidedByVariant);
  if (shared === null || window !== null || cacheable.length === 0 || !isDecidedByVariant(statement)) return { reach: null, left: others };
  // Each statement lists its own part first. Sorting makes all of them share one set.
  const parts = [statement, ...cacheable]
    .map((part) => ({ part, text: JSON.stringify(part) }))
    .sort((one, other) => (one.text < other.text ? -1 : 1));
  const all: Expression = { kind: 'and', parts: parts.map(({ part }) => part) };
  const sets = new SharedSets();
  const selection = sql`${selectionOf(all, { ...scope, shared: sets }, sets)} ${ofTypes(actingSubjects(statement), scope)}`;
  const reach = shared.has(PROFILE, selection, `profiles ${JSON.stringify(all)}`, sets);
  return { reach, left: others.filter((other) => !cacheable.includes(other)) };
}

/** Returns whether the profile alone decides, for identities that match the subjects. */
function isDecidedByProfile(expression: Expression, subjects: readonly EntityPattern[], scope: QueryScope): boolean {
  if (expression.kind === 'statement') return isReachOfProfile(expression, scope) && isSame(expression.subjects, subjects);
  if (expression.kind === 'not') return false;
  const negated = expression.parts.flatMap((part) => (part.kind === 'not' ? [part.part] : []));
  const positive = expression.parts.filter(({ kind }) => kind !== 'not');
  if (positive.length === 0 || (expression.kind === 'or' && negated.length > 0)) return false;
  return [...positive, ...negated].every((part) => isDecidedByProfile(part, subjects, scope));
}

function isReachOfProfile({ verb, clauses }: Statement, scope: QueryScope): boolean {
  if (verb?.kind !== 'access' || (isAnyObject(verb.object, scope) && clauses.length === 0)) return false;
  return clauses.every((clause) => !isOfEach(clause) && !isConjunction(clause));
}

/** Returns whether a clause depends on each identity, not only on its profile. */
export function isOfEach(clause: Clause): boolean {
  return comparesAccounts(clause) || clause.kind === 'usage';
}

/** Returns whether the clause joins privileges by `and`, which may apply to different resources. */
export function isConjunction(clause: Clause): clause is ForClause {
  return clause.kind === 'for' && !clause.negated && clause.anyOf.some((all) => all.length > 1);
}

function isSame(some: readonly EntityPattern[], others: readonly EntityPattern[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}

/** Keeps only profiles that identities of the wanted types have. Often none remains. */
function ofTypes(subjects: readonly EntityPattern[], scope: QueryScope): RawBuilder<unknown> {
  const types = subjects.flatMap((subject) => subject.types ?? []).map((type) => type.toUpperCase());
  if (subjects.some((subject) => subject.types === null || subject.types.includes(PERSON))) return sql``;
  const isOfType = sql<boolean>`e.type in (${sql.join(types)})`;
  return sql`intersect select e.profile_id from graph_entity e where ${holds('e', scope)} and e.is_identity and ${isOfType}`;
}

/** Selects the profiles that match an expression, as one column named `value`. */
function selectionOf(expression: Expression, scope: QueryScope, sets: SharedSets): RawBuilder<unknown> {
  const among = (part: Expression): RawBuilder<unknown> => sql`(${selectionOf(part, scope, sets)})`;
  if (expression.kind === 'statement') {
    if (expression.verb?.kind !== 'access') throw new Error('a profile set requires a statement with access');
    const { object } = expression.verb;
    return sets.of(profilesReaching(object, expression.clauses, scope), keyOf(object, expression.clauses), true);
  }
  if (expression.kind === 'not') throw new Error('a profile set cannot be a negation alone');
  if (expression.kind === 'or') return sql.join(expression.parts.map(among), sql` union `);
  const positive = expression.parts.filter(({ kind }) => kind !== 'not').map(among);
  const negated = expression.parts.flatMap((part) => (part.kind === 'not' ? [among(part.part)] : []));
  return sql`(${sql.join([sql`(${sql.join(positive, sql` intersect `)})`, ...negated], sql` except `)})`;
}
