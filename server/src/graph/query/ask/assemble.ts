import type { AttributeFilter, Clause, EntityPattern, Expression, Privilege, Query, Statement } from '../ast';
import { parseQuery } from '../parse-query';
import { printQuery } from '../print';
import { canAct, findAttribute } from '../vocabulary';
import { inverted } from './attribute-phrases';
import { sourceOf, type Noun, type Nouns } from './nouns';
import type { Predicate, Signed } from './access';
import type { Extra } from './clauses';
import type { Frame } from './frames';

/**
 * Builds the query of a question as read.
 * @returns null when the language cannot express it
 */
export function assemble(frame: Frame): Query | null {
  const parts = frame.subjects.items.map((noun) => aboutSubject(noun, frame.predicates));
  const merged = mergedSubjects(frame);
  const expression = merged ? aboutSubject(merged, frame.predicates) : alternatives(parts);
  if (!expression) return null;
  const query: Query = { expression, asOf: frame.asOf, changedSince: frame.changedSince };
  // Printing and parsing gives the normal form, and refuses what the grammar does not allow.
  return parseQuery(printQuery(query)).query;
}

function alternatives(parts: readonly (Expression | null)[]): Expression | null {
  const given = parts.filter((part) => part !== null);
  const [only] = given;
  if (given.length !== parts.length || !only) return null;
  return given.length === 1 ? only : { kind: 'or', parts: given };
}

/** "Users and groups" are one subject of two types. */
function mergedSubjects({ subjects: { items } }: Frame): Noun | null {
  return items.length > 1 ? mergedNouns(items) : null;
}

export function mergedNouns(items: readonly Noun[]): Noun | null {
  const [first] = items;
  if (!first || items.some(({ types, holds, relation }) => types === null || holds !== null || relation !== null)) return null;
  const sameFilters = items.every(({ filters }) => JSON.stringify(filters) === JSON.stringify(first.filters));
  if (!sameFilters) return null;
  const sameTypes = items.every(({ types }) => JSON.stringify(types) === JSON.stringify(first.types));
  if (sameTypes && items.every(({ names }) => names.length > 0)) return { ...first, names: items.flatMap(({ names }) => [...names]) };
  if (items.some(({ names }) => names.length > 0)) return null;
  return { ...first, types: [...new Set(items.flatMap(({ types }) => types ?? []))] };
}

function aboutSubject(noun: Noun, said: readonly Signed[]): Expression | null {
  const filters: AttributeFilter[] = [...noun.filters];
  const verbs: { negated: boolean; predicate: Exclude<Predicate, { kind: 'filters' }> }[] = [];
  for (const { negated, predicate } of said) {
    if (predicate.kind !== 'filters') verbs.push({ negated, predicate });
    else filters.push(...(negated ? predicate.filters.map(inverted) : predicate.filters).map((filter) => sourceOf(filter, noun.types)));
  }
  const subject = pattern({ ...noun, filters });
  if (!filtersFit(subject)) return null;
  if ((verbs.length > 0 || noun.holds || noun.relation) && noun.types?.some((type) => !canAct(type))) return null;
  const positive: Expression[] = [];
  const negative: Expression[] = [];
  if (noun.holds && !verbs.some(({ predicate }) => isAlready(predicate, noun.holds)))
    verbs.unshift({ negated: false, predicate: { kind: 'access', objects: null, privileges: [[noun.holds]], clauses: [], isFresh: true } });
  let last: Nouns | null = null;
  for (const { negated, predicate } of verbs) {
    const built = statementsOf(subject, predicate, last, noun);
    if (!built) return null;
    if ('objects' in predicate && predicate.objects) last = predicate.objects;
    (negated ? negative : positive).push(built.expression);
    negative.push(...built.excluded);
  }
  const bare: Statement = { kind: 'statement', subjects: [subject], isSameSubject: false, verb: null, clauses: relationOf(noun) };
  if (noun.relation && verbs.length === 0) bare.verb = { kind: 'access', object: pattern(null) };
  const all: Expression[] = [...(positive.length > 0 ? positive : [bare]), ...negative.map((part): Expression => ({ kind: 'not', part }))];
  const [first, ...others] = all;
  if (!first) return null;
  return others.length === 0 ? first : { kind: 'and', parts: [first, ...others.map(sameSubject)] };
}

function filtersFit({ types, filters }: EntityPattern): boolean {
  return filters.every(({ anyOf }) =>
    anyOf.flat().every(({ attribute }) => {
      const of = findAttribute(attribute)?.types;
      return types === null || !of || types.some((type) => of.includes(type));
    }),
  );
}

function isAlready(predicate: Predicate, holds: Privilege | null): boolean {
  return predicate.kind === 'access' && predicate.privileges.some((all) => all.some((one) => JSON.stringify(one) === JSON.stringify(holds)));
}

function relationOf({ relation }: Noun): Clause[] {
  return relation ? [{ kind: 'for', negated: false, anyOf: [[{ kind: 'accounts', relations: [relation] }]] }] : [];
}

/** Statements after the first one repeat its subject without naming it. */
function sameSubject(expression: Expression): Expression {
  if (expression.kind === 'statement') return { ...expression, isSameSubject: true };
  if (expression.kind === 'not') return { kind: 'not', part: sameSubject(expression.part) };
  return { ...expression, parts: expression.parts.map(sameSubject) };
}

interface Built {
  expression: Expression;
  excluded: Statement[];
}

function statementsOf(subject: EntityPattern, predicate: Exclude<Predicate, { kind: 'filters' }>, last: Nouns | null, noun: Noun): Built | null {
  const statement = (verb: Statement['verb'], clauses: Clause[]): Statement => ({
    kind: 'statement',
    subjects: [subject],
    isSameSubject: false,
    verb,
    clauses,
  });
  if (predicate.kind === 'grants') return { expression: statement(null, [...predicate.clauses]), excluded: [] };
  if (predicate.kind === 'usage') {
    const on = predicate.objects ? objectPattern(predicate.objects) : undefined;
    if (on === null) return null;
    const verb = { kind: 'usage' as const, test: predicate.test, object: on ?? null };
    return {
      expression: statement(verb, [...relationOf(noun), ...privilegeClause(predicate.privileges), ...clausesOf(predicate.clauses)]),
      excluded: [],
    };
  }
  const on = predicate.objects ?? (predicate.isFresh ? null : last);
  if (on === null && !predicate.isFresh) return null;
  const clauses = [
    ...clausesOf(predicate.clauses, true),
    ...relationOf(noun),
    ...privilegeClause(predicate.privileges),
    ...clausesOf(predicate.clauses, false),
  ];
  const of = (object: EntityPattern, path: Clause[] = []): Statement => statement({ kind: 'access', object }, [...path, ...clauses]);
  const excludedBy = (object: EntityPattern): Statement[] =>
    predicate.clauses.flatMap((extra) =>
      extra.kind === 'without-via' ? [of(object, [{ kind: 'via', negated: false, entity: pattern(extra.entity) }])] : [],
    );
  if (on === null) return { expression: of(pattern(null)), excluded: excludedBy(pattern(null)) };
  const single = objectPattern(on);
  if (single) return { expression: of(single), excluded: excludedBy(single) };
  const each = on.items.map(pattern);
  const all: Expression[] = each.map((object, index) => (index === 0 ? of(object) : sameSubject(of(object))));
  return { expression: { kind: on.together ? 'and' : 'or', parts: all }, excluded: each.flatMap(excludedBy) };
}

/** Returns one pattern for several objects; null when they need several statements. */
function objectPattern(nouns: Nouns): EntityPattern | null {
  const [first] = nouns.items;
  if (nouns.items.length === 1 && first) return pattern(first);
  const merged = nouns.together ? null : mergedNouns(nouns.items);
  return merged && pattern(merged);
}

function pattern(noun: Noun | null): EntityPattern {
  if (!noun) return { types: null, names: [], filters: [] };
  const entity = { types: noun.types === null ? null : [...noun.types], names: [...noun.names], filters: compact(noun.filters) };
  return entity.types !== null && entity.names.length === 0 ? withNames(entity) : entity;
}

/** "Buckets named X" are written as a name behind the type. */
function withNames(entity: EntityPattern): EntityPattern {
  const term = entity.filters
    .flatMap(({ negated, anyOf }) => (negated || anyOf.length > 1 ? [] : (anyOf[0] ?? [])))
    .find(({ attribute, operator }) => attribute === 'name' && operator === '=');
  if (!term) return entity;
  const filters = entity.filters.map((filter) =>
    filter.negated || filter.anyOf.length > 1 ? filter : { ...filter, anyOf: filter.anyOf.map((all) => all.filter((one) => one !== term)) },
  );
  return { ...entity, names: term.values, filters: filters.filter(({ anyOf }) => anyOf.some((all) => all.length > 0)) };
}

/** Joins plain filters into one, as "with-attribute a and b". Each filter counts once. */
function compact(filters: readonly AttributeFilter[]): AttributeFilter[] {
  const unique = [...new Map(filters.map((filter) => [JSON.stringify(filter), filter])).values()];
  const plain = unique.filter(({ negated, anyOf }) => !negated && anyOf.length === 1);
  const others = unique.filter((filter) => !plain.includes(filter));
  return [...(plain.length > 0 ? [{ negated: false, anyOf: [plain.flatMap(({ anyOf }) => anyOf[0] ?? [])] }] : []), ...others];
}

function privilegeClause(privileges: readonly Privilege[][]): Clause[] {
  return privileges.length === 0 ? [] : [{ kind: 'for', negated: false, anyOf: privileges.map((all) => [...all]) }];
}

/** @param onPath true: only path clauses, which stand before the privileges; false: all others; absent: all */
function clausesOf(extras: readonly Extra[], onPath?: boolean): Clause[] {
  return extras.flatMap((extra): Clause[] => {
    if (extra.kind === 'without-via' || (onPath !== undefined && onPath !== (extra.kind === 'on-path'))) return [];
    return [extra.kind === 'on-path' ? { kind: 'via', negated: extra.negated, entity: pattern(extra.entity) } : extra];
  });
}
