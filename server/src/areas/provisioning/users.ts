import { sql } from 'kysely';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import type { PoolUser, ProvisionedUsers } from '../identity-platform';
import { domainOf, isOfOrganization } from '../single-sign-on';
import { USER_COLUMNS } from './conditions';
import { applyOperation, readOperations } from './patch';
import { renewRightsIn } from './rights';
import { invalid, missing, ScimError } from './scim-error';
import { listResponse, lockTenantIn, pageIn, type ScimPage } from './scim-store';
import { namesOf, readUser, toUserResource, type StoredUser, type UserInput } from './user-resource';

type Resource = Record<string, unknown>;

/** A change, for the audit log. */
export interface UserChange {
  before: { email: string; active: boolean } | null;
  after: { email: string; active: boolean } | null;
  resource: Resource;
}

export interface ScimUsersDependencies {
  users: ProvisionedUsers;
  /** Base address of SCIM. */
  base: string;
  /** Revokes the personal API tokens of a user who leaves, or whose e-mail another person may get. */
  revokeTokensIn: (tx: Tx, user: Pick<PoolUser, 'tenantId' | 'email'>) => Promise<void>;
}

/** The users that the providers of tenants manage. */
export class ScimUsers {
  constructor(
    private readonly ctx: Context,
    private readonly deps: ScimUsersDependencies,
  ) {}

  async list(tenantId: string, filter: string | undefined, page: ScimPage): Promise<Resource> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const list = { table: 'scim_user', id: 'user_id', columns: USER_COLUMNS } as const;
      const { total, rows } = await pageIn<StoredUser>(tx, tenantId, list, { filter, page });
      return listResponse(await this.#resources(tx, tenantId, rows), total, page);
    });
  }

  async read(tenantId: string, userId: string): Promise<Resource> {
    return this.ctx.db.tenant(tenantId, async (tx) => this.#resource(tx, tenantId, await find(tx, tenantId, userId)));
  }

  /**
   * Adds a user, or takes over a user of the tenant whom the operator added.
   * @throws ScimError 409 if the e-mail is taken
   */
  async create(tenantId: string, body: unknown): Promise<UserChange> {
    const input = readUser(body);
    return this.#write(tenantId, async (tx) => {
      await this.#checkDomain(tx, tenantId, input.userName);
      const { users } = this.deps;
      const known = await users.lockByEmailIn(tx, input.userName);
      const managed =
        known &&
        (await tx.selectFrom('scim_user').select('user_id').where('tenant_id', '=', tenantId).where('user_id', '=', known.userId).executeTakeFirst());
      if (known && (known.tenantId !== tenantId || managed)) throw taken(input.userName);
      if (known) refuseProtected(known);
      const user = known ?? (await users.addIn(tx, { email: input.userName, tenantId, rights: [], ...namesOf(input.attributes) }));
      if (!user) throw taken(input.userName);
      await users.changeIn(tx, user, { email: input.userName, isActive: input.isActive, ...namesOf(input.attributes) });
      await tx
        .insertInto('scim_user')
        .values({ tenant_id: tenantId, user_id: user.userId, ...columnsOf(input) })
        .execute();
      await renewRightsIn(tx, users, tenantId, [user.userId]);
      const resource = await this.#resource(tx, tenantId, await find(tx, tenantId, user.userId));
      return { before: known && { email: known.email, active: known.isActive }, after: shown(input), resource };
    });
  }

  async replace(tenantId: string, userId: string, body: unknown, ifMatch: string | undefined): Promise<UserChange> {
    const input = readUser(body);
    return this.#change(tenantId, userId, ifMatch, () => input);
  }

  async patch(tenantId: string, userId: string, body: unknown, ifMatch: string | undefined): Promise<UserChange> {
    const operations = readOperations(body);
    return this.#change(tenantId, userId, ifMatch, (row) => {
      const present: Resource = { userName: row.user_name, externalId: row.external_id, active: row.is_active, ...row.attributes };
      return readUser(operations.reduce(applyOperation, present));
    });
  }

  /** Removes a user from CAM, with all sessions and personal API tokens. */
  async remove(tenantId: string, userId: string, ifMatch: string | undefined): Promise<UserChange> {
    return this.#write(tenantId, async (tx) => {
      const row = await find(tx, tenantId, userId);
      checkVersion(row, ifMatch);
      const [user] = await this.deps.users.findIn(tx, tenantId, [userId]);
      if (user) {
        refuseProtected(user);
        await this.deps.revokeTokensIn(tx, user);
        await this.deps.users.removeIn(tx, user);
      }
      await tx.deleteFrom('scim_user').where('tenant_id', '=', tenantId).where('user_id', '=', userId).execute();
      return { before: { email: row.user_name, active: row.is_active }, after: null, resource: {} };
    });
  }

  async #change(tenantId: string, userId: string, ifMatch: string | undefined, toInput: (row: StoredUser) => UserInput): Promise<UserChange> {
    return this.#write(tenantId, async (tx) => {
      const row = await find(tx, tenantId, userId);
      checkVersion(row, ifMatch);
      const input = toInput(row);
      const [user] = await this.deps.users.findIn(tx, tenantId, [userId]);
      if (!user) throw missing('user', userId);
      const isRenamed = input.userName.toLowerCase() !== user.email;
      if (isRenamed || !input.isActive) refuseProtected(user);
      if (isRenamed) {
        await this.#checkDomain(tx, tenantId, input.userName);
        await this.deps.revokeTokensIn(tx, user);
      }
      const isDone = await this.deps.users.changeIn(tx, user, { email: input.userName, isActive: input.isActive, ...namesOf(input.attributes) });
      if (!isDone) throw taken(input.userName);
      await tx
        .updateTable('scim_user')
        .set({ ...columnsOf(input), version: sql`version + 1`, changed_at: sql`clock_timestamp()` })
        .where('tenant_id', '=', tenantId)
        .where('user_id', '=', userId)
        .execute();
      const resource = await this.#resource(tx, tenantId, await find(tx, tenantId, userId));
      return { before: { email: row.user_name, active: row.is_active }, after: shown(input), resource };
    });
  }

  /** Runs a change, and makes it count in all processes. */
  async #write(tenantId: string, work: (tx: Tx) => Promise<UserChange>): Promise<UserChange> {
    const change = await this.ctx.db.tenant(tenantId, async (tx) => {
      await lockTenantIn(tx, tenantId);
      return work(tx);
    });
    await this.deps.users.announce(tenantId);
    return change;
  }

  /** Refuses e-mails in domains that the operator did not vouch for, so that a tenant cannot claim the people of another organization. */
  async #checkDomain(tx: Tx, tenantId: string, email: string): Promise<void> {
    const domain = domainOf(email);
    if (!isOfOrganization(domain) || !(await this.deps.users.isOwnDomainIn(tx, tenantId, domain)))
      throw invalid(
        'invalidValue',
        `CAM does not accept e-mails in ${domain} for this tenant. Ask the operator of CAM to add a user of the tenant in this domain.`,
      );
  }

  async #resource(tx: Tx, tenantId: string, row: StoredUser): Promise<Resource> {
    const [resource] = await this.#resources(tx, tenantId, [row]);
    return resource as Resource;
  }

  async #resources(tx: Tx, tenantId: string, rows: readonly StoredUser[]): Promise<Resource[]> {
    if (rows.length === 0) return [];
    const groups = await tx
      .selectFrom('scim_member as member')
      .innerJoin('scim_group as group', (join) =>
        join.onRef('group.tenant_id', '=', 'member.tenant_id').onRef('group.group_id', '=', 'member.group_id'),
      )
      .select(['member.user_id', 'group.group_id', 'group.display_name'])
      .where('member.tenant_id', '=', tenantId)
      .where(
        'member.user_id',
        'in',
        rows.map(({ user_id: id }) => id),
      )
      .orderBy('group.display_name')
      .execute();
    return rows.map((row) =>
      toUserResource(
        row,
        groups.filter(({ user_id: id }) => id === row.user_id),
        this.deps.base,
      ),
    );
  }
}

async function find(tx: Tx, tenantId: string, userId: string): Promise<StoredUser> {
  const row = await tx.selectFrom('scim_user').selectAll().where('tenant_id', '=', tenantId).where('user_id', '=', userId).executeTakeFirst();
  if (!row) throw missing('user', userId);
  return row;
}

/** Refuses a change on top of another state than the caller knows. */
export function checkVersion({ version }: { version: number }, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch === '*' || ifMatch.replace(/^W\//, '') === `"${version}"`) return;
  throw new ScimError(412, 'The resource has changed since it was read. Read it again.');
}

/** Refuses to take the access away from users whom the provider must not lock out. */
function refuseProtected({ isBreakGlass, rights, email }: PoolUser): void {
  if (isBreakGlass) throw new ScimError(409, `${email} is the break-glass administrator in CAM. Choose another one there first.`, 'mutability');
  if (rights.includes('CAM_OPERATOR')) throw new ScimError(409, `${email} is an operator of CAM, whom no provider manages.`, 'mutability');
}

function taken(userName: string): ScimError {
  return new ScimError(409, `CAM has a user ${userName} already.`, 'uniqueness');
}

function columnsOf({ userName, externalId, isActive, attributes }: UserInput) {
  return { user_name: userName, external_id: externalId, is_active: isActive, attributes: JSON.stringify(attributes) };
}

function shown({ userName, isActive }: UserInput): { email: string; active: boolean } {
  return { email: userName, active: isActive };
}
