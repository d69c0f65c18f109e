import { isAscii } from 'node:buffer';
import { hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Limiter } from '../async/limiter';

/** Cost of one hash: 64 MiB and about 100 ms, as OWASP's password storage cheat sheet recommends for scrypt. */
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
const KEY_BYTES = 32;

/** The methods of stored hashes: with and without the secret round. */
const METHODS = { plain: 'scrypt', secret: 'scrypt-hkdf' };

/**
 * Hashes passwords with scrypt and a random salt, and once more with a secret salt of the installation (HKDF with SHA-256). Stolen hashes cannot be
 * tried without the secret, which is not among them.
 */
export class PasswordHasher {
  constructor(private readonly secretSalt: Buffer) {}

  /** Returns `method$N$r$p$salt$hash`: old hashes stay valid when the cost rises. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const key = this.#secretRound(await derive(password, salt, COST));
    return [METHODS.secret, COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join('$');
  }

  /**
   * Takes the same time with and without a stored hash, so that its duration does not reveal which users exist.
   * @param password bytes of UTF-8, which the caller overwrites, or a text
   */
  async verify(password: string | Buffer, stored: string | null): Promise<boolean> {
    const [method, n, r, p, salt, hash] = (stored ?? '').split('$');
    if (!salt || !hash) {
      await derive(password, Buffer.alloc(16), COST);
      return false;
    }
    const expected = Buffer.from(hash, 'base64');
    const key = await derive(password, Buffer.from(salt, 'base64'), { ...COST, N: Number(n), r: Number(r), p: Number(p) });
    const actual = method === METHODS.secret ? this.#secretRound(key) : key;
    const isRight = actual.length === expected.length && timingSafeEqual(actual, expected);
    actual.fill(0);
    return isRight;
  }

  /** Returns a stored hash with the secret round, which hashes of former releases lack. It needs no password. */
  strengthen(stored: string): string {
    const [method, ...rest] = stored.split('$');
    if (method !== METHODS.plain) return stored;
    const key = Buffer.from(rest.pop() ?? '', 'base64');
    return [METHODS.secret, ...rest, this.#secretRound(key).toString('base64')].join('$');
  }

  /** Overwrites its input, which an attacker could try passwords against. */
  #secretRound(key: Buffer): Buffer {
    const result = Buffer.from(hkdfSync('sha256', key, this.secretSalt, 'password', KEY_BYTES));
    key.fill(0);
    return result;
  }
}

/** Two hashes at a time. More would fill the thread pool, which reads files and resolves names for everyone. */
const hashes = new Limiter(2);

/** Overwrites its copy of the password when the hash is made. */
function derive(password: string | Buffer, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return hashes.run(
    () =>
      new Promise((resolve, reject) => {
        const bytes = normalised(password);
        scrypt(bytes, salt, KEY_BYTES, cost, (error, key) => {
          bytes.fill(0);
          if (error) reject(error);
          else resolve(key);
        });
      }),
  );
}

/** Returns a copy in the normal form of Unicode. Bytes of ASCII have it already, so no text is made of them, which would stay in memory. */
function normalised(password: string | Buffer): Buffer {
  return typeof password !== 'string' && isAscii(password) ? Buffer.from(password) : Buffer.from(password.toString().normalize('NFC'));
}
