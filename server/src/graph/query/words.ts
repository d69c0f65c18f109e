import type { QueryLine } from '@cam/contracts/server';
import { statementsOf, type EntityPattern, type Expression, type Query, type Statement } from './ast';
import { clauseWords, entityWords, filterWords, periodWords } from './meaning';
import { clauseText, entityText, filterText } from './print';

/** Returns a query in words as a tree: one line for each part, after the line that it belongs to. */
export function linesOf({ expression, asOf, changedSince }: Query): QueryLine[] {
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

function expressionLines(expression: Expression, depth: number): QueryLine[] {
  if (expression.kind === 'statement') return statementLines(expression, depth);
  if (expression.kind === 'not') return [{ depth, words: 'but not', text: 'not' }, ...expressionLines(expression.part, depth + 1)];
  const isAll = expression.kind === 'and';
  return [
    { depth, words: isAll ? 'all of these' : 'any of these', text: expression.kind },
    ...expression.parts.flatMap((part) => expressionLines(part, depth + 1)),
  ];
}

function statementLines({ subjects, isSameSubject, verb, clauses }: Statement, depth: number): QueryLine[] {
  const who = isSameSubject
    ? [{ depth, words: 'the same identities', text: '' }]
    : subjects.flatMap((subject) => entityLines(subject, { depth, before: '', keyword: '', any: 'identities of any type' }));
  const how = clauses.map((clause) => ({ depth: depth + 1, words: clauseWords(clause, verb === null), text: clauseText(clause) }));
  if (!verb) return [...who, ...how];
  if (verb.kind === 'access')
    return [...who, ...entityLines(verb.object, { depth: depth + 1, before: 'can access ', keyword: 'with-access ', any: 'any resource' }), ...how];
  const active = verb.test.never ? 'were never active' : `were active ${periodWords(verb.test)}`;
  const object = verb.object ? entityLines(verb.object, { depth: depth + 2, before: 'on ', keyword: '', any: 'any resource' }) : [];
  return [...who, { depth: depth + 1, words: active, text: 'with-usage' }, ...object, ...how];
}

/** Returns the line of an entity, with one below it for each of its filters. */
function entityLines(entity: EntityPattern, at: { depth: number; before: string; keyword: string; any: string }): QueryLine[] {
  const bare = { ...entity, filters: [] };
  return [
    { depth: at.depth, words: at.before + entityWords(bare, at.any, at.any), text: at.keyword + entityText(bare) },
    ...entity.filters.map((filter) => ({ depth: at.depth + 1, words: filterWords(filter), text: filterText(filter) })),
  ];
}
