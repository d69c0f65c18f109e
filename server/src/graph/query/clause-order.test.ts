import { inValidOrder } from './clause-order';
import { parseQuery } from './parse-query';

describe('clauses in a wrong order', () => {
  it.each([
    ['user with-access object_store for read with-attribute public true', 'user with-access object_store with-attribute public true for read'],
    ['user for read with-access object_store', 'user with-access object_store for read'],
    ['user as-of 2026-01-31 with-access any', 'user with-access any as-of 2026-01-31'],
    [
      'user with-access any with-usage > 90 not with-attribute encrypted true',
      'user with-access any not with-attribute encrypted true with-usage > 90',
    ],
  ])('are offered in the right one: %s', (input, offered) => {
    const { error } = parseQuery(input);
    expect(error && inValidOrder(input, error)).toBe(offered);
  });

  it.each(['banana', 'user with-access banana', 'object_store with-access user'])('are not the problem of "%s"', (input) => {
    const { error } = parseQuery(input);
    expect(error && inValidOrder(input, error)).toBeNull();
  });
});
