import type { Selectable } from 'kysely';
import { MOST_OWN_KEYS, type SamlOwnKey } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { conflict, notFound } from '../../platform/http/errors';
import { isWrongKey, type SecretBox } from '../../platform/security/secret-box';
import { readCertificate } from './certificates';
import type { MadeKey } from './make-key';
import type { SamlOwnKeyTable } from './tables';

/** A private key of CAM, opened. */
export interface OpenedKey {
  privateKey: string;
  isSigning: boolean;
}

type KeyRow = Selectable<SamlOwnKeyTable>;

/** A change for the audit log: fingerprints and states alone. */
export interface ChangedKeys {
  before: SamlOwnKey[];
  after: SamlOwnKey[];
}

/** The keys of CAM for the providers of tenants. The server makes them, and their private parts never leave it. */
export class OwnKeys {
  constructor(
    private readonly ctx: Context,
    private readonly secrets: SecretBox,
  ) {}

  /** Returns the keys of a tenant, the signing one first. */
  async list(tenantId: string): Promise<SamlOwnKey[]> {
    return (await this.ctx.db.tenant(tenantId, (tx) => read(tx, tenantId))).map(toOwnKey);
  }

  /** Returns the private keys of a tenant, the signing one first. */
  async open(tenantId: string): Promise<OpenedKey[]> {
    const rows = await this.ctx.db.tenant(tenantId, (tx) => read(tx, tenantId));
    return rows.map(({ sealed_key: sealed, is_signing: isSigning }) => ({ privateKey: this.secrets.open(sealed), isSigning }));
  }

  /** Makes the first key of a tenant, unless it has one. */
  async ensure(tenantId: string): Promise<void> {
    if ((await this.list(tenantId)).length > 0) return;
    const made = await makeKey();
    await this.ctx.db.tenant(tenantId, (tx) => this.#insert(tx, tenantId, made, true));
  }

  /** Makes the next key. @throws ApiError 409 if there is one */
  async add(tenantId: string): Promise<ChangedKeys> {
    const made = await makeKey();
    return this.#change(tenantId, async (tx, rows) => {
      if (rows.length >= MOST_OWN_KEYS) throw conflict('TOO_MANY_KEYS', 'There is a next key already. Use it, and remove the former one first.');
      await this.#insert(tx, tenantId, made, rows.length === 0);
    });
  }

  /** Signs with a key from now on. @throws ApiError 404 for an unknown one */
  use(tenantId: string, fingerprint: string): Promise<ChangedKeys> {
    return this.#change(tenantId, async (tx, rows) => {
      find(rows, fingerprint);
      await tx.updateTable('saml_own_key').set({ is_signing: false }).where('tenant_id', '=', tenantId).execute();
      await tx
        .updateTable('saml_own_key')
        .set({ is_signing: true })
        .where((is) => is.and({ tenant_id: tenantId, fingerprint }))
        .execute();
    });
  }

  /** Removes a key. @throws ApiError 404 for an unknown one, 409 for the one that signs */
  remove(tenantId: string, fingerprint: string): Promise<ChangedKeys> {
    return this.#change(tenantId, async (tx, rows) => {
      if (find(rows, fingerprint).is_signing) throw conflict('KEY_SIGNS', 'Requests are signed with this key. Use the next one first.');
      await tx
        .deleteFrom('saml_own_key')
        .where((is) => is.and({ tenant_id: tenantId, fingerprint }))
        .execute();
    });
  }

  /** Removes all keys of a tenant within the caller's transaction. */
  async clearIn(tx: Tx, tenantId: string): Promise<void> {
    await tx.deleteFrom('saml_own_key').where('tenant_id', '=', tenantId).execute();
  }

  /** Seals the private keys again, after the key of the secrets changed. */
  reseal(tenantId: string): Promise<{ sealed: number; lost: number }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const counts = { sealed: 0, lost: 0 };
      for (const { fingerprint, sealed_key: sealed } of await read(tx, tenantId)) {
        try {
          await tx
            .updateTable('saml_own_key')
            .set({ sealed_key: this.secrets.seal(this.secrets.open(sealed)) })
            .where((is) => is.and({ tenant_id: tenantId, fingerprint }))
            .execute();
          counts.sealed += 1;
        } catch (error) {
          if (!isWrongKey(error)) throw error;
          counts.lost += 1;
        }
      }
      return counts;
    });
  }

  #change(tenantId: string, change: (tx: Tx, rows: KeyRow[]) => Promise<void>): Promise<ChangedKeys> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const rows = await read(tx, tenantId, true);
      await change(tx, rows);
      return { before: rows.map(toOwnKey), after: (await read(tx, tenantId)).map(toOwnKey) };
    });
  }

  async #insert(tx: Tx, tenantId: string, { privateKey, certificate, fingerprint }: MadeKey, isSigning: boolean): Promise<void> {
    const row = { tenant_id: tenantId, fingerprint, certificate, sealed_key: this.secrets.seal(privateKey), is_signing: isSigning };
    await tx
      .insertInto('saml_own_key')
      .values({ ...row, created_at: new Date() })
      .onConflict((known) => known.doNothing())
      .execute();
  }
}

function read(tx: Tx, tenantId: string, lock = false): Promise<KeyRow[]> {
  const query = tx.selectFrom('saml_own_key').selectAll().where('tenant_id', '=', tenantId).orderBy('is_signing', 'desc').orderBy('created_at');
  return (lock ? query.forUpdate() : query).execute();
}

function find(rows: readonly KeyRow[], fingerprint: string): KeyRow {
  const row = rows.find((one) => one.fingerprint === fingerprint);
  if (!row) throw notFound('CAM has no such key. Reload the page.');
  return row;
}

function toOwnKey({ certificate, is_signing }: KeyRow): SamlOwnKey {
  const { fingerprint, subject, validFrom, validUntil, pem } = readCertificate(certificate);
  return { fingerprint, subject, valid_from_time: validFrom, valid_until_time: validUntil, certificate: pem, is_signing };
}

/** Makes a key. Its libraries are loaded then, which most processes never do. */
async function makeKey(): Promise<MadeKey> {
  const { makeKeyWithCertificate } = await import('./make-key');
  return makeKeyWithCertificate();
}
