import type { EntityKind, IdentityKind, ChangedKinds } from '../store/read-changed-kinds';
import { statementsOf, type AttributeFilter, type Clause, type EntityPattern, type Query, type Statement } from './ast';
import { isPattern } from './sql-conditions';

/**
 * Whether the answer to a query may be another than it was before those kinds were touched. False is a promise: every row that the answer is made of
 * is of a kind that nothing was changed of. True promises nothing. The list of accounts, which some conditions read, is taken to be the same.
 */
export function mayResultChange({ expression, asOf, changedSince }: Query, touched: ChangedKinds): boolean {
  // They are about days, of which there is another one tomorrow.
  if (asOf !== null || changedSince !== null) return true;
  return statementsOf(expression).some((statement) => mayStatementResultChange(statement, touched));
}

function mayStatementResultChange({ subjects, verb, clauses }: Statement, { entities, paths, access, policies }: ChangedKinds): boolean {
  // What was used within so many days changes with the day, and logs are of no snapshot.
  if (verb?.kind === 'usage' || clauses.some(({ kind }) => kind === 'usage')) return true;
  if (policies && clauses.some(readsPolicies)) return true;
  if (entities.length > 0 && clauses.some(readsOthers)) return true;
  const isSubject = (kind: IdentityKind): boolean => subjects.some((subject) => mayBeOfIdentity(subject, kind));
  // A role is had by acting as it, whatever it reaches.
  if (clauses.some(({ kind }) => kind === 'role') && paths.some(isSubject)) return true;
  if (entities.some((kind) => subjects.some((subject) => mayBe(subject, kind)))) return true;
  if (!verb && clauses.length === 0) return false;
  const object = verb?.object ?? ANYTHING;
  if (verb && entities.some((kind) => mayBe(object, kind))) return true;
  return access.some(({ identity, resource }) => isSubject(identity) && mayBe(object, resource));
}

const ANYTHING: EntityPattern = { types: null, names: [], filters: [] };

/** Roles, scopes and steps of a way are told by the policies that grant them. */
function readsPolicies({ kind }: Clause): boolean {
  return kind === 'via' || kind === 'role' || kind === 'scope';
}

/** Scopes are known by the names of entities, and steps by what else those are. */
function readsOthers(clause: Clause): boolean {
  if (clause.kind === 'scope') return true;
  return clause.kind === 'via' && (clause.entity.filters.length > 0 || clause.entity.types?.includes('scope') === true);
}

/** What of a kind every entity of a pattern has in common; every other condition is taken to be true. */
function mayBe(pattern: EntityPattern, { type, cloudType, accountId }: EntityKind): boolean {
  return mayBeOfIdentity(pattern, { type, cloudType }) && isAmong(valuesOf(pattern.filters, 'accountid'), accountId);
}

function mayBeOfIdentity({ types, filters }: EntityPattern, { type, cloudType }: IdentityKind): boolean {
  return (types === null || types.includes(type.toLowerCase())) && isAmong(valuesOf(filters, 'cloudtype'), cloudType);
}

function isAmong(wanted: readonly ReadonlySet<string>[], value: string): boolean {
  return wanted.every((values) => values.has(value.toLowerCase()));
}

/** Values of which an attribute must have one, for each filter that leaves it no other: each of its alternatives says so. */
function valuesOf(filters: readonly AttributeFilter[], attribute: string): ReadonlySet<string>[] {
  return filters.flatMap(({ negated, anyOf }) => {
    const limits = anyOf.map((all) => all.find((term) => term.attribute === attribute && term.operator === '=' && !term.values.some(isPattern)));
    if (negated || limits.includes(undefined)) return [];
    return [new Set(limits.flatMap((limit) => limit?.values ?? []).map(({ text }) => text.toLowerCase()))];
  });
}
