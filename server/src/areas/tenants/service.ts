import type { Account, CorrelatedSource, Organization, Right, SubOrganization, Tenant, User } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { heldRights } from '../../platform/http/acting-principal';
import { conflict, forbidden, notFound, unprocessable } from '../../platform/http/errors';
import type { Principal } from '../../platform/http/principal';
import { brokenRuleOfNew } from '../../platform/security/guessable-password';
import { brokenPasswordRule } from '../../platform/security/password-rules';
import type { NotificationSettings } from './notification-settings';
import type { AlertInfo } from './tables';

/** The parts of the sources area that tenants need. */
export interface TenantSources {
  accounts: { accountsOf(tx: Tx, tenantId: string): Promise<Account[]> };
  organizations: {
    listIn(tx: Tx, tenantId: string): Promise<Organization[]>;
    foldersIn(tx: Tx, tenantId: string, known: { organizations: readonly Organization[]; accounts: readonly Account[] }): Promise<SubOrganization[]>;
  };
  /** Returns the links to sources of the identity-governance product. */
  correlated: (tx: Tx, tenantId: string) => Promise<CorrelatedSource[]>;
}

/** The user pool, if the product manages users and passwords itself. */
export interface UserStore {
  changePassword(email: string, oldPassword: string, newPassword: string, session: string | null): Promise<boolean>;
  memberOf(tenantId: string, email: string): Promise<{ firstName: string; lastName: string; rights: readonly string[] } | null>;
  membersOf(tenantId: string): Promise<{ email: string; firstName: string; lastName: string; rights: readonly string[] }[]>;
}

export interface ProfileChange {
  first_name?: string;
  last_name?: string;
  role?: string;
  alert_info?: AlertInfo;
}

export interface PasswordChange {
  oldPassword: string | undefined;
  newPassword: string | undefined;
}

const NO_ALERTS: AlertInfo = { changes_in_config: false, health_and_dialog_issue_found: false, new_user_found: false };

/** Each of these allows a user to read the numbers in the digest. */
const DIGEST_RIGHTS: readonly string[] = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'];

/** The stored form of an empty name. */
const NONE = 'none';

export class TenantsService {
  constructor(
    private readonly ctx: Context,
    private readonly sources: TenantSources,
    private readonly users: UserStore | null,
    private readonly notifications: NotificationSettings,
  ) {}

  /** Creates a tenant. @throws ApiError 409 if the id is taken */
  async create(tenantId: string, name: string): Promise<void> {
    const result = await this.ctx.db.system((tx) =>
      tx
        .insertInto('tenant')
        .values({ tenant_id: tenantId, name })
        .onConflict((onConflict) => onConflict.doNothing())
        .executeTakeFirst(),
    );
    if (result.numInsertedOrUpdatedRows === 0n) throw conflict('TENANT_EXISTS', `The tenant "${tenantId}" already exists. Choose another ID.`);
  }

  /** Returns the ids of all tenants. */
  async ids(): Promise<string[]> {
    const rows = await this.ctx.db.system((tx) => tx.selectFrom('tenant').select('tenant_id').orderBy('tenant_id').execute());
    return rows.map(({ tenant_id }) => tenant_id);
  }

  async exists(tenantId: string): Promise<boolean> {
    return (
      (await this.ctx.db.system((tx) => tx.selectFrom('tenant').select('tenant_id').where('tenant_id', '=', tenantId).executeTakeFirst())) !==
      undefined
    );
  }

  /** Returns the name of a tenant, or its id if it was deleted. Runs inside the caller's transaction. */
  async nameIn(tx: Tx, tenantId: string): Promise<string> {
    const row = await tx.selectFrom('tenant').select('name').where('tenant_id', '=', tenantId).executeTakeFirst();
    return row?.name ?? tenantId;
  }

  async read(tenantId: string, { withOrganizations = true } = {}): Promise<Tenant> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const row = await tx.selectFrom('tenant').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst();
      if (!row) throw notFound('Your tenant no longer exists. Ask your operator.');
      const accounts = await this.sources.accounts.accountsOf(tx, tenantId);
      const organizations = withOrganizations ? await this.sources.organizations.listIn(tx, tenantId) : [];
      const folders = withOrganizations ? await this.sources.organizations.foldersIn(tx, tenantId, { organizations, accounts }) : [];
      return {
        tenant_id: row.tenant_id,
        name: row.name,
        address: row.address,
        update_time: new Date(row.updated_at).toISOString(),
        account_info: accounts,
        organization_info: organizations,
        sub_organization: folders,
        correlated_sources: await this.sources.correlated(tx, tenantId),
        shadow_accounts: row.shadow_accounts,
        alertSettings: await this.notifications.listIn(tx, tenantId),
        sister_product_url: this.ctx.config.sisterProductUrl,
        analytics: this.ctx.config.analytics,
        trace_share: this.ctx.telemetry.share,
        password_rules: this.ctx.config.passwordRules,
      };
    });
  }

  /** Changes name and address. An empty address removes it; an empty name is refused. */
  async change(tenantId: string, { name, address }: { name?: string; address?: string }): Promise<void> {
    if (name?.trim() === '') throw unprocessable('NAME_MISSING', 'Enter a name for the tenant.');
    const change = { ...(name === undefined ? {} : { name: name.trim() }), ...(address === undefined ? {} : { address: orNone(address) }) };
    if (Object.keys(change).length === 0) throw unprocessable('NOTHING_TO_CHANGE', 'Enter a new name or address for the tenant.');
    await this.ctx.db.system((tx) =>
      tx
        .updateTable('tenant')
        .set({ ...change, updated_at: new Date() })
        .where('tenant_id', '=', tenantId)
        .execute(),
    );
  }

  /** Returns the names of accounts that are not connected, by account id. */
  async shadowAccounts(tx: Tx, tenantId: string): Promise<Record<string, string>> {
    const row = await tx.selectFrom('tenant').select('shadow_accounts').where('tenant_id', '=', tenantId).executeTakeFirst();
    return row?.shadow_accounts ?? {};
  }

  /** Names an account that is not connected; an empty name removes the name. @returns the former name, empty if there was none */
  async nameShadowAccount(tenantId: string, accountId: string, name: string): Promise<string> {
    const before = await this.ctx.db.system(async (tx) => {
      const row = await tx.selectFrom('tenant').select('shadow_accounts').where('tenant_id', '=', tenantId).forUpdate().executeTakeFirst();
      if (!row) throw notFound('Your tenant no longer exists. Ask your operator.');
      const { [accountId]: former = '', ...others } = row.shadow_accounts;
      const names = name === '' ? others : { ...others, [accountId]: name };
      await tx
        .updateTable('tenant')
        .set({ shadow_accounts: JSON.stringify(names) })
        .where('tenant_id', '=', tenantId)
        .execute();
      return former;
    });
    // Queries about unknown accounts have another result now.
    this.ctx.events.publish({ tenantId, kind: 'snapshot' });
    return before;
  }

  /** Returns the caller's own profile, or for an administrator that of another user of the tenant. */
  async user(principal: Principal, email: string): Promise<User> {
    const wanted = email.trim().toLowerCase();
    const isOwn = wanted === principal.email;
    if (!isOwn && !principal.rights.includes('CAM_GENERAL_WRITE')) throw forbidden('You can read only your own profile.', 'RIGHT_MISSING');
    const stored = await this.#profile(principal.tenantId, wanted);
    const member = (await this.users?.memberOf(principal.tenantId, wanted)) ?? null;
    if (!isOwn && !stored && !member) throw notFound('Your tenant has no user with this e-mail.');
    const profile = stored ?? { ...emptyProfile(wanted), first_name: member?.firstName ?? NONE, last_name: member?.lastName ?? NONE };
    if (isOwn) return { ...profile, rights: heldRights(principal), userSource: principal.userSource };
    return { ...profile, rights: [...(member?.rights ?? [])], userSource: member ? 'COGNITO' : 'SOURCE_UNKNOWN' };
  }

  /**
   * Returns the users of a tenant with one of these rights, by e-mail; null if an outside platform manages the users, because CAM cannot list them.
   */
  async people(tenantId: string, anyRight: readonly Right[]): Promise<{ email: string; name: string }[] | null> {
    if (this.users === null) return null;
    const members = await this.users.membersOf(tenantId);
    return members
      .filter(({ rights }) => anyRight.some((right) => rights.includes(right)))
      .map(({ email, firstName, lastName }) => ({ email, name: [firstName, lastName].filter((part) => part !== NONE).join(' ') }));
  }

  /** Returns the users who want a digest. It excludes former members and users without read permission. Users of an outside platform cannot be checked. */
  async digestSubscribers(tenantId: string): Promise<{ email: string; wanted: AlertInfo }[]> {
    const rows = await this.ctx.db.tenant(tenantId, (tx) =>
      tx.selectFrom('user_profile').select(['email', 'alert_info']).where('tenant_id', '=', tenantId).orderBy('email').execute(),
    );
    const wanting: { email: string; wanted: AlertInfo }[] = [];
    for (const { email, alert_info: wanted } of rows) {
      if (!Object.values(wanted).some(Boolean)) continue;
      const member = this.users === null ? null : await this.users.memberOf(tenantId, email);
      if (this.users === null || (member !== null && DIGEST_RIGHTS.some((right) => member.rights.includes(right)))) wanting.push({ email, wanted });
    }
    return wanting;
  }

  /** Changes the caller's own profile. A wrong or weak password leaves everything unchanged. */
  async changeUser(principal: Principal, email: string, change: ProfileChange, password: PasswordChange): Promise<User> {
    if (email.trim().toLowerCase() !== principal.email) throw forbidden('You can change only your own profile.');
    const current = await this.user(principal, principal.email);
    if (password.newPassword) await this.#changePassword(principal, password, [current.first_name, current.last_name]);
    const row = {
      first_name: orNone(change.first_name ?? current.first_name),
      last_name: orNone(change.last_name ?? current.last_name),
      job_title: orNone(change.role ?? current.role),
      alert_info: JSON.stringify(change.alert_info ?? current.alert_info),
    };
    await this.ctx.db.tenant(principal.tenantId, (tx) =>
      tx
        .insertInto('user_profile')
        .values({ tenant_id: principal.tenantId, email: principal.email, ...row })
        .onConflict((onConflict) => onConflict.columns(['tenant_id', 'email']).doUpdateSet(row))
        .execute(),
    );
    return this.user(principal, principal.email);
  }

  async #changePassword(principal: Principal, { oldPassword, newPassword = '' }: PasswordChange, names: readonly string[]): Promise<void> {
    if (principal.userSource !== 'COGNITO' || !this.users) throw forbidden('Another system manages your password. Change it there.');
    if (!oldPassword) throw unprocessable('PASSWORD', 'Old password should be filled in');
    const rules = this.ctx.config.passwordRules;
    // A password from before the rules were changed is a valid old one.
    const brokenOld = rules === 'length' ? null : brokenPasswordRule(oldPassword, rules);
    const broken = brokenOld ?? (await brokenRuleOfNew(newPassword, { email: principal.email, names }, rules));
    if (broken) throw unprocessable('PASSWORD', broken);
    if (!(await this.users.changePassword(principal.email, oldPassword, newPassword, principal.sessionId ?? null))) {
      throw unprocessable('PASSWORD', 'The old password is incorrect. Nothing was changed.');
    }
  }

  #profile(tenantId: string, email: string): Promise<User | null> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const row = await tx.selectFrom('user_profile').selectAll().where('tenant_id', '=', tenantId).where('email', '=', email).executeTakeFirst();
      if (!row) return null;
      return { ...emptyProfile(email), first_name: row.first_name, last_name: row.last_name, role: row.job_title, alert_info: row.alert_info };
    });
  }
}

function emptyProfile(email: string): User {
  return { first_name: NONE, last_name: NONE, email, user_name: email, role: NONE, rights: [], userSource: 'SOURCE_UNKNOWN', alert_info: NO_ALERTS };
}

function orNone(text: string): string {
  return text.trim() || NONE;
}
