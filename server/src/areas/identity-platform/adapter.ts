import { sql } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Db } from '../../platform/db/database';

/**
 * Stores the sessions, codes, tokens and grants of the OpenID provider in the database, so that a restart signs nobody out. An ended session stays
 * marked until it would expire: a concurrent request that read it before must not write it back.
 */
export class DatabaseAdapter implements Adapter {
  constructor(
    private readonly db: Db,
    private readonly model: string,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const row = {
      payload: JSON.stringify(payload),
      grant_id: payload.grantId ?? null,
      uid: payload.uid ?? null,
      expires_at: expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
    };
    await this.db.system((tx) =>
      tx
        .insertInto('oidc_payload')
        .values({ model: this.model, id, ...row })
        .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row).where('oidc_payload.is_ended', '=', false))
        .execute(),
    );
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.#findBy('id', id);
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#findBy('uid', uid);
  }

  /** Device flow is off, so no user codes are stored. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    const consumed = Math.floor(Date.now() / 1000);
    await this.db.system((tx) =>
      sql`update oidc_payload set payload = payload || jsonb_build_object('consumed', ${consumed}::int) where model = ${this.model} and id = ${id}`.execute(
        tx,
      ),
    );
  }

  destroy(id: string): Promise<void> {
    return this.#end('id', id);
  }

  /** Ends everything issued for a grant. A sign-in in progress continues, because it needs the password anyway. */
  revokeByGrantId(grantId: string): Promise<void> {
    return this.#end('grant_id', grantId);
  }

  async #end(column: 'id' | 'grant_id', value: string): Promise<void> {
    const ended = { is_ended: true, payload: '{}', grant_id: null, uid: null };
    await this.db.system((tx) => tx.updateTable('oidc_payload').set(ended).where('model', '=', this.model).where(column, '=', value).execute());
  }

  async #findBy(column: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> {
    const row = await this.db.system((tx) =>
      tx
        .selectFrom('oidc_payload')
        .select(['payload', 'expires_at'])
        .where('model', '=', this.model)
        .where(column, '=', value)
        .where('is_ended', '=', false)
        .executeTakeFirst(),
    );
    if (!row || (row.expires_at && new Date(row.expires_at).getTime() <= Date.now())) return undefined;
    return row.payload as AdapterPayload;
  }
}

/** Deletes expired entries. */
export async function sweepExpired(db: Db): Promise<void> {
  await db.system((tx) => tx.deleteFrom('oidc_payload').where('expires_at', '<', new Date()).execute());
}
