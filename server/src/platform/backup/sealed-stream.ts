import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

/** The secret of a backup: a passphrase, or a key of 32 bytes. */
export type BackupSecret = { passphrase: string } | { key: Buffer };

/** A backup that cannot be read; the message says why. */
export class BackupDamaged extends Error {}

const MAGIC = 'CAM-BACKUP';
/** The longest first line, bytes. */
const HEADER_LIMIT = 1024;
/** Content of one sealed block, bytes. */
const BLOCK = 256 * 1024;
const TAG = 16;
const CIPHER = 'aes-256-gcm';
/** @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1 };

interface Header {
  version: 1;
  /** With `key`, the secret is the key itself. */
  kdf: 'scrypt' | 'key';
  /** 32 bytes in base64. Each backup has its own key, so a counter can be the nonce. */
  salt: string;
}

const stretch = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

async function keyOf(secret: BackupSecret, salt: Buffer): Promise<Buffer> {
  const material =
    'key' in secret ? secret.key : await stretch(secret.passphrase.normalize('NFKC'), salt, 32, { ...SCRYPT, maxmem: 256 * SCRYPT.N * SCRYPT.r });
  return Buffer.from(hkdfSync('sha256', material, salt, 'cam backup', 32));
}

/** Returns the nonce of a block. The last block has another one, so a backup without its end is recognized. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index), 3);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Encrypts and authenticates a stream: a line with the header, then blocks of content with their tags. */
export async function* seal(source: AsyncIterable<Buffer>, secret: BackupSecret): AsyncGenerator<Buffer> {
  const salt = randomBytes(32);
  const header: Header = { version: 1, kdf: 'key' in secret ? 'key' : 'scrypt', salt: salt.toString('base64') };
  const line = Buffer.from(`${MAGIC} ${JSON.stringify(header)}\n`);
  yield line;
  const key = await keyOf(secret, salt);
  let index = 0;
  const sealed = (content: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv(CIPHER, key, nonceOf(index++, isLast)).setAAD(line);
    return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  };
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of source) {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
    // The last block may be full, so a full one waits for what follows.
    while (rest.length > BLOCK) {
      yield sealed(rest.subarray(0, BLOCK), false);
      rest = rest.subarray(BLOCK);
    }
  }
  yield sealed(rest, true);
}

/**
 * Returns the content of a sealed stream. Nothing that was altered is returned, and the end only if the stream is whole.
 * @throws BackupDamaged if the secret is wrong, or if the stream was altered or shortened
 */
export async function* unseal(source: AsyncIterable<Buffer>, secret: BackupSecret): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let opening: { key: Buffer; line: Buffer } | null = null;
  let index = 0;
  const opened = (block: Buffer, isLast: boolean): Buffer => {
    if (!opening || block.length < TAG) throw new BackupDamaged('it is shorter than it was');
    const decipher = createDecipheriv(CIPHER, opening.key, nonceOf(index, isLast)).setAAD(opening.line);
    decipher.setAuthTag(block.subarray(block.length - TAG));
    const content = decipher.update(block.subarray(0, block.length - TAG));
    try {
      decipher.final();
    } catch {
      throw new BackupDamaged(index === 0 ? 'the passphrase or key is wrong, or the file was altered' : 'it was altered or shortened');
    }
    index++;
    return content;
  };
  for await (const part of source) {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
    if (!opening) {
      const end = rest.indexOf('\n');
      if (end < 0 && rest.length < HEADER_LIMIT) continue;
      const line = rest.subarray(0, end + 1);
      const { kdf, salt } = readHeader(line.toString());
      if ((kdf === 'key') !== 'key' in secret)
        throw new BackupDamaged(
          `it was encrypted with a ${kdf === 'key' ? 'key file' : 'passphrase'}: give that, not a ${kdf === 'key' ? 'passphrase' : 'key file'}`,
        );
      opening = { line, key: await keyOf(secret, Buffer.from(salt, 'base64')) };
      rest = rest.subarray(end + 1);
    }
    while (rest.length > BLOCK + TAG) {
      yield opened(rest.subarray(0, BLOCK + TAG), false);
      rest = rest.subarray(BLOCK + TAG);
    }
  }
  yield opened(rest, true);
}

function readHeader(line: string): Header {
  if (!line.startsWith(`${MAGIC} `)) throw new BackupDamaged('it is not a backup of CAM');
  try {
    const header = JSON.parse(line.slice(MAGIC.length)) as Header;
    if (header.version !== 1) throw new BackupDamaged('a newer release of CAM has written it: restore it with that release');
    if (['scrypt', 'key'].includes(header.kdf) && Buffer.from(header.salt, 'base64').length === 32) return header;
  } catch (error) {
    if (error instanceof BackupDamaged) throw error;
  }
  throw new BackupDamaged('its first line is damaged');
}
