import { sql } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Db } from '../../platform/db/database';

/**
 * Keeps what the OpenID provider issues (sessions, codes, tokens, grants) in the database, so that a restart signs nobody out. What was ended stays
 * ended until it would have expired: a request that read a session before it was signed out must not write it back, here or in another process.
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

  /** Device flow is off: nothing is ever stored under a user code. */
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

  /** Ends what was issued for a grant. A sign-in under way that began with one goes on: it gives nothing before the password is given anew. */
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

/** Deletes what has expired. */
export async function sweepExpired(db: Db): Promise<void> {
  await db.system((tx) => tx.deleteFrom('oidc_payload').where('expires_at', '<', new Date()).execute());
}
