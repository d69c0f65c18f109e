import { randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Db } from '../../platform/db/database';
import { PasswordHasher } from '../../platform/security/password-hash';
import type { SecretBox } from '../../platform/security/secret-box';

export interface PlatformKeys {
  jwks: { keys: JWK[] };
  cookieKeys: string[];
}

/** Returns the signing keys and cookie keys of the embedded platform. They are created once and stored encrypted. */
export async function loadPlatformKeys(db: Db, secrets: SecretBox): Promise<PlatformKeys> {
  return JSON.parse(await installationSecret(db, secrets, 'keys', async () => JSON.stringify(await makeKeys()))) as PlatformKeys;
}

/**
 * Returns the hasher of the user pool's passwords. Its secret is created once and stored encrypted, so the database alone does not suffice to try
 * passwords. Hashes of former releases get the secret round.
 */
export async function loadPasswordHasher(db: Db, secrets: SecretBox): Promise<PasswordHasher> {
  const secret = await installationSecret(db, secrets, 'password-salt', async () => randomBytes(32).toString('base64'));
  const hasher = new PasswordHasher(Buffer.from(secret, 'base64'));
  await db.system(async (tx) => {
    const users = tx.selectFrom('identity_user').select(['email', 'password_hash']);
    const plain = await users.where('password_hash', 'like', 'scrypt$%').forUpdate().execute();
    for (const { email, password_hash: hash } of plain)
      await tx
        .updateTable('identity_user')
        .set({ password_hash: hasher.strengthen(hash) })
        .where('email', '=', email)
        .execute();
  });
  return hasher;
}

/** Returns a secret of the installation, which the first process that needs it creates and stores encrypted. */
export async function installationSecret(db: Db, secrets: SecretBox, name: string, make: () => Promise<string>): Promise<string> {
  const read = () => db.system((tx) => tx.selectFrom('platform_secret').select('sealed').where('name', '=', name).executeTakeFirst());
  let stored = await read();
  if (!stored) {
    const fresh = { name, sealed: secrets.seal(await make()) };
    await db.system((tx) =>
      tx
        .insertInto('platform_secret')
        .values(fresh)
        .onConflict((onConflict) => onConflict.doNothing())
        .execute(),
    );
    stored = (await read()) ?? fresh;
  }
  return secrets.open(Buffer.from(stored.sealed));
}

/** Replaces a stored secret of the installation. Processes that do so at the same time take turns. @returns the new one */
export async function changeInstallationSecret(db: Db, secrets: SecretBox, name: string, change: (stored: string) => string): Promise<string> {
  return db.system(async (tx) => {
    const { sealed } = await tx.selectFrom('platform_secret').select('sealed').where('name', '=', name).forUpdate().executeTakeFirstOrThrow();
    const changed = change(secrets.open(Buffer.from(sealed)));
    await tx
      .updateTable('platform_secret')
      .set({ sealed: secrets.seal(changed) })
      .where('name', '=', name)
      .execute();
    return changed;
  });
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
