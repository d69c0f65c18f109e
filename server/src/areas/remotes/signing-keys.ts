import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { RemoteId, SigningKey } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { EVERY_TENANT } from '../../platform/events/events';
import { conflict, notFound, unprocessable } from '../../platform/http/errors';
import type { RemoteSigningKeyTable } from './tables';

/** The Ed25519 keys with which teams sign their releases. */
export class SigningKeys {
  constructor(private readonly ctx: Context) {}

  /** Returns the keys of a remote, newest first. */
  list(id: RemoteId): Promise<SigningKey[]> {
    return this.ctx.db.system((tx) => readKeys(tx, id));
  }

  /** Adds a key. @throws ApiError 409 for a known key, 422 for anything but an Ed25519 public key */
  async add(id: RemoteId, { label, pem, by }: { label: string; pem: string; by: string }): Promise<SigningKey> {
    const key = publicKeyOf(pem);
    if (!key) throw unprocessable('SIGNING_KEY', 'This is not an Ed25519 public key in PEM. Make one with: npm run cam -- remotes key create FILE');
    const row = {
      remote_id: id,
      key_id: keyIdOf(key),
      public_key: key.export({ type: 'spki', format: 'pem' }).toString(),
      label,
      created_by: by,
      created_at: new Date(),
      revoked_at: null,
    };
    const result = await this.ctx.db.system((tx) =>
      tx
        .insertInto('remote_signing_key')
        .values(row)
        .onConflict((on) => on.columns(['remote_id', 'key_id']).doNothing())
        .executeTakeFirst(),
    );
    if (result.numInsertedOrUpdatedRows === 0n)
      throw conflict('KEY_EXISTS', `${id} has this key already. A revoked key stays revoked: use a new one.`);
    this.#changed();
    return toKey(row);
  }

  /** Revokes a key. @returns the key before @throws ApiError 404 for an unknown key */
  async revoke(id: RemoteId, keyId: string): Promise<SigningKey> {
    const before = (await this.list(id)).find(({ key_id }) => key_id === keyId);
    if (!before) throw notFound(`${id} has no such signing key. List the keys with: npm run cam -- remotes key list ${id}`);
    await this.ctx.db.system((tx) =>
      tx
        .updateTable('remote_signing_key')
        .set({ revoked_at: new Date() })
        .where((is) => is.and({ remote_id: id, key_id: keyId }))
        .where('revoked_at', 'is', null)
        .execute(),
    );
    this.#changed();
    return before;
  }

  #changed(): void {
    this.ctx.events.publish({ tenantId: EVERY_TENANT, kind: 'revision' });
  }
}

/** Returns the keys of a remote, newest first. */
async function readKeys(tx: Tx, id: RemoteId): Promise<SigningKey[]> {
  const rows = await tx.selectFrom('remote_signing_key').selectAll().where('remote_id', '=', id).orderBy('created_at', 'desc').execute();
  return rows.map(toKey);
}

/** Reports whether a key signed a text. */
export function isSignedBy(key: Pick<SigningKey, 'public_key'>, text: Buffer, signature: string): boolean {
  const publicKey = publicKeyOf(key.public_key);
  return publicKey !== null && verify(null, text, publicKey, Buffer.from(signature, 'base64'));
}

/** Parses a public key; null for anything but an Ed25519 public key in PEM. */
function publicKeyOf(pem: string): KeyObject | null {
  // Node.js would derive the public key from a private one, which does not belong into a registry.
  if (!pem.includes('BEGIN PUBLIC KEY')) return null;
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

function keyIdOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);
}

function toKey(row: Selectable<RemoteSigningKeyTable>): SigningKey {
  const { remote_id: id, key_id, label, public_key, created_by, created_at, revoked_at } = row;
  return { id, key_id, label, public_key, created_by, created_at: new Date(created_at).toISOString(), revoked: revoked_at !== null };
}
