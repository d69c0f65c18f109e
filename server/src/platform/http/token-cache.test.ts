import { cacheVerifiedTokens } from './token-cache';
import type { Principal } from './principal';

const MINUTE = 60_000;

/** Makes tokens, a clock, and the list of verified tokens. */
function tokens(expiresAt = Infinity) {
  const clock = { now: 0 };
  const verifiedTokens: string[] = [];
  const verify = cacheVerifiedTokens(
    (token) => {
      verifiedTokens.push(token);
      if (token.startsWith('forged') || clock.now > expiresAt) return Promise.reject(new Error('refused'));
      return Promise.resolve({ tenantId: 'demo', email: token, rights: [], userSource: 'IDN_IDP', expiresAt } satisfies Principal);
    },
    () => clock.now,
  );
  return { clock, verifiedTokens, verify };
}

it('cacheVerifiedTokens verifies each token once within the cache lifetime', async () => {
  const { clock, verifiedTokens, verify } = tokens();
  for (const token of ['ada', 'ada', 'bob', 'ada']) expect(await verify(token)).toMatchObject({ email: token });
  expect(verifiedTokens).toEqual(['ada', 'bob']);
  clock.now += MINUTE;
  await verify('ada');
  expect(verifiedTokens).toEqual(['ada', 'bob', 'ada']);
});

it('cacheVerifiedTokens rejects an invalid token each time, and a cached token once it expires', async () => {
  const { clock, verify } = tokens(10_000);
  await verify('ada');
  await expect(verify('forged')).rejects.toThrow('refused');
  await expect(verify('forged')).rejects.toThrow('refused');
  clock.now += 10_001;
  await expect(verify('ada')).rejects.toThrow('refused');
});

it('cacheVerifiedTokens drops the oldest token when the cache is full', async () => {
  const { verifiedTokens, verify } = tokens();
  for (let token = 0; token <= 1000; token += 1) await verify(String(token));
  await verify('1000');
  expect(verifiedTokens).toHaveLength(1001);
  await verify('0');
  expect(verifiedTokens).toHaveLength(1002);
});
