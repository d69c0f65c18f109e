import { Type, type TProperties, type TSchema } from '@sinclair/typebox';
import { compatibilityIssues } from './api-compatibility';
import { endpoint } from './endpoint';
import { endpoints } from './endpoints';

const call = (parts: { body?: TProperties; query?: TProperties; answer?: TSchema }) =>
  endpoint({ summary: '', access: 'session', answer: parts.answer ?? Type.Object({}), query: parts.query ?? {}, body: parts.body ?? {} });

const answers = (before: TSchema, now: TSchema): string[] => compatibilityIssues(call({ answer: before }), call({ answer: now }));
const sends = (before: TProperties, now: TProperties): string[] => compatibilityIssues(call({ body: before }), call({ body: now }));

describe('compatibilityIssues', () => {
  it('reports nothing for an unchanged endpoint', () => {
    for (const one of Object.values(endpoints)) expect(compatibilityIssues(one, one)).toEqual([]);
  });

  it('reports nothing for a new field in an answer', () => {
    expect(answers(Type.Object({ a: Type.String() }), Type.Object({ a: Type.String(), b: Type.String() }))).toEqual([]);
  });

  it.each<[string, TSchema, TSchema, string]>([
    ['is removed', Type.Object({ a: Type.String() }), Type.Object({}), 'the answer.a is missing'],
    ['becomes optional', Type.Object({ a: Type.String() }), Type.Object({ a: Type.Optional(Type.String()) }), 'the answer.a is optional now'],
    ['changes its type', Type.Object({ a: Type.String() }), Type.Object({ a: Type.Number() }), 'the answer.a is a number, expected a string'],
    [
      'becomes nullable',
      Type.Object({ a: Type.String() }),
      Type.Object({ a: Type.Union([Type.String(), Type.Null()]) }),
      'the answer.a is null, expected a string',
    ],
    [
      'has a new value',
      Type.Union([Type.Literal('on'), Type.Literal('off')]),
      Type.Union([Type.Literal('on'), Type.Literal('off'), Type.Literal('auto')]),
      'the answer may be "auto", which is unknown',
    ],
    [
      'changes deep inside',
      Type.Object({ rows: Type.Array(Type.Object({ id: Type.String() })) }),
      Type.Object({ rows: Type.Array(Type.Object({ uid: Type.String() })) }),
      'the answer.rows[].id is missing',
    ],
    [
      'changes inside a nullable object',
      Type.Object({ a: Type.Union([Type.Object({ id: Type.String() }), Type.Null()]) }),
      Type.Object({ a: Type.Union([Type.Object({}), Type.Null()]) }),
      'the answer.a.id is missing',
    ],
    [
      'changes inside a map',
      Type.Record(Type.String(), Type.Object({ id: Type.String() })),
      Type.Record(Type.String(), Type.Object({})),
      'the answer.*.id is missing',
    ],
  ])('reports a field of the answer that %s', (_what, before, now, sentence) => {
    expect(answers(before, now)).toEqual([sentence]);
  });

  it('reports nothing when a number of the answer becomes an integer', () => {
    expect(answers(Type.Object({ a: Type.Number() }), Type.Object({ a: Type.Integer() }))).toEqual([]);
  });

  it.each<[string, TProperties, TProperties, string]>([
    ['is no longer accepted', { a: Type.String() }, {}, 'body.a is no longer accepted'],
    ['becomes required', {}, { a: Type.String() }, 'body.a is required now'],
    ['is no longer optional', { a: Type.Optional(Type.String()) }, { a: Type.String() }, 'body.a is required now'],
    ['gets a limit', { a: Type.String() }, { a: Type.String({ maxLength: 5 }) }, 'body.a has at most 5 characters now'],
    ['accepts fewer values', { a: Type.Union([Type.Literal('x'), Type.Literal('y')]) }, { a: Type.Literal('x') }, 'body.a may be "y", expected "x"'],
    ['gets a pattern', { a: Type.String() }, { a: Type.String({ pattern: '^a$' }) }, 'body.a must match ^a$ now'],
  ])('reports a field of the body that %s', (_what, before, now, sentence) => {
    expect(sends(before, now)).toEqual([sentence]);
  });

  it('reports nothing for new optional parameters and wider limits', () => {
    expect(sends({ a: Type.String({ maxLength: 5 }) }, { a: Type.String({ maxLength: 9 }), b: Type.Optional(Type.String()) })).toEqual([]);
  });

  it('reports a removed query parameter', () => {
    expect(compatibilityIssues(call({ query: { page: Type.Optional(Type.Integer()) } }), call({}))).toEqual(['query.page is no longer accepted']);
  });
});
