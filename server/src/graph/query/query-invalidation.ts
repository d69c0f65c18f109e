import type { EntityKind, IdentityKind, ChangedKinds } from '../store/read-changed-kinds';
import { statementsOf, type AttributeFilter, type Clause, type EntityPattern, type Query, type Statement } from './ast';
import { actingSubjects } from './acting-subjects';
import { isPattern } from './sql-conditions';
import { JUDGED_ATTRIBUTES } from './tier-conditions';
import { findAttribute, isDaysAgo, PERSON } from './vocabulary';

/**
 * Returns whether changes of these kinds may change the result of a query. False is a promise: no row depends on anything that changed.
 * True promises nothing. Some conditions read the names of accounts and the map of stages, which are assumed to be the same.
 */
export function mayResultChange({ expression, asOf, changedSince }: Query, changes: ChangedKinds): boolean {
  // Results that depend on a date change from day to day.
  if (asOf !== null || changedSince !== null) return true;
  return statementsOf(expression).some((statement) => mayStatementResultChange(statement, changes));
}

function mayStatementResultChange(statement: Statement, { entities, paths, access, policies }: ChangedKinds): boolean {
  const { verb, clauses } = statement;
  const subjects = actingSubjects(statement);
  // People are found after the snapshot.
  if (subjects.some(({ types }) => types?.includes(PERSON))) return true;
  // Usage tests change from day to day, and logs are independent of snapshots.
  if (verb?.kind === 'usage' || clauses.some(({ kind }) => kind === 'usage')) return true;
  if (clauses.some((clause) => clause.kind === 'via' && readsDaysAgo(clause.entity))) return true;
  // Tiers, labels and scores change between snapshots.
  if (readsJudgement(statement)) return true;
  if (subjects.some(readsDaysAgo) || (verb && readsDaysAgo(verb.object ?? ANYTHING))) return true;
  if (policies && clauses.some(readsPolicies)) return true;
  if (entities.length > 0 && clauses.some(readsOthers)) return true;
  const isSubject = (kind: IdentityKind): boolean => subjects.some((subject) => mayBeOfIdentity(subject, kind));
  // An identity holds a role by assuming it, whatever the role reaches.
  if (clauses.some(({ kind }) => kind === 'role') && paths.some(isSubject)) return true;
  if (entities.some((kind) => subjects.some((subject) => mayBe(subject, kind)))) return true;
  if (!verb && clauses.length === 0) return false;
  const object = verb?.object ?? ANYTHING;
  if (verb && entities.some((kind) => mayBe(object, kind))) return true;
  return access.some(({ identity, resource }) => isSubject(identity) && mayBe(object, resource));
}

const ANYTHING: EntityPattern = { types: null, names: [], filters: [] };

/** Returns whether a pattern compares with a day so long ago, which is another one tomorrow, or reads the logs. */
function readsDaysAgo({ filters }: EntityPattern): boolean {
  return filters.some(({ anyOf }) =>
    anyOf
      .flat()
      .some(
        ({ attribute, values }) =>
          attribute === 'usedthrough' || (findAttribute(attribute)?.kind === 'date' && values.some(({ text }) => isDaysAgo(text))),
      ),
  );
}

/** Returns whether a query reads tiers, labels or scores. */
export function readsJudgements({ expression }: Pick<Query, 'expression'>): boolean {
  return statementsOf(expression).some(readsJudgement);
}

function readsJudgement({ subjects, verb, clauses }: Statement): boolean {
  const patterns = [
    ...subjects,
    ...(verb?.object ? [verb.object] : []),
    ...clauses.flatMap((clause) => (clause.kind === 'via' ? [clause.entity] : [])),
  ];
  return patterns.some(({ filters }) => filters.some(({ anyOf }) => anyOf.flat().some(({ attribute }) => JUDGED_ATTRIBUTES.has(attribute))));
}

/**
 * Returns whether each row of a result depends only on its subject, the paths, edges and logged use of the subject, and the resource: not on people, nor on stored
 * policies and entities on the way. Paths and edges repeat the names that a via clause compares.
 * @param options.onTheWay false: policies and entities on the way are known to be the same, so that they may be read
 */
export function isOfSubjects({ expression, changedSince }: Pick<Query, 'expression' | 'changedSince'>, { onTheWay }: { onTheWay: boolean }): boolean {
  const isOne = (statement: Statement): boolean =>
    statement.verb?.kind !== 'usage' &&
    !actingSubjects(statement).some(({ types }) => types?.includes(PERSON)) &&
    !(onTheWay && statement.clauses.some((clause) => clause.kind === 'role' || readsOthers(clause)));
  return changedSince === null && statementsOf(expression).every(isOne);
}

/** Returns whether a clause reads the granting policies: roles, scopes and path hops do. */
function readsPolicies({ kind }: Clause): boolean {
  return kind === 'via' || kind === 'role' || kind === 'scope';
}

/** Returns whether a clause reads other entities: scopes by name, hops by their attributes. */
function readsOthers(clause: Clause): boolean {
  if (clause.kind === 'scope') return true;
  return clause.kind === 'via' && (clause.entity.filters.length > 0 || clause.entity.types?.includes('scope') === true);
}

/** Returns whether an entity of this kind may match a pattern. Conditions other than the kind count as met. */
function mayBe(pattern: EntityPattern, { type, cloudType, accountId }: EntityKind): boolean {
  return mayBeOfIdentity(pattern, { type, cloudType }) && isAmong(valuesOf(pattern.filters, 'accountid'), accountId);
}

function mayBeOfIdentity({ types, filters }: EntityPattern, { type, cloudType }: IdentityKind): boolean {
  return (types === null || types.includes(type.toLowerCase())) && isAmong(valuesOf(filters, 'cloudtype'), cloudType);
}

function isAmong(wanted: readonly ReadonlySet<string>[], value: string): boolean {
  return wanted.every((values) => values.has(value.toLowerCase()));
}

/** Returns, for each filter that fixes an attribute, the values that it allows. Every alternative of the filter must name some. */
function valuesOf(filters: readonly AttributeFilter[], attribute: string): ReadonlySet<string>[] {
  return filters.flatMap(({ negated, anyOf }) => {
    const limits = anyOf.map((all) => all.find((term) => term.attribute === attribute && term.operator === '=' && !term.values.some(isPattern)));
    if (negated || limits.includes(undefined)) return [];
    return [new Set(limits.flatMap((limit) => limit?.values ?? []).map(({ text }) => text.toLowerCase()))];
  });
}
