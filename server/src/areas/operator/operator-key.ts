import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrivateFile } from '../../platform/security/private-file';

/** 32 random bytes in base64url. */
const KEY = /^[\w-]{43}$/;

/**
 * Returns a check of the installation's own key. Read access to the data folder allows operating the installation. The check reads the file each time,
 * so a new key counts at once; without a valid file, no key is accepted.
 * @throws ConfigError if the key file is empty or damaged, because such a key would be easy to guess
 */
export async function loadOperatorKey(dataDir: string): Promise<(authorization: string) => boolean> {
  const path = join(dataDir, 'operator.key');
  const remedy = 'Delete the file and start CAM again: it makes a new key. Nothing else depends on the old one.';
  await ensurePrivateFile({ path, isValid: (content) => KEY.test(content), remedy }, newOperatorKey);
  return (authorization) => {
    const given = /^Operator ([\w-]{43})$/.exec(authorization)?.[1];
    const key = given === undefined ? '' : readKey(path);
    return given !== undefined && KEY.test(key) && timingSafeEqual(Buffer.from(given), Buffer.from(key));
  };
}

/** Returns a new key of an installation. */
export function newOperatorKey(): string {
  return randomBytes(32).toString('base64url');
}

function readKey(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
