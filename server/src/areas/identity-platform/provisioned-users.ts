import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database';
import type { Revocations } from './revocations';
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
}
