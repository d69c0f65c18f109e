import type { ApiToken } from '@cam/contracts';
import { API_TOKEN_SCOPES } from '@cam/contracts';
import { networksIn, SCOPE_WORDS, stateOf } from './words';

const token = { revoked_time: null, expires_time: '2026-12-01T00:00:00.000Z' } as ApiToken;

it('each scope of a token is explained', () => {
  expect(Object.keys(SCOPE_WORDS).sort()).toEqual([...API_TOKEN_SCOPES].sort());
});

it('a token is valid until it expires or is revoked', () => {
  const before = Date.parse('2026-11-30T00:00:00Z');
  expect(stateOf(token, before)).toBe('Valid');
  expect(stateOf(token, Date.parse('2026-12-01T00:00:00Z'))).toBe('Expired');
  expect(stateOf({ ...token, revoked_time: '2026-11-01T00:00:00Z' }, before)).toBe('Revoked');
});

it('networks may stand on lines or between commas', () => {
  expect(networksIn(' 203.0.113.7,\n 2001:db8::/32 ,')).toEqual(['203.0.113.7', '2001:db8::/32']);
  expect(networksIn(' ')).toEqual([]);
});
