import { Type, type TProperties, type TSchema } from '@sinclair/typebox';
import { misfitsOfCall } from './api-fit';
import { endpoint } from './endpoint';
import { endpoints } from './endpoints';

const call = (parts: { body?: TProperties; query?: TProperties; answer?: TSchema }) =>
  endpoint({ summary: '', access: 'session', answer: parts.answer ?? Type.Object({}), query: parts.query ?? {}, body: parts.body ?? {} });

const answers = (before: TSchema, now: TSchema): string[] => misfitsOfCall(call({ answer: before }), call({ answer: now }));
const sends = (before: TProperties, now: TProperties): string[] => misfitsOfCall(call({ body: before }), call({ body: now }));

describe('a remote that was built against an earlier contract', () => {
  it('goes on with the contract that it was built against', () => {
    for (const one of Object.values(endpoints)) expect(misfitsOfCall(one, one)).toEqual([]);
  });

  it('does not mind what is new in an answer', () => {
    expect(answers(Type.Object({ a: Type.String() }), Type.Object({ a: Type.String(), b: Type.String() }))).toEqual([]);
  });

  it.each<[string, TSchema, TSchema, string]>([
    ['is gone', Type.Object({ a: Type.String() }), Type.Object({}), 'the answer.a is gone'],
    ['may be missing', Type.Object({ a: Type.String() }), Type.Object({ a: Type.Optional(Type.String()) }), 'the answer.a may be missing now'],
    ['has another type', Type.Object({ a: Type.String() }), Type.Object({ a: Type.Number() }), 'the answer.a is a number where a string is expected'],
    [
      'may be null',
      Type.Object({ a: Type.String() }),
      Type.Object({ a: Type.Union([Type.String(), Type.Null()]) }),
      'the answer.a is null where a string is expected',
    ],
    [
      'has a word that nobody knew',
      Type.Union([Type.Literal('on'), Type.Literal('off')]),
      Type.Union([Type.Literal('on'), Type.Literal('off'), Type.Literal('auto')]),
      'the answer may be "auto", which is not among what is known',
    ],
    [
      'changed deep inside',
      Type.Object({ rows: Type.Array(Type.Object({ id: Type.String() })) }),
      Type.Object({ rows: Type.Array(Type.Object({ uid: Type.String() })) }),
      'the answer.rows[].id is gone',
    ],
    [
      'changed inside what may be null',
      Type.Object({ a: Type.Union([Type.Object({ id: Type.String() }), Type.Null()]) }),
      Type.Object({ a: Type.Union([Type.Object({}), Type.Null()]) }),
      'the answer.a.id is gone',
    ],
    [
      'changed inside a map',
      Type.Record(Type.String(), Type.Object({ id: Type.String() })),
      Type.Record(Type.String(), Type.Object({})),
      'the answer.*.id is gone',
    ],
  ])('is told where a field that it reads %s', (_what, before, now, sentence) => {
    expect(answers(before, now)).toEqual([sentence]);
  });

  it('may read a whole number where it expects any number', () => {
    expect(answers(Type.Object({ a: Type.Number() }), Type.Object({ a: Type.Integer() }))).toEqual([]);
  });

  it.each<[string, TProperties, TProperties, string]>([
    ['is not taken', { a: Type.String() }, {}, 'body.a is not taken any more'],
    ['must be sent', {}, { a: Type.String() }, 'body.a must be sent now'],
    ['must be sent always', { a: Type.Optional(Type.String()) }, { a: Type.String() }, 'body.a must be sent now'],
    ['is limited', { a: Type.String() }, { a: Type.String({ maxLength: 5 }) }, 'body.a may have 5 characters at most now'],
    [
      'takes fewer words',
      { a: Type.Union([Type.Literal('x'), Type.Literal('y')]) },
      { a: Type.Literal('x') },
      'body.a may be "y" where only "x" is known',
    ],
    ['has another form', { a: Type.String() }, { a: Type.String({ pattern: '^a$' }) }, 'body.a must match ^a$ now'],
  ])('is told where a field that it sends %s', (_what, before, now, sentence) => {
    expect(sends(before, now)).toEqual([sentence]);
  });

  it('does not mind what may be sent besides, and wider limits', () => {
    expect(sends({ a: Type.String({ maxLength: 5 }) }, { a: Type.String({ maxLength: 9 }), b: Type.Optional(Type.String()) })).toEqual([]);
  });

  it('is told of a query that has no effect any more', () => {
    expect(misfitsOfCall(call({ query: { page: Type.Optional(Type.Integer()) } }), call({}))).toEqual(['query.page is not taken any more']);
  });
});
