import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../config-error';
import { ensurePrivateFile, readPrivateFile, replacePrivateFile } from './private-file';
import { isKey, KEY_BYTES, type KeySource, LOST_KEY } from './key-source';

/** Longest time that the command may take, ms. */
const TIMEOUT = 30_000;

/** Longest wrapped key, bytes. */
const LARGEST = 16_384;

/**
 * Keys that a key vault or KMS wraps: the data folder has them encrypted only, and the key that encrypts them never leaves the vault. A command of the
 * operator calls the vault: `COMMAND wrap` reads a key in base64 from its input and prints it encrypted, `COMMAND unwrap` does the reverse.
 */
export class WrappedKeys implements KeySource {
  readonly #path: string;
  readonly #previous: string;
  /** The keys of the files by their wrapped form, so that the vault is asked once for each. */
  readonly #opened = new Map<string, Buffer>();

  private constructor(
    dataDir: string,
    private readonly command: string,
  ) {
    this.#path = join(dataDir, 'secret.key.wrapped');
    this.#previous = `${this.#path}.previous`;
  }

  /**
   * Opens the wrapped key of a data folder. The first start makes it, from `secret.key` if the installation had one, which is deleted then.
   * @throws ConfigError if the command fails or answers no key
   */
  static async open(dataDir: string, command: string): Promise<WrappedKeys> {
    const keys = new WrappedKeys(dataDir, command);
    const plain = join(dataDir, 'secret.key');
    if (existsSync(`${plain}.previous`))
      throw new ConfigError(`${plain}.previous is left from a rotation.\nComplete it without CAM_KEY_COMMAND: npm run cam -- secrets rotate`);
    const former = await readPrivateFile({ path: plain, isValid: isKey, remedy: LOST_KEY });
    const file = { path: keys.#path, isValid: (content: string) => content.length <= LARGEST, remedy: LOST_KEY };
    await ensurePrivateFile(file, () => keys.#wrap(former ?? randomBytes(KEY_BYTES).toString('base64')));
    keys.use(() => undefined);
    await rm(plain, { force: true });
    return keys;
  }

  /** Reads the files each time: another process on the same data folder may have rotated them. */
  use<T>(work: (keys: readonly Buffer[]) => T): T {
    const texts = [this.#path, this.#previous].filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8').trim());
    for (const [text, key] of this.#opened) {
      if (texts.includes(text)) continue;
      key.fill(0);
      this.#opened.delete(text);
    }
    return work(texts.map((text) => this.#unwrapped(text)));
  }

  /** Resumes an interrupted rotation with the key that it made. */
  async begin(): Promise<void> {
    if (existsSync(this.#previous) && readFileSync(this.#previous, 'utf8') !== readFileSync(this.#path, 'utf8')) return;
    const next = this.#wrap(randomBytes(KEY_BYTES).toString('base64'));
    await replacePrivateFile(this.#previous, readFileSync(this.#path, 'utf8'));
    await replacePrivateFile(this.#path, next);
  }

  async end(): Promise<void> {
    await rm(this.#previous, { force: true });
  }

  #unwrapped(text: string): Buffer {
    const known = this.#opened.get(text);
    if (known) return known;
    const answer = this.#run('unwrap', text);
    if (!isKey(answer)) throw new ConfigError('CAM_KEY_COMMAND unwrap printed no key of 32 bytes in base64.\nCheck the command and its vault.');
    const key = Buffer.from(answer, 'base64');
    this.#opened.set(text, key);
    return key;
  }

  #wrap(key: string): string {
    const wrapped = this.#run('wrap', key);
    if (wrapped === '' || wrapped.includes(key))
      throw new ConfigError('CAM_KEY_COMMAND wrap printed nothing, or the key itself.\nCheck the command.');
    return wrapped;
  }

  #run(action: 'wrap' | 'unwrap', input: string): string {
    try {
      return execFileSync(this.command, [action], { input, timeout: TIMEOUT, maxBuffer: LARGEST, stdio: 'pipe', encoding: 'utf8' }).trim();
    } catch (error) {
      const { stderr, message } = error as Error & { stderr?: string };
      const reason = (stderr || message).trim().split('\n')[0] ?? '';
      throw new ConfigError(`CAM_KEY_COMMAND ${action} failed: ${reason}\nCheck the command (${this.command}) and the access to its vault.`);
    }
  }
}
