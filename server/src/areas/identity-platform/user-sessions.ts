import { sql } from 'kysely';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { notFound } from '../../platform/http/errors';
import type { Principal } from '../../platform/http/principal';
import { deviceOf } from './device';
import type { Revocations } from './revocations';

/** The caller of a request: its address and the user agent of its browser. */
export interface Client {
  address: string;
  userAgent: string | undefined;
}

/** A browser that a user signed in with. */
export interface UserSession {
  sessionId: string;
  device: string;
  address: string;
  createdAt: Date;
  lastUsedAt: Date;
}

/** The last use of a session is stored at most this often, ms. */
const USE_INTERVAL = 60_000;

/** A session without use for this time has no valid token left, ms. */
const UNUSED = 13 * 3600_000;

/**
 * The sessions of the user pool. The provider stores cookies, codes and refresh tokens; this class records which browser each belongs to, and ends all
 * of them together.
 */
export class UserSessions {
  /** The last recorded use of each session in this process. */
  readonly #used = new Map<string, { at: number; from: string }>();

  constructor(
    private readonly ctx: Context,
    private readonly revocations: Revocations,
  ) {}

  /**
   * Records a session when the provider issues something for it.
   * @param signedInAt time of the sign-in, s since 1970
   * @returns false if the session was ended, or the user was removed; nothing may be issued then
   */
  async enter(session: { sessionId: string; userId: string; signedInAt: number }, client: Client | null): Promise<boolean> {
    const { sessionId, userId, signedInAt } = session;
    return this.ctx.db.system(async (tx) => {
      const user = await tx.selectFrom('identity_user').select('sessions_from').where('user_id', '=', userId).forShare().executeTakeFirst();
      if (!user) return false;
      const known = await tx.selectFrom('identity_session').select('user_id').where('session_id', '=', sessionId).executeTakeFirst();
      const isValid = known ? known.user_id === userId : signedInAt > user.sessions_from;
      if (!isValid || (await this.revocations.isSessionRevokedIn(tx, sessionId))) return false;
      const seen = client ? { device: deviceOf(client.userAgent), address: client.address } : null;
      await tx
        .insertInto('identity_session')
        .values({ session_id: sessionId, user_id: userId, device: seen?.device ?? deviceOf(undefined), address: seen?.address ?? '' })
        .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ last_used_at: new Date(), ...seen }))
        .execute();
      return true;
    });
  }

  /** Records the use of a session, in the background. */
  used({ sessionId }: Principal, { address, userAgent }: Client): void {
    if (!sessionId) return;
    const device = deviceOf(userAgent);
    const now = Date.now();
    const before = this.#used.get(sessionId);
    const from = `${address} ${device}`;
    if (before && before.from === from && now - before.at < USE_INTERVAL) return;
    this.#used.set(sessionId, { at: now, from });
    const change = { device, address, last_used_at: new Date(now) };
    this.ctx.db
      .system((tx) => tx.updateTable('identity_session').set(change).where('session_id', '=', sessionId).execute())
      .catch((err: unknown) => this.ctx.log.debug({ err }, 'the use of a session was not recorded'));
  }

  /** Returns the sessions of a user, the last used first. */
  async list(tenantId: string, email: string): Promise<UserSession[]> {
    const rows = await this.ctx.db.system((tx) =>
      tx
        .selectFrom('identity_session as session')
        .innerJoin('identity_user as user', 'user.user_id', 'session.user_id')
        .select(['session.session_id', 'session.device', 'session.address', 'session.created_at', 'session.last_used_at'])
        .where('user.email', '=', email)
        .where('user.tenant_id', '=', tenantId)
        .orderBy('session.last_used_at', 'desc')
        .orderBy('session.session_id')
        .execute(),
    );
    return rows.map((row) => ({
      sessionId: row.session_id,
      device: row.device,
      address: row.address,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    }));
  }

  /** Ends one session of a user. @throws ApiError 404 if the user has no such session */
  async end(tenantId: string, email: string, sessionId: string): Promise<UserSession> {
    const session = (await this.list(tenantId, email)).find((one) => one.sessionId === sessionId);
    if (!session) throw notFound('This session has ended already. Reload the list.');
    await this.signedOut(tenantId, sessionId);
    return session;
  }

  /** Ends a session that its user signed out of. */
  async signedOut(tenantId: string, sessionId: string): Promise<void> {
    await this.ctx.db.system(async (tx) => {
      // The lock waits for a request that is entering the session.
      const owner = tx.selectFrom('identity_session').select('user_id').where('session_id', '=', sessionId);
      await tx.selectFrom('identity_user').select('user_id').where('user_id', 'in', owner).forUpdate().execute();
      await tx.deleteFrom('identity_session').where('session_id', '=', sessionId).execute();
      await endIssued(tx, sql`uid = ${sessionId} or payload ->> 'sessionUid' = ${sessionId}`);
      await this.revocations.addIn(tx, { sessions: [sessionId] });
    });
    await this.revocations.announce(tenantId);
  }

  /** Ends all sessions of a user but one. @returns the ended sessions */
  async endOthers(tenantId: string, email: string, except: string | null): Promise<UserSession[]> {
    const before = await this.list(tenantId, email);
    await this.ctx.db.system((tx) => this.endOthersIn(tx, email, except));
    await this.revocations.announce(tenantId);
    return before.filter(({ sessionId }) => sessionId !== except);
  }

  /**
   * Ends all sessions of a user but one, and every other token of the user, within the transaction of the cause. Call `revocations.announce` after it.
   * A sign-in that checked the password before counts no longer.
   */
  async endOthersIn(tx: Tx, email: string, except: string | null): Promise<void> {
    const user = await tx
      .updateTable('identity_user')
      .set({ sessions_from: sql<number>`greatest(sessions_from + 1, extract(epoch from clock_timestamp())::bigint)` })
      .where('email', '=', email)
      .returning('user_id')
      .executeTakeFirst();
    if (!user) return;
    const { user_id: userId } = user;
    const known = await tx
      .deleteFrom('identity_session')
      .where('user_id', '=', userId)
      .where('session_id', 'is distinct from', except)
      .returning('session_id')
      .execute();
    const issued = await endIssued(
      tx,
      sql`payload ->> 'accountId' = ${userId} and coalesce(uid, payload ->> 'sessionUid') is distinct from ${except}::text`,
    );
    await endIssued(tx, sql`model = 'Interaction' and payload -> 'result' -> 'login' ->> 'accountId' = ${userId}`);
    const sessions = new Set([...known.map(({ session_id: id }) => id), ...issued]);
    await this.revocations.addIn(tx, { sessions: [...sessions], user: { email, except } });
  }

  /** Forgets sessions that ended by themselves. */
  async sweep(): Promise<void> {
    const before = Date.now() - USE_INTERVAL;
    for (const [sessionId, { at }] of this.#used) if (at < before) this.#used.delete(sessionId);
    await this.ctx.db.system((tx) =>
      tx
        .deleteFrom('identity_session')
        .where('last_used_at', '<', new Date(Date.now() - UNUSED))
        .execute(),
    );
  }
}

/** Ends what the provider issued: cookies, codes and refresh tokens. @returns the sessions that they belong to */
async function endIssued(tx: Tx, which: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ session_id: string | null }>`
    with ended as (select model, id, coalesce(uid, payload ->> 'sessionUid') as session_id from oidc_payload where not is_ended and model <> 'Grant' and (${which}) for update)
    update oidc_payload as stored set is_ended = true, payload = '{}', grant_id = null, uid = null
    from ended where stored.model = ended.model and stored.id = ended.id
    returning ended.session_id`.execute(tx);
  return rows.flatMap(({ session_id: id }) => (id === null ? [] : [id]));
}
