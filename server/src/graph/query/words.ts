import { statementsOf, type AttributeFilter, type Clause, type EntityPattern, type Expression, type Query, type Statement, type Text } from './ast';
import { clauseWords, entityWords, filterWords, periodWords } from './meaning';
import { clauseText, entityText, filterText } from './print';

/** The things that a line is about: entities in a role, of which a filter selects some, or actions. */
export type LineThings =
  | { kind: 'identities' | 'subjects' | 'resources' | 'hops'; pattern: EntityPattern; filter: AttributeFilter | null }
  | { kind: 'actions'; names: readonly Text[] };

/** A part of a query in words. */
export interface WordLine {
  /** Level in the tree, from 0. */
  depth: number;
  words: string;
  /** The part in the query language; empty where it names the same identities again. */
  text: string;
  /** Absent: the part is about nothing that could be counted by itself. */
  things?: LineThings;
  /** The statement that a clause or verb belongs to. */
  statement?: Statement;
  clause?: Clause;
}

/** Returns a query in words as a tree: one line for each part, after the line that it belongs to. */
export function linesOf({ expression, asOf, changedSince }: Query): WordLine[] {
  return [
    ...expressionLines(expression, 0),
    ...(asOf === null ? [] : [{ depth: 0, words: `as of the end of ${asOf}`, text: `as-of ${asOf}` }]),
    ...(changedSince === null ? [] : [{ depth: 0, words: `changed since ${changedSince}`, text: `changed-since ${changedSince}` }]),
  ];
}

/** Returns what a query leaves open, as sentences: a reader might expect that it is asked. */
export function openQuestionsOf({ expression, asOf }: Query): string[] {
  const statements = statementsOf(expression);
  const ofAccess = statements.filter(({ verb }) => verb?.kind === 'access');
  const has = (kind: Statement['clauses'][number]['kind']): boolean =>
    statements.some(({ clauses }) => clauses.some((clause) => clause.kind === kind));
  const filters = statements.flatMap(({ subjects, verb }) =>
    [...subjects, ...(verb?.object ? [verb.object] : [])].flatMap((entity) => entity.filters),
  );
  const isOfAccount = filters.some(({ anyOf }) => anyOf.flat().some(({ attribute }) => attribute.startsWith('account')));
  return [
    ...(isOfAccount ? [] : ['Any account counts.']),
    ...(ofAccess.length > 0 && !has('for') ? ['Any privilege counts, and access under conditions counts too.'] : []),
    ...(ofAccess.length > 0 && has('for') ? ['Access under conditions counts too.'] : []),
    ...(ofAccess.length > 0 && !has('via') ? ['Any path counts: direct, through groups, and through roles.'] : []),
    ...(ofAccess.length > 0 && !has('usage') ? ['Whether the access was used does not matter.'] : []),
    ...(asOf === null ? ['It asks about the latest snapshots.'] : []),
  ];
}

function expressionLines(expression: Expression, depth: number): WordLine[] {
  if (expression.kind === 'statement') return statementLines(expression, depth);
  if (expression.kind === 'not') return [{ depth, words: 'but not', text: 'not' }, ...expressionLines(expression.part, depth + 1)];
  const isAll = expression.kind === 'and';
  return [
    { depth, words: isAll ? 'all of these' : 'any of these', text: expression.kind },
    ...expression.parts.flatMap((part) => expressionLines(part, depth + 1)),
  ];
}

function statementLines(statement: Statement, depth: number): WordLine[] {
  const { subjects, isSameSubject, verb, clauses } = statement;
  // A query without a verb finds entities of any kind, also those that do not act.
  const kind = verb === null && clauses.length === 0 ? 'subjects' : 'identities';
  const who = isSameSubject
    ? [{ depth, words: 'the same identities', text: '' }]
    : subjects.flatMap((subject) => entityLines(subject, { depth, before: '', keyword: '', any: 'identities of any type', kind }));
  const how = clauses.map((clause) => clauseLine(clause, statement, depth + 1));
  if (!verb) return [...who, ...how];
  const object = { any: 'any resource', kind: 'resources' } as const;
  if (verb.kind === 'access')
    return [...who, ...entityLines(verb.object, { ...object, depth: depth + 1, before: 'can access ', keyword: 'with-access ' }), ...how];
  const active = verb.test.never ? 'were never active' : `were active ${periodWords(verb.test)}`;
  const on = verb.object ? entityLines(verb.object, { ...object, depth: depth + 2, before: 'on ', keyword: '' }) : [];
  return [...who, { depth: depth + 1, words: active, text: 'with-usage' }, ...on, ...how];
}

function clauseLine(clause: Clause, statement: Statement, depth: number): WordLine {
  return {
    depth,
    words: clauseWords(clause, statement.verb === null),
    text: clauseText(clause),
    things: thingsOf(clause),
    statement,
    clause,
  };
}

function thingsOf(clause: Clause): LineThings | undefined {
  if (clause.kind === 'via') return { kind: 'hops', pattern: clause.entity, filter: null };
  if (clause.kind !== 'for') return undefined;
  const names = clause.anyOf.flat().flatMap((privilege) => (privilege.kind === 'actions' ? privilege.actions : []));
  return names.length > 0 ? { kind: 'actions', names } : undefined;
}

type EntityKind = Exclude<LineThings['kind'], 'actions'>;

/** Returns the line of an entity, with one below it for each of its filters. */
function entityLines(entity: EntityPattern, at: { depth: number; before: string; keyword: string; any: string; kind: EntityKind }): WordLine[] {
  const bare = { ...entity, filters: [] };
  const things = (filter: AttributeFilter | null): LineThings => ({ kind: at.kind, pattern: bare, filter });
  return [
    { depth: at.depth, words: at.before + entityWords(bare, at.any, at.any), text: at.keyword + entityText(bare), things: things(null) },
    ...entity.filters.map((filter) => ({ depth: at.depth + 1, words: filterWords(filter), text: filterText(filter), things: things(filter) })),
  ];
}
