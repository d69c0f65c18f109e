import type { Excluder } from '@cam/contracts/server';
import type { Clause, EntityPattern, Expression, Query, Statement } from './ast';
import { clauseText, entityText, filterText, listText, printQuery } from './print';

/** A query without one of its parts. */
interface RelaxedQuery {
  /** The omitted part, in query syntax. */
  text: string;
  query: Query;
}

/** The most relaxed queries to try. */
const MAX_TRIALS = 24;

/**
 * Finds the parts that alone exclude every result: the query has results without them. Later parts are usually the most specific, so they
 * come first.
 * @param hasAnswer returns whether a query has at least one row
 */
export async function excludersOf(query: Query, hasAnswer: (query: Query) => Promise<boolean>): Promise<{ excluders: Excluder[]; sentence: string }> {
  const excluders: Excluder[] = [];
  for (const { text, query: lighter } of relaxedQueries(query).slice(-MAX_TRIALS).reverse()) {
    if (!(await hasAnswer(lighter))) continue;
    excluders.push({ text, query: printQuery(lighter), sentence: `Without "${text}" there are matching records.` });
  }
  return { excluders, sentence: await sentenceOf(query, excluders, hasAnswer) };
}

async function sentenceOf(query: Query, excluders: readonly Excluder[], hasAnswer: (query: Query) => Promise<boolean>): Promise<string> {
  const [first] = excluders;
  if (first) {
    return excluders.length === 1
      ? `Nothing matches "${first.text}".`
      : `Nothing matches all of these together: ${excluders.map(({ text }) => `"${text}"`).join(', ')}.`;
  }
  for (const subject of subjectsIn(query.expression)) {
    const alone: Query = {
      ...query,
      changedSince: null,
      expression: { kind: 'statement', subjects: [subject], isSameSubject: false, verb: null, clauses: [] },
    };
    if (!(await hasAnswer(alone))) return `Nothing matches "${entityText(subject)}".`;
  }
  return 'No single part rules out every result; several parts together do.';
}

function subjectsIn(expression: Expression): EntityPattern[] {
  if (expression.kind === 'statement') return expression.subjects;
  return expression.kind === 'not' ? [] : expression.parts.flatMap(subjectsIn);
}

function relaxedQueries(query: Query): RelaxedQuery[] {
  return [
    ...relaxedExpressions(query.expression).map(({ text, expression }) => ({ text, query: { ...query, expression } })),
    ...(query.asOf === null ? [] : [{ text: `as-of ${query.asOf}`, query: { ...query, asOf: null } }]),
    ...(query.changedSince === null ? [] : [{ text: `changed-since ${query.changedSince}`, query: { ...query, changedSince: null } }]),
  ];
}

function relaxedExpressions(expression: Expression): { text: string; expression: Expression }[] {
  if (expression.kind === 'statement') return relaxedStatements(expression).map(({ text, statement }) => ({ text, expression: statement }));
  if (expression.kind === 'not') return [];
  const { kind, parts } = expression;
  const changed = parts.flatMap((part, index) =>
    relaxedExpressions(part).map(({ text, expression: lighter }) => ({ text, expression: { kind, parts: parts.with(index, lighter) } })),
  );
  if (kind === 'or') return changed;
  // The first part names the subject, so it stays.
  const dropped = parts.flatMap((part, index) => {
    const rest = parts.filter((_other, other) => other !== index);
    const [only] = rest;
    if (index === 0 || !only) return [];
    return [
      {
        text: `and ${printQuery({ expression: part, asOf: null, changedSince: null })}`,
        expression: rest.length === 1 ? only : { kind, parts: rest },
      },
    ];
  });
  return [...changed, ...dropped];
}

function relaxedStatements(statement: Statement): { text: string; statement: Statement }[] {
  const { subjects, verb, clauses, isSameSubject } = statement;
  const [subject] = subjects;
  const ofSubject =
    isSameSubject || !subject || subjects.length > 1
      ? []
      : relaxedEntities(subject).map(({ text, entity }) => ({ text, statement: { ...statement, subjects: [entity] } }));
  const object = verb?.object ?? null;
  const ofObject =
    !verb || !object
      ? []
      : relaxedEntities(object).map(({ text, entity }) => ({
          text,
          statement: { ...statement, verb: { ...verb, object: entity } as Statement['verb'] },
        }));
  const ofClauses = clauses.map((clause: Clause, index) => ({
    text: clauseText(clause),
    statement: { ...statement, clauses: clauses.filter((_other, other) => other !== index) },
  }));
  return [...ofSubject, ...ofObject, ...ofClauses];
}

function relaxedEntities(entity: EntityPattern): { text: string; entity: EntityPattern }[] {
  const { names, filters } = entity;
  return [
    ...(names.length > 0 ? [{ text: listText(names), entity: { ...entity, names: [] } }] : []),
    ...filters.map((filter, index) => ({
      text: filterText(filter),
      entity: { ...entity, filters: filters.filter((_other, other) => other !== index) },
    })),
  ];
}
