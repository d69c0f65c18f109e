import { randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { ensurePrivateFile } from '../../platform/security/private-file';

/** 32 random bytes in base64url. */
const KEY = /^[\w-]{43}$/;

/**
 * Returns a check of the installation's own key. Read access to the data folder allows operating the installation.
 * @throws ConfigError if the key file is empty or damaged, because such a key would be easy to guess
 */
export async function loadOperatorKey(dataDir: string): Promise<(authorization: string) => boolean> {
  const path = join(dataDir, 'operator.key');
  const remedy = 'Delete the file and start CAM again: it makes a new key. Nothing else depends on the old one.';
  const key = Buffer.from(
    await ensurePrivateFile({ path, isValid: (content) => KEY.test(content), remedy }, () => randomBytes(32).toString('base64url')),
  );
  return (authorization) => {
    const given = Buffer.from(/^Operator ([\w-]{43})$/.exec(authorization)?.[1] ?? '');
    return given.length > 0 && given.length === key.length && timingSafeEqual(given, key);
  };
}
