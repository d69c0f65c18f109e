import { digestOf, isTokenText, newToken } from './token-text';

it('a token has its prefix, its length and its checksum, and none is like another', () => {
  const tokens = Array.from({ length: 1000 }, newToken);
  expect(new Set(tokens).size).toBe(1000);
  for (const token of tokens) {
    expect(token).toMatch(/^cam_[0-9A-Za-z]{49}$/);
    expect(isTokenText(token)).toBe(true);
  }
});

it('a text with one other character is no token', () => {
  const token = newToken();
  for (let at = 0; at < token.length; at += 1) {
    const changed = token.slice(0, at) + (token[at] === 'x' ? 'y' : 'x') + token.slice(at + 1);
    expect(isTokenText(changed)).toBe(false);
  }
  for (const text of ['', 'cam_', `${token}a`, token.slice(1), `camp_${token}`, `${token}\n`]) expect(isTokenText(text)).toBe(false);
});

it('the digest does not contain the token', () => {
  const token = newToken();
  expect(digestOf(token)).toMatch(/^[0-9a-f]{64}$/);
  expect(digestOf(token)).not.toBe(digestOf(newToken()));
});
