import { randomUUID } from 'node:crypto';
import type { Right } from '@cam/contracts/server';
import type { Db } from '../../platform/db/database';
import { ApiError, conflict } from '../../platform/http/errors';
import { hashPassword, verifyPassword } from '../../platform/security/password-hash';
import { SignInLimiter, waitMessage } from './sign-in-limiter';

export interface PoolUser {
  userId: string;
  email: string;
  tenantId: string;
  rights: Right[];
  firstName: string;
  lastName: string;
}

export interface NewPoolUser extends Omit<PoolUser, 'userId'> {
  password: string;
}

/** The built-in users: e-mails with hashed passwords, tenants and rights. */
export class UserPool {
  readonly #limiter = new SignInLimiter();

  constructor(private readonly db: Db) {}

  /** Adds a user. @throws ApiError 409 if any tenant has the e-mail, because an e-mail belongs to one person */
  async add(user: NewPoolUser): Promise<void> {
    const { password, ...rest } = user;
    const passwordHash = await hashPassword(password);
    const result = await this.db.system((tx) =>
      tx
        .insertInto('identity_user')
        .values({
          email: normalEmail(rest.email),
          tenant_id: rest.tenantId,
          user_id: randomUUID(),
          password_hash: passwordHash,
          rights: rest.rights,
          first_name: rest.firstName,
          last_name: rest.lastName,
        })
        .onConflict((onConflict) => onConflict.doNothing())
        .executeTakeFirst(),
    );
    if (result.numInsertedOrUpdatedRows === 0n) throw emailTaken(rest.email);
  }

  async findByEmail(email: string): Promise<PoolUser | null> {
    const row = await this.db.system((tx) => tx.selectFrom('identity_user').selectAll().where('email', '=', normalEmail(email)).executeTakeFirst());
    return row ? toUser(row) : null;
  }

  /** Returns a user of one tenant; users of other tenants are not found. */
  async memberOf(tenantId: string, email: string): Promise<PoolUser | null> {
    const user = await this.findByEmail(email);
    return user?.tenantId === tenantId ? user : null;
  }

  async findById(userId: string): Promise<PoolUser | null> {
    const row = await this.db.system((tx) => tx.selectFrom('identity_user').selectAll().where('user_id', '=', userId).executeTakeFirst());
    return row ? toUser(row) : null;
  }

  /**
   * Returns the user with this password, or how long the client must wait after too many failures, ms. Unknown e-mails are treated the same.
   * @param address IP address of the client; null if the user has already signed in
   */
  async authenticate(email: string, password: string, address: string | null): Promise<PoolUser | 'wrong' | { retryAfter: number }> {
    const admission = this.#limiter.admit(normalEmail(email), address);
    if (admission.retryAfter !== null) return admission;
    const row = await this.db.system((tx) => tx.selectFrom('identity_user').selectAll().where('email', '=', normalEmail(email)).executeTakeFirst());
    if (!(await verifyPassword(password, row?.password_hash ?? null)) || !row) return 'wrong';
    admission.succeeded();
    return toUser(row);
  }

  /**
   * Sets a new password.
   * @returns false if the old password is wrong
   * @throws ApiError 429 after too many wrong ones
   */
  async changePassword(email: string, oldPassword: string, newPassword: string): Promise<boolean> {
    const user = await this.authenticate(email, oldPassword, null);
    if (user === 'wrong') return false;
    if ('retryAfter' in user) throw new ApiError(429, 'TOO_MANY_ATTEMPTS', waitMessage(user.retryAfter));
    const passwordHash = await hashPassword(newPassword);
    await this.db.system((tx) =>
      tx.updateTable('identity_user').set({ password_hash: passwordHash }).where('email', '=', normalEmail(email)).execute(),
    );
    return true;
  }
}

export function emailTaken(email: string): ApiError {
  return conflict('USER_EXISTS', `The user ${email} already exists. Choose another e-mail.`);
}

function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

interface StoredUser {
  user_id: string;
  email: string;
  tenant_id: string;
  rights: string[];
  first_name: string;
  last_name: string;
}

function toUser(row: StoredUser): PoolUser {
  return {
    userId: row.user_id,
    email: row.email,
    tenantId: row.tenant_id,
    rights: row.rights as Right[],
    firstName: row.first_name,
    lastName: row.last_name,
  };
}
