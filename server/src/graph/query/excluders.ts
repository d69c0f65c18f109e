import type { Excluder } from '@cam/contracts/server';
import type { Clause, EntityPattern, Expression, Query, Statement } from './ast';
import { clauseText, entityText, filterText, listText, printQuery } from './print';

/** A query without one of its parts. */
interface RelaxedQuery {
  /** The part that it lacks, as it is written. */
  text: string;
  query: Query;
}

/** Queries that are tried at most. */
const MAX_TRIALS = 24;

/**
 * The parts of a query that leave nothing: without each of them alone there is an answer. Those that say the most come last in a query, so
 * the last ones are named first.
 * @param hasAnswer whether a query has any row at all
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
      ? `"${first.text}" excludes everything.`
      : `Together, ${excluders.map(({ text }) => `"${text}"`).join(' and ')} exclude everything: each of them is enough.`;
  }
  for (const subject of subjectsIn(query.expression)) {
    const alone: Query = {
      ...query,
      changedSince: null,
      expression: { kind: 'statement', subjects: [subject], isSameSubject: false, verb: null, clauses: [] },
    };
    if (!(await hasAnswer(alone))) return `There is no "${entityText(subject)}".`;
  }
  return 'No single part excludes everything: several of them do together.';
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
  // The first one says who is meant.
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
