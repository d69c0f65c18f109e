import { sql } from 'kysely';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { unauthorized } from '../../platform/http/errors';
import type { Principal, VerifyToken } from '../../platform/http/principal';

/** How long a revocation is kept, s: longer than anything that was issued before it can live (the refresh tokens of a session). */
const KEPT_FOR = 13 * 3600;

/** Interval at which a process that shares its database reads the list, ms. A lost notification therefore delays a revocation by this time at most. */
const INTERVAL = 1000;

/** Each read goes back by this time, s, because a transaction that began earlier may commit later. */
const OVERLAP = 60;

/** Session ids of tokens without a session begin with this. */
export const TOKEN_PREFIX = 'token-';

interface Revocation {
  subject: string;
  except_session: string | null;
  revoked_at: Date;
  expires_at: Date;
}

/** A user's sessions to revoke, and the tokens of the user that belong to no session. */
export interface Revoked {
  sessions: readonly string[];
  /** Revokes the user's tokens without a session, except the one with this id. */
  user?: { email: string; except: string | null };
}

/**
 * The list of revoked tokens. Access tokens live an hour, so every request is compared with it. The list is in memory; each process reads new entries
 * when it is notified, and once a second if several processes share the database.
 */
export class Revocations {
  readonly #entries = new Map<string, { at: number; except: string | null; until: number }>();
  readonly #watched = new Set<{ principal: Principal; listener: () => void }>();
  /** Time of the newest entry that was read, by the database's clock. */
  #newest: Date | null = null;
  #timer: NodeJS.Timeout | null = null;
  #unsubscribe: () => void = () => undefined;

  constructor(private readonly ctx: Context) {}

  /** Reads the list, and keeps it up to date until `stop`. */
  async open(): Promise<void> {
    await this.refresh();
    const refresh = (): void => void this.refresh().catch((err: unknown) => this.ctx.log.warn({ err }, 'the list of revoked tokens was not read'));
    this.#unsubscribe = this.ctx.events.subscribe(({ kind }) => {
      if (kind === 'revocation') refresh();
    });
    if (this.ctx.db.kind === 'postgres') this.#timer = setInterval(refresh, INTERVAL).unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#unsubscribe();
  }

  /** Adds revocations within the transaction of their cause. Call `announce` after it. */
  async addIn(tx: Tx, { sessions, user }: Revoked): Promise<void> {
    const rows = [
      ...sessions.map((id) => ({ subject: `session:${id}`, except_session: null })),
      ...(user ? [{ subject: `user:${user.email}`, except_session: user.except }] : []),
    ];
    if (rows.length === 0) return;
    const expires_at = new Date(Date.now() + KEPT_FOR * 1000);
    await tx
      .insertInto('identity_revocation')
      .values(rows.map((row) => ({ ...row, expires_at })))
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet((eb) => ({
          except_session: eb.ref('excluded.except_session'),
          revoked_at: sql`clock_timestamp()` as never,
          expires_at: eb.ref('excluded.expires_at'),
        })),
      )
      .execute();
  }

  /** Makes committed revocations count in this process, and notifies the others. */
  async announce(tenantId: string): Promise<void> {
    await this.refresh();
    this.ctx.events.publish({ tenantId, kind: 'revocation' });
  }

  /** Reports whether a session was revoked, by the database. Runs inside the caller's transaction. */
  async isSessionRevokedIn(tx: Tx, sessionId: string): Promise<boolean> {
    const found = await tx.selectFrom('identity_revocation').select('subject').where('subject', '=', `session:${sessionId}`).executeTakeFirst();
    return found !== undefined;
  }

  /** Verifies tokens, and refuses those that were revoked. */
  guard(verify: VerifyToken): VerifyToken {
    return async (token) => {
      const principal = await verify(token);
      if (this.#isRevoked(principal)) throw unauthorized('SESSION_ENDED', 'Your session was ended. Please sign in again.');
      return { ...principal, whenRevoked: (listener) => this.#watch(principal, listener) };
    };
  }

  /** Reads the entries that are new since the last read. */
  async refresh(): Promise<void> {
    const since = this.#newest;
    const rows: Revocation[] = await this.ctx.db.system((tx) => {
      const query = tx.selectFrom('identity_revocation').selectAll().where('expires_at', '>', new Date());
      return (since ? query.where('revoked_at', '>', new Date(since.getTime() - OVERLAP * 1000)) : query).execute();
    });
    for (const { subject, except_session: except, revoked_at: at, expires_at: until } of rows) {
      this.#entries.set(subject, { at: at.getTime(), except, until: until.getTime() });
      if (!this.#newest || at > this.#newest) this.#newest = at;
    }
    if (rows.length > 0) this.#tellWatched();
  }

  /** Deletes entries that protect nothing any more. */
  async sweep(): Promise<void> {
    const now = Date.now();
    for (const [subject, { until }] of this.#entries) if (until <= now) this.#entries.delete(subject);
    await this.ctx.db.system((tx) => tx.deleteFrom('identity_revocation').where('expires_at', '<', new Date(now)).execute());
  }

  #isRevoked({ sessionId, issuedAt = 0, email }: Principal): boolean {
    if (!sessionId) return false;
    if (!sessionId.startsWith(TOKEN_PREFIX)) return this.#entries.has(`session:${sessionId}`);
    const entry = this.#entries.get(`user:${email}`);
    return entry !== undefined && issuedAt <= entry.at && sessionId !== entry.except;
  }

  #watch(principal: Principal, listener: () => void): () => void {
    const watched = { principal, listener };
    this.#watched.add(watched);
    return () => this.#watched.delete(watched);
  }

  #tellWatched(): void {
    for (const watched of this.#watched) {
      if (!this.#isRevoked(watched.principal)) continue;
      this.#watched.delete(watched);
      watched.listener();
    }
  }
}
