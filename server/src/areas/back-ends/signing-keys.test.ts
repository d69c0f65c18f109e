import { keysIn, KEYS_KEPT, publishedAt, rotated, signerAt, TOKEN_LIFE, type StoredKey } from './signing-keys';

const START = 1_800_000_000_000;
const at = (seconds: number): number => START + seconds * 1000;
const kids = (keys: readonly StoredKey[]): string[] => keys.map(({ jwk }) => jwk.kid);
const key = (kid: string): StoredKey['jwk'] => ({ kty: 'EC', kid });

describe('the keys of the tokens for back ends', () => {
  const first = keysIn(JSON.stringify({ kty: 'EC', kid: 'first' }));
  const both = rotated(first, key('second'), { now: at(0), compromised: false });

  it('of an installation that never rotated are one, which signs', () => {
    expect(kids(publishedAt(first, at(0)))).toEqual(['first']);
    expect(signerAt(first, at(0)).jwk.kid).toBe('first');
  });

  it.each([
    ['at once', 0, 'first', ['first', 'second']],
    ['before every server has read it', KEYS_KEPT - 1, 'first', ['first', 'second']],
    ['when every server has read it', KEYS_KEPT, 'second', ['first', 'second']],
    ['while the last token of the former key lives', KEYS_KEPT + TOKEN_LIFE - 1, 'second', ['first', 'second']],
    ['after that', KEYS_KEPT + TOKEN_LIFE, 'second', ['second']],
  ])('are published before they sign and as long as their tokens live: %s', (_when, seconds, signer, published) => {
    expect(signerAt(both, at(seconds)).jwk.kid).toBe(signer);
    expect(kids(publishedAt(both, at(seconds)))).toEqual(published);
  });

  it('stay verifiable when two rotations follow each other', () => {
    const three = rotated(both, key('third'), { now: at(10), compromised: false });
    expect(signerAt(three, at(20)).jwk.kid).toBe('first');
    expect(signerAt(three, at(KEYS_KEPT)).jwk.kid).toBe('second');
    expect(signerAt(three, at(KEYS_KEPT + 10)).jwk.kid).toBe('third');
    expect(kids(publishedAt(three, at(KEYS_KEPT + 10)))).toEqual(['first', 'second', 'third']);
    expect(kids(rotated(three, key('fourth'), { now: at(1000), compromised: false }))).toEqual(['third', 'fourth']);
  });

  it('end at once if the former one is compromised', () => {
    const replaced = rotated(both, key('third'), { now: at(5), compromised: true });
    expect(kids(publishedAt(replaced, at(5)))).toEqual(['third']);
    expect(signerAt(replaced, at(5)).jwk.kid).toBe('third');
  });
});
