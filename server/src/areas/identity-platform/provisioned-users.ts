import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Right } from '@cam/contracts/server';
import type { Db, Tx } from '../../platform/db/database';
import { groupBy } from '../../platform/group-by';
import type { Revocations } from './revocations';
import { removeFactorsIn } from './second-factors';
import { emailTaken, type NewPoolUser, type PoolUser } from './user-pool';
import { normalEmail, NO_PASSWORD, toUser } from './user-rows';
import type { UserSessions } from './user-sessions';

/** A user without a password. */
export type NewProvisionedUser = Omit<NewPoolUser, 'password' | 'firstPasswordUntil'>;

/** Users of the pool whom the provider of an organization manages. */
export class ProvisionedUsers {
  constructor(
    private readonly db: Db,
    private readonly sessions: UserSessions,
    private readonly revocations: Revocations,
  ) {}

  /** Adds a user without a password. @throws ApiError 409 if any tenant has the e-mail, because an e-mail belongs to one person */
  async add(user: NewProvisionedUser): Promise<PoolUser> {
    const added = await this.db.system((tx) => this.addIn(tx, user));
    if (!added) throw emailTaken(user.email);
    return added;
  }

  /** Adds a user within the caller's transaction. @returns null if any tenant has the e-mail */
  async addIn(tx: Tx, { email, tenantId, rights, firstName, lastName }: NewProvisionedUser): Promise<PoolUser | null> {
    const row = await tx
      .insertInto('identity_user')
      .values({
        ...{ email: normalEmail(email), tenant_id: tenantId, user_id: randomUUID(), password_hash: NO_PASSWORD },
        ...{ rights, first_name: firstName, last_name: lastName },
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    return row ? toUser(row) : null;
  }

  /** Returns a user of any tenant, active or not, and locks the row. */
  async lockByEmailIn(tx: Tx, email: string): Promise<PoolUser | null> {
    const row = await tx.selectFrom('identity_user').selectAll().where('email', '=', normalEmail(email)).forUpdate().executeTakeFirst();
    return row ? toUser(row) : null;
  }

  /** Returns users of a tenant by their ids, active or not. */
  async findIn(tx: Tx, tenantId: string, userIds: readonly string[]): Promise<PoolUser[]> {
    if (userIds.length === 0) return [];
    const rows = await tx
      .selectFrom('identity_user')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where(sql<boolean>`user_id = any(${[...userIds]}::text[])`)
      .execute();
    return rows.map(toUser);
  }

  /**
   * Changes a user. All sessions end if the user is deactivated or has another e-mail, which their tokens name. Call `announce` after the transaction.
   * @returns false if any tenant has the new e-mail
   */
  async changeIn(
    tx: Tx,
    user: PoolUser,
    { email, ...change }: { email: string; firstName: string; lastName: string; isActive: boolean },
  ): Promise<boolean> {
    const isRenamed = normalEmail(email) !== user.email;
    if (isRenamed && (await this.lockByEmailIn(tx, email))) return false;
    if (isRenamed || (user.isActive && !change.isActive)) await this.sessions.endOthersIn(tx, user.email, null);
    await tx
      .updateTable('identity_user')
      .set({ email: normalEmail(email), first_name: change.firstName, last_name: change.lastName, is_active: change.isActive })
      .where('user_id', '=', user.userId)
      .execute();
    return true;
  }

  /** Replaces rights. Users who lose one are signed out. Call `announce` after the transaction. */
  async setRightsIn(tx: Tx, changes: readonly { user: PoolUser; rights: Right[] }[]): Promise<void> {
    for (const [list, users] of groupBy(changes, ({ rights }) => rights.join(' ')))
      await tx
        .updateTable('identity_user')
        .set({ rights: list === '' ? [] : (list.split(' ') as Right[]) })
        .where(sql<boolean>`user_id = any(${users.map(({ user }) => user.userId)}::text[])`)
        .execute();
    for (const { user, rights } of changes)
      if (user.rights.some((right) => !rights.includes(right))) await this.sessions.endOthersIn(tx, user.email, null);
  }

  /** Removes a user with everything that signs in. Call `announce` after the transaction. */
  async removeIn(tx: Tx, { email, userId }: PoolUser): Promise<void> {
    await this.sessions.endOthersIn(tx, email, null);
    await removeFactorsIn(tx, userId);
    await tx.deleteFrom('identity_device').where('user_id', '=', userId).execute();
    await tx.deleteFrom('identity_user').where('user_id', '=', userId).execute();
  }

  /** Makes committed changes count in all processes at once. */
  announce(tenantId: string): Promise<void> {
    return this.revocations.announce(tenantId);
  }

  /** Makes one user the break-glass administrator of a tenant, in place of the former one. @param email null: nobody */
  async setBreakGlass(tenantId: string, email: string | null): Promise<void> {
    await this.db.system((tx) =>
      tx
        .updateTable('identity_user')
        .set({ is_break_glass: sql<boolean>`email is not distinct from ${email}::text` })
        .where('tenant_id', '=', tenantId)
        .execute(),
    );
  }

  /** Returns the domains of e-mails that users of this tenant have, and users of no other. */
  async ownDomainsOf(tenantId: string): Promise<string[]> {
    const { rows } = await this.db.system((tx) =>
      sql<{ domain: string }>`
        with own as (select distinct split_part(email, '@', 2) as domain from identity_user where tenant_id = ${tenantId})
        select domain from own
        where not exists (select from identity_user where split_part(email, '@', 2) = own.domain and tenant_id <> ${tenantId})
        order by domain`.execute(tx),
    );
    return rows.map(({ domain }) => domain);
  }

  /** Reports whether users of this tenant have e-mails in a domain, and users of no other. */
  async isOwnDomainIn(tx: Tx, tenantId: string, domain: string): Promise<boolean> {
    const { rows } = await sql<{ is_own: boolean | null }>`
      select bool_and(tenant_id = ${tenantId}) as is_own from identity_user where split_part(email, '@', 2) = ${domain}`.execute(tx);
    return rows[0]?.is_own === true;
  }
}
