import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts what must not be readable in the database: AES-256-GCM, a fresh nonce each time, laid out as nonce, tag, text. */
export class SecretBox {
  constructor(private readonly key: Buffer) {}

  seal(text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** Throws where the bytes were sealed with another key or changed since. */
  open(sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', this.key, sealed.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  }
}

/** The key of the configuration, or the key file of the data folder, made at the first start. */
export async function openSecretBox(dataDir: string, configured: string | null): Promise<SecretBox> {
  if (configured) return new SecretBox(Buffer.from(configured, 'base64'));
  const text = await privateFile(join(dataDir, 'secret.key'), () => randomBytes(32).toString('base64'));
  return new SecretBox(Buffer.from(text, 'base64'));
}

/** Reads a file that only the owner may read, or makes it. */
export async function privateFile(path: string, make: () => string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const content = make();
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, content, { mode: 0o600 });
  await chmod(path, 0o600);
  return content;
}
