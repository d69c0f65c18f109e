import { sql } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Db } from '../db/database';

/** Keeps what the OpenID provider issues (sessions, codes, tokens, grants) in the database, so that a restart signs nobody out. */
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
        .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
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

  async destroy(id: string): Promise<void> {
    await this.db.system((tx) => tx.deleteFrom('oidc_payload').where('model', '=', this.model).where('id', '=', id).execute());
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.db.system((tx) => tx.deleteFrom('oidc_payload').where('grant_id', '=', grantId).execute());
  }

  async #findBy(column: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> {
    const row = await this.db.system((tx) =>
      tx.selectFrom('oidc_payload').select(['payload', 'expires_at']).where('model', '=', this.model).where(column, '=', value).executeTakeFirst(),
    );
    if (!row || (row.expires_at && new Date(row.expires_at).getTime() <= Date.now())) return undefined;
    return row.payload as AdapterPayload;
  }
}

/** Deletes what has expired. */
export async function sweepExpired(db: Db): Promise<void> {
  await db.system((tx) => tx.deleteFrom('oidc_payload').where('expires_at', '<', new Date()).execute());
}
