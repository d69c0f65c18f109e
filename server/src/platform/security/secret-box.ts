import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensurePrivateFile, replacePrivateFile } from './private-file';
import { isKey, KEY_BYTES, type KeySource, LOST_KEY } from './key-source';
import { WrappedKeys } from './wrapped-keys';
import { ConfigError } from '../config-error';
import { Limiter } from '../async/limiter';
import { unprocessable } from '../http/errors';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Encrypts secrets in the database: AES-256-GCM with a fresh nonce, stored as nonce, tag and text. */
export class SecretBox {
  readonly #rotations = new Limiter(1);

  constructor(private readonly source: KeySource) {}

  seal(text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = this.source.use(([key]) => createCipheriv('aes-256-gcm', key as Buffer, nonce));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws if the bytes were sealed with another key or changed since */
  open(sealed: Buffer): string {
    return this.source.use((keys) => {
      for (const key of keys.slice(0, -1)) {
        try {
          return openWith(key, sealed);
        } catch {
          // Another key may open it.
        }
      }
      return openWith(keys.at(-1) as Buffer, sealed);
    });
  }

  /**
   * Replaces the key, one rotation at a time: two at once could both overwrite the former key, and what it sealed would be lost.
   * @param reseal seals all stored secrets again; if it fails, both keys stay valid and another run resumes
   */
  rotate<T>(reseal: () => Promise<T>): Promise<T> {
    return this.#rotations.run(async () => {
      await this.source.begin();
      const result = await reseal();
      await this.source.end();
      return result;
    });
  }
}

/** Reports whether opening failed because of another key. */
export function isWrongKey(error: unknown): boolean {
  return error instanceof Error && /unable to authenticate data/i.test(error.message);
}

function openWith(key: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const parts = [decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
  const bytes = Buffer.concat(parts);
  const text = bytes.toString('utf8');
  for (const part of [...parts, bytes]) part.fill(0);
  return text;
}

/** The settings that decide where the key of the secrets comes from. */
interface KeySettings {
  secretKey: string | null;
  previousSecretKey?: string | null;
  /** The command that wraps keys with a vault. */
  keyCommand?: string | null;
}

/** Opens the box with the configured key and the former one, with keys that a vault wraps, or with the data folder's key file, which the first start makes. */
export async function openSecretBox(
  dataDir: string,
  { secretKey: configured, previousSecretKey: previous = null, keyCommand = null }: KeySettings,
): Promise<SecretBox> {
  if (keyCommand) return new SecretBox(await WrappedKeys.open(dataDir, keyCommand));
  if (configured) return new SecretBox(new ConfiguredKeys([configured, ...(previous ? [previous] : [])].map((key) => Buffer.from(key, 'base64'))));
  const path = join(dataDir, 'secret.key');
  if (existsSync(`${path}.wrapped`))
    throw new ConfigError(`${path}.wrapped was made with a key vault, but CAM_KEY_COMMAND is not set.\nSet it to the command that unwraps the key.`);
  await ensurePrivateFile({ path, isValid: isKey, remedy: LOST_KEY }, newKey);
  return new SecretBox(new KeyFiles(path));
}

/** Keys from the configuration: the operator sets a new one, which takes effect at a restart. */
class ConfiguredKeys implements KeySource {
  constructor(private readonly all: Buffer[]) {}

  use<T>(work: (keys: readonly Buffer[]) => T): T {
    return work(this.all);
  }

  async begin(): Promise<void> {
    if (this.all.length > 1) return;
    const how = 'Set CAM_SECRET_KEY_PREVIOUS to the present key and CAM_SECRET_KEY to a new one, restart CAM, then rotate.';
    throw unprocessable('KEY_NOT_CHANGED', `The key comes from CAM_SECRET_KEY. ${how}`);
  }

  async end(): Promise<void> {
    // The operator removes CAM_SECRET_KEY_PREVIOUS.
  }
}

/** Reads the files each time: another process on the same data folder may have rotated them. */
export class KeyFiles implements KeySource {
  readonly #previous: string;

  constructor(private readonly path: string) {
    this.#previous = `${path}.previous`;
  }

  use<T>(work: (keys: readonly Buffer[]) => T): T {
    const keys = this.#read();
    try {
      return work(keys);
    } finally {
      for (const key of keys) key.fill(0);
    }
  }

  #read(): Buffer[] {
    return [this.path, this.#previous].flatMap((path) => {
      try {
        const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
        if (key.length !== KEY_BYTES) throw new Error(`${path} is damaged. ${LOST_KEY}`);
        return [key];
      } catch (error) {
        if (path === this.path || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        return [];
      }
    });
  }

  /** Resumes an interrupted rotation with the key that it made. */
  async begin(): Promise<void> {
    if (this.use(([key, previous]) => previous !== undefined && !key?.equals(previous))) return;
    await replacePrivateFile(this.#previous, await readFile(this.path, 'utf8'));
    await replacePrivateFile(this.path, newKey());
  }

  async end(): Promise<void> {
    await rm(this.#previous, { force: true });
  }
}

function newKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}
