import { randomUUID } from 'node:crypto';
import type { Right } from '@cam/contracts/server';
import type { Db, Tx } from '../../platform/db/database';
import { ApiError, conflict, notFound } from '../../platform/http/errors';
import type { PasswordHasher } from '../../platform/security/password-hash';
import type { Revocations } from './revocations';
import { removeFactorsIn } from './second-factors';
import type { SecurityMails } from './security-mails';
import { type Admission, type Limits, waitMessage } from './sign-in-limiter';
import { normalEmail, type PoolUser, toUser } from './user-rows';
import type { UserSessions } from './user-sessions';

export type { PoolUser };

export interface NewPoolUser extends Pick<PoolUser, 'email' | 'tenantId' | 'rights' | 'firstName' | 'lastName'> {
  password: string;
  /** End of the time that a first password counts. Without it, the password stays valid. */
  firstPasswordUntil?: Date | undefined;
}

/** The built-in users: e-mails with hashed passwords, tenants and rights. */
export class UserPool {
  constructor(
    private readonly db: Db,
    private readonly hasher: PasswordHasher,
    private readonly sessions: UserSessions,
    private readonly revocations: Revocations,
    private readonly limits: Limits,
    private readonly mails: SecurityMails,
  ) {}

  /** Adds a user. @throws ApiError 409 if any tenant has the e-mail, because an e-mail belongs to one person */
  async add(user: NewPoolUser): Promise<void> {
    const { password, firstPasswordUntil = null, ...rest } = user;
    const passwordHash = await this.hasher.hash(password);
    const result = await this.db.system((tx) =>
      tx
        .insertInto('identity_user')
        .values({
          email: normalEmail(rest.email),
          tenant_id: rest.tenantId,
          user_id: randomUUID(),
          password_hash: passwordHash,
          first_password_until: firstPasswordUntil,
          rights: rest.rights,
          first_name: rest.firstName,
          last_name: rest.lastName,
        })
        .onConflict((onConflict) => onConflict.doNothing())
        .executeTakeFirst(),
    );
    if (result.numInsertedOrUpdatedRows === 0n) throw emailTaken(rest.email);
  }

  /** Returns the user with an e-mail, active or not. */
  async findByEmail(email: string): Promise<PoolUser | null> {
    const row = await this.db.system((tx) => tx.selectFrom('identity_user').selectAll().where('email', '=', normalEmail(email)).executeTakeFirst());
    return row ? toUser(row) : null;
  }

  /** Returns an active user of one tenant; users of other tenants are not found. */
  async memberOf(tenantId: string, email: string): Promise<PoolUser | null> {
    const user = await this.findByEmail(email);
    return user?.tenantId === tenantId && user.isActive ? user : null;
  }

  /** Returns the active users of one tenant, by e-mail. */
  async membersOf(tenantId: string): Promise<PoolUser[]> {
    const rows = await this.db.system((tx) =>
      tx.selectFrom('identity_user').selectAll().where('tenant_id', '=', tenantId).where('is_active', '=', true).orderBy('email').execute(),
    );
    return rows.map(toUser);
  }

  /** Returns an active user. */
  async findById(userId: string): Promise<PoolUser | null> {
    const row = await this.db.system((tx) =>
      tx.selectFrom('identity_user').selectAll().where('user_id', '=', userId).where('is_active', '=', true).executeTakeFirst(),
    );
    return row ? toUser(row) : null;
  }

  /**
   * Returns the user with this password, or how long the client must wait after too many failures, ms. Unknown e-mails are treated the same. A first
   * password that is no longer valid is `expired`.
   * @param address IP address of the client; null if the user has already signed in
   */
  async authenticate(
    email: string,
    password: string | Buffer,
    address: string | null,
  ): Promise<PoolUser | 'wrong' | 'expired' | { retryAfter: number }> {
    const admission = await this.limits.admit(normalEmail(email), address);
    if (admission.retryAfter !== null) return admission;
    const row = await this.db.system((tx) => tx.selectFrom('identity_user').selectAll().where('email', '=', normalEmail(email)).executeTakeFirst());
    if (!(await this.hasher.verify(password, row?.password_hash ?? null)) || !row?.is_active) return 'wrong';
    await admission.succeeded();
    return row.first_password_until && row.first_password_until.getTime() < Date.now() ? 'expired' : toUser(row);
  }

  /**
   * Sets a new password, and ends all sessions of the user but one.
   * @param session the session or token that asked for it; it stays valid
   * @returns false if the old password is wrong
   * @throws ApiError 429 after too many wrong ones
   */
  async changePassword(email: string, oldPassword: string, newPassword: string, session: string | null): Promise<boolean> {
    const user = await this.authenticate(email, oldPassword, null);
    if (user === 'wrong' || user === 'expired') return false;
    if ('retryAfter' in user) throw new ApiError(429, 'TOO_MANY_ATTEMPTS', waitMessage(user.retryAfter));
    await this.#store(user, newPassword, { session, firstPasswordUntil: null });
    await this.mails.tell(user, 'password');
    return true;
  }

  /** Reports whether this is the password of a user who has shown it already. */
  async hasPassword(user: PoolUser, password: string): Promise<boolean> {
    const row = await this.db.system((tx) =>
      tx.selectFrom('identity_user').select('password_hash').where('user_id', '=', user.userId).executeTakeFirst(),
    );
    return row !== undefined && this.hasher.verify(password, row.password_hash);
  }

  /** Replaces a first password by one that the user chose. */
  async replaceFirstPassword(user: PoolUser, password: string): Promise<void> {
    await this.#store(user, password, { session: null, firstPasswordUntil: null });
    await this.mails.tell(user, 'password');
  }

  /**
   * Sets a first password for a user who lost the password, and ends all sessions.
   * @param until end of the time that it counts
   * @throws ApiError 404 without such a user
   */
  async setFirstPassword(email: string, password: string, until: Date): Promise<PoolUser> {
    const user = await this.findByEmail(email);
    if (!user) throw unknownUser(email);
    await this.#store(user, password, { session: null, firstPasswordUntil: until });
    await this.mails.tell(user, 'first-password');
    return user;
  }

  /** Stores a password, and ends all sessions of the user but one. */
  async #store(user: PoolUser, password: string, { session, firstPasswordUntil }: { session: string | null; firstPasswordUntil: Date | null }) {
    const change = { password_hash: await this.hasher.hash(password), first_password_until: firstPasswordUntil };
    await this.db.system(async (tx) => {
      await tx.updateTable('identity_user').set(change).where('email', '=', user.email).execute();
      await this.sessions.endOthersIn(tx, user.email, session);
    });
    await this.revocations.announce(user.tenantId);
  }

  /**
   * Replaces the rights of a user. If the user loses one, all sessions end, because their tokens name the former rights.
   * @throws ApiError 404 without such a user
   */
  async changeRights(email: string, rights: readonly Right[]): Promise<{ before: PoolUser; after: PoolUser }> {
    const changed = await this.db.system(async (tx) => {
      const row = await tx.selectFrom('identity_user').selectAll().where('email', '=', normalEmail(email)).forUpdate().executeTakeFirst();
      if (!row) throw unknownUser(email);
      const before = toUser(row);
      if (before.isBreakGlass && !rights.includes('CAM_GENERAL_WRITE')) throw isBreakGlass(before.email);
      await tx
        .updateTable('identity_user')
        .set({ rights: [...rights] })
        .where('email', '=', before.email)
        .execute();
      if (before.rights.some((right) => !rights.includes(right))) await this.sessions.endOthersIn(tx, before.email, null);
      return { before, after: { ...before, rights: [...rights] } };
    });
    await this.revocations.announce(changed.before.tenantId);
    return changed;
  }

  /**
   * Removes a user, and ends all sessions.
   * @param leavingIn ends what belongs to the user elsewhere, in the same transaction
   * @throws ApiError 404 without such a user
   */
  async remove(email: string, leavingIn: (tx: Tx, user: PoolUser) => Promise<void>): Promise<PoolUser> {
    const found = await this.findByEmail(email);
    if (!found) throw unknownUser(email);
    const removed = await this.db.tenant(found.tenantId, async (tx) => {
      const row = await tx.selectFrom('identity_user').selectAll().where('email', '=', normalEmail(email)).forUpdate().executeTakeFirst();
      if (!row) throw unknownUser(email);
      if (row.is_break_glass) throw isBreakGlass(row.email);
      await this.sessions.endOthersIn(tx, row.email, null);
      await removeFactorsIn(tx, row.user_id);
      await tx.deleteFrom('identity_device').where('user_id', '=', row.user_id).execute();
      await tx.deleteFrom('identity_user').where('email', '=', row.email).execute();
      const user = toUser(row);
      await leavingIn(tx, user);
      return user;
    });
    await this.revocations.announce(removed.tenantId);
    return removed;
  }

  /** Removes the second factors of a user who lost them, and ends all sessions. @throws ApiError 404 without such a user */
  async resetSecondFactors(email: string): Promise<PoolUser> {
    const user = await this.findByEmail(email);
    if (!user) throw unknownUser(email);
    await this.db.system(async (tx) => {
      await this.sessions.endOthersIn(tx, user.email, null);
      await removeFactorsIn(tx, user.userId);
    });
    await this.revocations.announce(user.tenantId);
    await this.mails.tell(user, 'factors-reset');
    return user;
  }

  /** Admits the check of a user's second factor, with limits of its own. */
  async admitSecondFactor({ email }: PoolUser, address: string): Promise<Admission> {
    return this.limits.admit(`second factor of ${email}`, address);
  }
}

function unknownUser(email: string): ApiError {
  return notFound(`The user pool has no user ${email}.`);
}

export function emailTaken(email: string): ApiError {
  return conflict('USER_EXISTS', `The user ${email} already exists. Choose another e-mail.`);
}

function isBreakGlass(email: string): ApiError {
  return conflict(
    'BREAK_GLASS',
    `${email} is the break-glass administrator of the tenant. Let an administrator choose another one in Settings, Single sign-on, first.`,
  );
}
