import { sql } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Db } from '../../platform/db/database';

/** An ended entry keeps nothing but its mark. */
const ENDED = { is_ended: true, payload: '{}', grant_id: null, uid: null };

/**
 * Stores the sessions, codes, tokens and grants of the OpenID provider in the database, so that a restart signs nobody out. An ended session stays
 * marked until it would expire: a concurrent request that read it before must not write it back.
 */
export class DatabaseAdapter implements Adapter {
  constructor(
    private readonly db: Db,
    private readonly model: string,
    /** Makes the error that refuses a second use. */
    private readonly usedBefore: () => Error,
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

  /**
   * Marks a code or refresh token as used.
   * @throws the error for a second use if another request used it first. Requests at the same time all find it unused, so this is the check that counts. Somebody has a
   * copy, therefore everything of its grant ends.
   */
  async consume(id: string): Promise<void> {
    const consumed = Math.floor(Date.now() / 1000);
    const isFirst = await this.db.system(async (tx) => {
      const { numAffectedRows } = await sql`
        update oidc_payload set payload = payload || jsonb_build_object('consumed', ${consumed}::int)
        where model = ${this.model} and id = ${id} and not is_ended and not jsonb_exists(payload, 'consumed')`.execute(tx);
      if (numAffectedRows === 1n) return true;
      const used = await tx.selectFrom('oidc_payload').select('grant_id').where('model', '=', this.model).where('id', '=', id).executeTakeFirst();
      const grantId = used?.grant_id;
      if (grantId)
        await tx
          .updateTable('oidc_payload')
          .set(ENDED)
          .where((eb) => eb.or([eb('grant_id', '=', grantId), eb.and([eb('model', '=', 'Grant'), eb('id', '=', grantId)])]))
          .execute();
      return false;
    });
    if (!isFirst) throw this.usedBefore();
  }

  destroy(id: string): Promise<void> {
    return this.#end('id', id);
  }

  /** Ends everything issued for a grant. A sign-in in progress continues, because it needs the password anyway. */
  revokeByGrantId(grantId: string): Promise<void> {
    return this.#end('grant_id', grantId);
  }

  async #end(column: 'id' | 'grant_id', value: string): Promise<void> {
    await this.db.system((tx) => tx.updateTable('oidc_payload').set(ENDED).where('model', '=', this.model).where(column, '=', value).execute());
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
