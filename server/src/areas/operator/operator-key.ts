import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrivateFile } from '../../platform/security/private-file';

/** 32 random bytes in base64url. */
const KEY = /^[\w-]{43}$/;

/**
 * Returns a check of the installation's own key. Read access to the data folder allows operating the installation. The check reads the file each time,
 * so a new key counts at once; without a valid file, no key is accepted.
 * @param configured the key from the environment, which servers without a common data folder share; null: the file
 * @throws ConfigError if the key file is empty or damaged, because such a key would be easy to guess
 */
export async function loadOperatorKey(dataDir: string, configured: string | null = null): Promise<(authorization: string) => boolean> {
  if (configured !== null) return (authorization) => isKeyOf(authorization, configured);
  const path = join(dataDir, 'operator.key');
  const remedy = 'Delete the file and start CAM again: it makes a new key. Nothing else depends on the old one.';
  await ensurePrivateFile({ path, isValid: (content) => KEY.test(content), remedy }, newOperatorKey);
  return (authorization) => authorization.startsWith('Operator ') && isKeyOf(authorization, readKey(path));
}

function isKeyOf(authorization: string, key: string): boolean {
  const given = /^Operator ([\w-]{43})$/.exec(authorization)?.[1];
  return given !== undefined && KEY.test(key) && timingSafeEqual(Buffer.from(given), Buffer.from(key));
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
