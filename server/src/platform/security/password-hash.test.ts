import { randomBytes, scryptSync } from 'node:crypto';
import { PasswordHasher } from './password-hash';

const hasher = new PasswordHasher(randomBytes(32));

/** Returns a hash as former releases stored it. */
function plainHash(password: string): string {
  const salt = randomBytes(16);
  const cost = { N: 2 ** 14, r: 8, p: 1 };
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), scryptSync(password, salt, 32, cost).toString('base64')].join('$');
}

it('a password is accepted only with the secret of the installation that hashed it', async () => {
  const stored = await hasher.hash('Right-password-1');
  // The cost of the deployed server: servers of tests hash with less (server/test/support/server-process.cjs).
  expect(stored).toMatch(/^scrypt-hkdf\$65536\$8\$1\$/);
  expect(await hasher.verify('Right-password-1', stored)).toBe(true);
  expect(await hasher.verify('Wrong-password-1', stored)).toBe(false);
  expect(await new PasswordHasher(randomBytes(32)).verify('Right-password-1', stored)).toBe(false);
  expect(await hasher.verify('Right-password-1', null)).toBe(false);
});

it('a hash without the secret round gets it without the password, and stays valid', async () => {
  const plain = plainHash('Grüße, Welt');
  const strong = hasher.strengthen(plain);
  expect(hasher.strengthen(strong)).toBe(strong);
  const accepted = await Promise.all([plain, strong].map((stored) => hasher.verify('Grüße, Welt', stored)));
  expect(accepted).toEqual([true, true]);
  expect(await new PasswordHasher(randomBytes(32)).verify('Grüße, Welt', strong)).toBe(false);
});

it('bytes count as the same password as their text, in every form of Unicode, and are left to the caller', async () => {
  for (const password of ['Right-password-1', 'Gru\u0308\u00dfe, Welt']) {
    const stored = await hasher.hash(password);
    const bytes = Buffer.from(password);
    expect(await hasher.verify(bytes, stored)).toBe(true);
    expect(bytes.toString()).toBe(password);
    expect(await hasher.verify(Buffer.from(password.normalize('NFC')), stored)).toBe(true);
    expect(await hasher.verify(Buffer.from(`${password}x`), stored)).toBe(false);
  }
});
