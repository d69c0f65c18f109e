import { tokenFor } from '../testing/sign-in-values';
import { isUsable, readToken, tokenState } from './access-token';

const NOW = Date.now();

describe('access token', () => {
  it('is fresh until 1800 s before its expiry, then due, then expired', () => {
    const token = tokenFor(3600);
    const end = (readToken(token)?.exp ?? 0) * 1000;
    expect(tokenState(token, end - 1_800_000)).toBe('fresh');
    expect(tokenState(token, end - 1_799_999)).toBe('due');
    expect(tokenState(token, end - 1)).toBe('due');
    expect(tokenState(token, end)).toBe('expired');
  });

  it('is missing when empty, and unreadable without valid claims', () => {
    expect(tokenState(null, NOW)).toBe('missing');
    expect(tokenState('', NOW)).toBe('missing');
    for (const token of ['opaque', 'a.b.c', `a.${btoa('{}')}.c`, `a.${btoa('{"exp":"soon","email":"x"}')}.c`])
      expect(tokenState(token, NOW)).toBe('unreadable');
  });

  it('is usable while fresh or due', () => {
    expect([3600, 60, -1].map((left) => isUsable(tokenFor(left), NOW))).toEqual([true, true, false]);
  });

  it('decodes claims that are not ASCII', () => {
    const payload = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify({ email: 'åsa@demo.example', exp: 1 }))));
    expect(readToken(`a.${payload}.c`)?.email).toBe('åsa@demo.example');
  });
});
