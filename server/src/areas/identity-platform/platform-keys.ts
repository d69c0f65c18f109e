import { randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Db } from '../../platform/db/database';
import type { SecretBox } from '../../platform/security/secret-box';

export interface PlatformKeys {
  jwks: { keys: JWK[] };
  cookieKeys: string[];
}

/** Returns the signing keys and cookie keys of the embedded platform. They are created once and stored encrypted. */
export async function loadPlatformKeys(db: Db, secrets: SecretBox): Promise<PlatformKeys> {
  const stored = await db.system((tx) => tx.selectFrom('platform_secret').select('sealed').where('name', '=', 'keys').executeTakeFirst());
  if (stored) return JSON.parse(secrets.open(Buffer.from(stored.sealed))) as PlatformKeys;
  const fresh = await makeKeys();
  await db.system((tx) =>
    tx
      .insertInto('platform_secret')
      .values({ name: 'keys', sealed: secrets.seal(JSON.stringify(fresh)) })
      .onConflict((onConflict) => onConflict.doNothing())
      .execute(),
  );
  return loadPlatformKeys(db, secrets);
}

/** Seals the keys again with the current key. */
export async function resealPlatformKeys(db: Db, secrets: SecretBox): Promise<{ sealed: number; lost: number }> {
  return db.system(async (tx) => {
    const rows = await tx.selectFrom('platform_secret').select(['name', 'sealed']).forUpdate().execute();
    for (const { name, sealed } of rows) {
      const resealed = secrets.seal(secrets.open(Buffer.from(sealed)));
      await tx.updateTable('platform_secret').set({ sealed: resealed }).where('name', '=', name).execute();
    }
    return { sealed: rows.length, lost: 0 };
  });
}

async function makeKeys(): Promise<PlatformKeys> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { jwks: { keys: [{ ...jwk, kid, alg: 'ES256', use: 'sig' }] }, cookieKeys: [randomBytes(32).toString('base64url')] };
}
