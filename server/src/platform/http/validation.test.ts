import { Type } from '@sinclair/typebox';
import { endpoint } from '@cam/contracts/server';
import type { ApiError } from './errors';
import { validatorsOf, type FieldError } from './validation';

const validators = validatorsOf(
  endpoint({
    summary: 'Test',
    access: 'public',
    path: { id: Type.String() },
    query: { limit: Type.Optional(Type.Integer()), day: Type.Optional(Type.String({ format: 'date' })) },
    body: { name: Type.Optional(Type.String()), at: Type.Optional(Type.String({ format: 'date-time' })), anything: Type.Optional(Type.Unknown()) },
    answer: Type.Null(),
  }),
);

function fieldsOf(place: keyof typeof validators, value: unknown): FieldError[] {
  try {
    validators[place](value);
    return [];
  } catch (error) {
    const { status, code, details } = error as ApiError;
    expect([status, code]).toEqual([422, 'INVALID_INPUT']);
    return (details as { fields: FieldError[] }).fields;
  }
}

describe('a value that nothing can store', () => {
  it.each([
    ['a NUL character', 'a\0b', 'must not contain a NUL character'],
    ['half a surrogate pair', 'a\ud800', 'must be valid Unicode text, but has half a surrogate pair'],
    ['the other half', '\udc00', 'must be valid Unicode text, but has half a surrogate pair'],
  ])('is refused with its field: %s', (_name, text, message) => {
    expect(fieldsOf('path', { id: text })).toEqual([{ in: 'path', field: 'id', message }]);
    expect(fieldsOf('body', { anything: { list: ['fine', text] } })).toEqual([{ in: 'body', field: 'anything.list.1', message }]);
    expect(fieldsOf('body', { anything: { [text]: 1 } })).toHaveLength(1);
  });

  it('includes numbers that are not exact, also those in text', () => {
    const message = 'must be a number from -9007199254740991 to 9007199254740991';
    expect(fieldsOf('query', { limit: '1e400' })).toEqual([{ in: 'query', field: 'limit', message }]);
    expect(fieldsOf('query', { limit: '-99999999999999999999' })).toEqual([{ in: 'query', field: 'limit', message }]);
    expect(fieldsOf('body', JSON.parse('{"anything":[1e400]}'))).toEqual([{ in: 'body', field: 'anything.0', message }]);
    expect(fieldsOf('query', { limit: '9007199254740991' })).toEqual([]);
  });

  it('includes endless nesting, at any depth that a parser accepts', () => {
    const message = 'has more than 64 levels of objects and lists';
    const deep = JSON.parse(`{"anything":${'['.repeat(100_000)}${']'.repeat(100_000)}}`) as unknown;
    expect(fieldsOf('body', deep)).toEqual([{ in: 'body', field: 'anything', message }]);
  });
});

it('emoji and the largest character pass', () => {
  expect(fieldsOf('body', { name: '🔐 \u{10ffff}', anything: { '🔐': -0.5 } })).toEqual([]);
});

it.each(['2026-02-31', '2026-13-01', '0000-01-01', '99999-01-01', '2026-1-1', 'today'])('a day that the calendar lacks is refused: %s', (day) => {
  expect(fieldsOf('query', { day })).toEqual([{ in: 'query', field: 'day', message: 'must be a day of the calendar, such as 2026-01-31' }]);
});

it('a day of the calendar passes', () => {
  expect(fieldsOf('query', { day: '2024-02-29' })).toEqual([]);
});

it.each([
  '+010000-01-01T00:00:00.000Z',
  '0000-01-01T00:00:00Z',
  '2026-02-31T00:00:00Z',
  '2026-01-01T23:59:60Z',
  '2026-01-01T00:00:00',
  '2026-01-01',
  '9999-12-31T23:59:59-01:00',
])('a moment that no database stores, or without a zone, is refused: %s', (at) => {
  expect(fieldsOf('body', { at })).toEqual([{ in: 'body', field: 'at', message: 'must be a moment with its zone, such as 2026-01-31T09:30:00Z' }]);
});

it.each(['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.123456+14:00', '9999-12-31T23:59:59.999z'])('a moment passes: %s', (at) => {
  expect(fieldsOf('body', { at })).toEqual([]);
});
