import { randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { privateFile } from '../../platform/security/secret-box';

/** Returns a check of the installation's own key. Read access to the data folder allows operating the installation. */
export async function loadOperatorKey(dataDir: string): Promise<(authorization: string) => boolean> {
  const key = Buffer.from(await privateFile(join(dataDir, 'operator.key'), () => randomBytes(32).toString('base64url')));
  return (authorization) => {
    const given = Buffer.from(/^Operator (.+)$/.exec(authorization)?.[1] ?? '');
    return given.length === key.length && timingSafeEqual(given, key);
  };
}
