import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Limiter } from '../async/limiter';

/** Cost of one hash: 64 MiB and about 100 ms, as OWASP's password storage cheat sheet recommends for scrypt. */
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
const KEY_BYTES = 32;

/** Returns `scrypt$N$r$p$salt$hash`: old hashes stay valid when the cost rises. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** Takes the same time with and without a stored hash, so that its duration does not reveal which users exist. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, n, r, p, salt, hash] = (stored ?? '').split('$');
  if (!salt || !hash) {
    await derive(password, Buffer.alloc(16), COST);
    return false;
  }
  const expected = Buffer.from(hash, 'base64');
  const actual = await derive(password, Buffer.from(salt, 'base64'), { ...COST, N: Number(n), r: Number(r), p: Number(p) });
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Two hashes at a time. More would fill the thread pool, which reads files and resolves names for everyone. */
const hashes = new Limiter(2);

function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return hashes.run(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFC'), salt, KEY_BYTES, cost, (error, key) => (error ? reject(error) : resolve(key)));
      }),
  );
}
