import type { Account, CorrelatedSource, Organization, SubOrganization, Tenant, User } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { conflict, forbidden, notFound, unprocessable } from '../../platform/http/errors';
import type { Principal } from '../../platform/http/principal';
import { brokenPasswordRule } from '../../platform/security/password-rules';
import type { NotificationSettings } from './notification-settings';
import type { AlertInfo } from './tables';

/** What the tenant area asks of the sources area. */
export interface TenantSources {
  accounts: { accountsOf(tx: Tx, tenantId: string): Promise<Account[]> };
  organizations: {
    listIn(tx: Tx, tenantId: string): Promise<Organization[]>;
    foldersIn(tx: Tx, tenantId: string, known: { organizations: readonly Organization[]; accounts: readonly Account[] }): Promise<SubOrganization[]>;
  };
  /** Their links to sources of the identity-governance product. */
  correlated: (tx: Tx, tenantId: string) => Promise<CorrelatedSource[]>;
}

/** The user pool, when the product keeps users and passwords itself. */
export interface UserKeeper {
  changePassword(email: string, oldPassword: string, newPassword: string): Promise<boolean>;
  memberOf(tenantId: string, email: string): Promise<{ firstName: string; lastName: string; rights: readonly string[] } | null>;
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

/** Any of these lets somebody read what the mail of a day counts. */
const DIGEST_RIGHTS: readonly string[] = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'];

/** How an empty name is stored. */
const NONE = 'none';

export class TenantsService {
  constructor(
    private readonly ctx: Context,
    private readonly sources: TenantSources,
    private readonly users: UserKeeper | null,
    private readonly notifications: NotificationSettings,
  ) {}

  /** 409 where the id is taken. */
  async create(tenantId: string, name: string): Promise<void> {
    const result = await this.ctx.db.system((tx) =>
      tx
        .insertInto('tenant')
        .values({ tenant_id: tenantId, name })
        .onConflict((onConflict) => onConflict.doNothing())
        .executeTakeFirst(),
    );
    if (result.numInsertedOrUpdatedRows === 0n) throw conflict('TENANT_EXISTS', `There is a tenant "${tenantId}" already. Choose another id.`);
  }

  /** Ids of all tenants of the installation. */
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

  /** What a tenant is called; its id where it is gone. Inside the caller's transaction. */
  async nameIn(tx: Tx, tenantId: string): Promise<string> {
    const row = await tx.selectFrom('tenant').select('name').where('tenant_id', '=', tenantId).executeTakeFirst();
    return row?.name ?? tenantId;
  }

  async read(tenantId: string, { withOrganizations = true } = {}): Promise<Tenant> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const row = await tx.selectFrom('tenant').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst();
      if (!row) throw notFound('Your tenant does not exist any more. Ask your operator.');
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
      };
    });
  }

  /** An empty address is none; an empty name is refused. */
  async change(tenantId: string, { name, address }: { name?: string; address?: string }): Promise<void> {
    if (name?.trim() === '') throw unprocessable('NAME_MISSING', 'Give the tenant a name.');
    const change = { ...(name === undefined ? {} : { name: name.trim() }), ...(address === undefined ? {} : { address: orNone(address) }) };
    if (Object.keys(change).length === 0)
      throw unprocessable('NOTHING_TO_CHANGE', 'Name what is to be changed: the name or the address of the tenant.');
    await this.ctx.db.system((tx) =>
      tx
        .updateTable('tenant')
        .set({ ...change, updated_at: new Date() })
        .where('tenant_id', '=', tenantId)
        .execute(),
    );
  }

  /** Names that somebody gave to accounts that are not connected, by account id. */
  async shadowAccounts(tx: Tx, tenantId: string): Promise<Record<string, string>> {
    const row = await tx.selectFrom('tenant').select('shadow_accounts').where('tenant_id', '=', tenantId).executeTakeFirst();
    return row?.shadow_accounts ?? {};
  }

  /** An empty name takes the name away. Answers with the name that it had, empty where it had none. */
  async nameShadowAccount(tenantId: string, accountId: string, name: string): Promise<string> {
    const before = await this.ctx.db.system(async (tx) => {
      const row = await tx.selectFrom('tenant').select('shadow_accounts').where('tenant_id', '=', tenantId).forUpdate().executeTakeFirst();
      if (!row) throw notFound('Your tenant does not exist any more. Ask your operator.');
      const { [accountId]: former = '', ...others } = row.shadow_accounts;
      const names = name === '' ? others : { ...others, [accountId]: name };
      await tx
        .updateTable('tenant')
        .set({ shadow_accounts: JSON.stringify(names) })
        .where('tenant_id', '=', tenantId)
        .execute();
      return former;
    });
    // Whatever asks for accounts that nobody knows answers otherwise now.
    this.ctx.events.publish({ tenantId, kind: 'snapshot' });
    return before;
  }

  /** The own profile, or that of another user of the tenant for an administrator. */
  async user(principal: Principal, email: string): Promise<User> {
    const wanted = email.trim().toLowerCase();
    const isOwn = wanted === principal.email;
    if (!isOwn && !principal.rights.includes('CAM_GENERAL_WRITE')) throw forbidden('You may read your own profile only.', 'RIGHT_MISSING');
    const stored = await this.#profile(principal.tenantId, wanted);
    const member = (await this.users?.memberOf(principal.tenantId, wanted)) ?? null;
    if (!isOwn && !stored && !member) throw notFound('There is no user with this e-mail in your tenant.');
    const profile = stored ?? { ...emptyProfile(wanted), first_name: member?.firstName ?? NONE, last_name: member?.lastName ?? NONE };
    if (isOwn) return { ...profile, rights: [...principal.rights], userSource: principal.userSource };
    return { ...profile, rights: [...(member?.rights ?? [])], userSource: member ? 'COGNITO' : 'SOURCE_UNKNOWN' };
  }

  /** Who wants to be told of what once a day. Whoever is no member any more, or may not read, is told nothing; of an outside platform's users nobody but it knows. */
  async wantingDigest(tenantId: string): Promise<{ email: string; wanted: AlertInfo }[]> {
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

  /** Changes the own profile; a wrong or weak password leaves everything as it was. */
  async changeUser(principal: Principal, email: string, change: ProfileChange, password: PasswordChange): Promise<User> {
    if (email.trim().toLowerCase() !== principal.email) throw forbidden('You may change your own profile only.');
    const current = await this.user(principal, principal.email);
    if (password.newPassword) await this.#changePassword(principal, password);
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

  async #changePassword(principal: Principal, { oldPassword, newPassword = '' }: PasswordChange): Promise<void> {
    if (principal.userSource !== 'COGNITO' || !this.users) throw forbidden('Your password is kept by another system. Change it there.');
    if (!oldPassword) throw unprocessable('PASSWORD', 'Old password should be filled in');
    for (const word of [oldPassword, newPassword]) {
      const broken = brokenPasswordRule(word);
      if (broken) throw unprocessable('PASSWORD', broken);
    }
    if (!(await this.users.changePassword(principal.email, oldPassword, newPassword))) {
      throw unprocessable('PASSWORD', 'The old password is not right. Nothing was changed.');
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
