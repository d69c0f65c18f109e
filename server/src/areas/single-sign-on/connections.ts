import { createHmac } from 'node:crypto';
import { MOST_CERTIFICATES, type Api, type SamlConnection, type SamlServiceProvider } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { conflict, notFound, unprocessable } from '../../platform/http/errors';
import type { Principal } from '../../platform/http/principal';
import type { OutboundTargets } from '../../platform/security/outbound-targets';
import { MOUNT_PATH, type ProvisionedUsers, type UserPool } from '../identity-platform';
import { readCertificate, validAt } from './certificates';
import { type ConnectionRow, domainsOf, findConnection, saveConnection, tenantOfConnection, toSamlConnection } from './connection-store';
import { checkedDomains, domainOf, isOfOrganization, replaceDomainsIn } from './domains';
import { readMetadata, type ProviderMetadata } from './metadata';
import { loadMetadata } from './metadata-address';
import type { OwnKeys } from './own-keys';
import type { SamlPeer } from './response';
import { checkRules } from './rule-check';

type Settings = Api['PUT /v1/sign-on/saml']['body'];
type State = Api['PUT /v1/sign-on/saml/state']['body'];

/** A change for the audit log. */
export interface Changed {
  before: SamlConnection | null;
  after: SamlConnection;
}

export interface ConnectionsDependencies {
  pool: UserPool;
  users: ProvisionedUsers;
  targets: OutboundTargets;
  /** Names the connections of tenants so that nobody can guess them. */
  namingKey: string;
  ownKeys: OwnKeys;
}

/** A connection as the metadata of CAM describe it. */
export interface Described extends Pick<SamlServiceProvider, 'entity_id' | 'acs_url'> {
  signsRequests: boolean;
  /** PEM. */
  certificates: string[];
}

/** Characters of the id of a connection: 22 of base64 are 132 bits. */
const ID_LETTERS = 22;

/** The connections of tenants to their SAML providers: one a tenant. */
export class SamlConnections {
  constructor(
    private readonly ctx: Context,
    private readonly deps: ConnectionsDependencies,
  ) {}

  /** Returns the values that the provider of a tenant is set up with. They never change. */
  async serviceProviderOf(tenantId: string): Promise<SamlServiceProvider> {
    return { ...this.addressesOf(this.#idOf(tenantId)), keys: await this.deps.ownKeys.list(tenantId) };
  }

  /** Returns what the metadata of CAM say for a connection. They have no keys before the connection is saved. */
  async described(connectionId: string): Promise<Described> {
    const row = await this.findById(connectionId);
    const keys = row ? await this.deps.ownKeys.list(row.tenant_id) : [];
    return {
      ...this.addressesOf(connectionId),
      signsRequests: row?.signs_requests ?? false,
      certificates: keys.map(({ certificate }) => certificate),
    };
  }

  /** Returns the addresses of a connection by its id. */
  addressesOf(connectionId: string): Pick<SamlServiceProvider, 'entity_id' | 'acs_url'> {
    const base = `${this.ctx.publicUrl}${MOUNT_PATH}/saml/${connectionId}`;
    return { entity_id: `${base}/metadata`, acs_url: `${base}/acs` };
  }

  /** Returns a connection with its protocol. */
  async peerOf(row: ConnectionRow): Promise<SamlPeer> {
    const { entity_id: ownEntityId, acs_url: acsUrl } = this.addressesOf(row.connection_id);
    const own = { ownKeys: await this.deps.ownKeys.open(row.tenant_id), signsRequests: row.signs_requests };
    return { ...own, ownEntityId, acsUrl, entityId: row.entity_id, signOnUrl: row.sign_on_url, certificates: row.certificates };
  }

  async find(tenantId: string): Promise<ConnectionRow | null> {
    return (await this.ctx.db.tenant(tenantId, (tx) => findConnection(tx, tenantId))) ?? null;
  }

  /** Returns the connection that a message of a provider is for, enabled or not; null if there is none. */
  async findById(connectionId: string): Promise<ConnectionRow | null> {
    const tenantId = await tenantOfConnection(this.ctx.db, connectionId);
    return tenantId === null ? null : this.find(tenantId);
  }

  /** Returns the enabled connection for an e-mail, or null. */
  async findForEmail(email: string): Promise<ConnectionRow | null> {
    const place = await this.ctx.db.system((tx) =>
      tx.selectFrom('sign_on_domain').select('tenant_id').where('domain', '=', domainOf(email)).where('is_active', '=', true).executeTakeFirst(),
    );
    const row = place ? await this.find(place.tenant_id) : null;
    return row?.is_enabled ? row : null;
  }

  /** Reports whether any tenant has an enabled connection. */
  async areUsed(): Promise<boolean> {
    const found = await this.ctx.db.system((tx) => tx.selectFrom('sign_on_domain').select('domain').where('is_active', '=', true).limit(1).execute());
    return found.length > 0;
  }

  /** Returns the domains that the provider of a tenant may speak for. */
  domainsOf(tenantId: string): Promise<string[]> {
    return domainsOf(this.ctx.db, tenantId);
  }

  async read(tenantId: string): Promise<Api['GET /v1/sign-on/saml']['answer']> {
    const row = await this.find(tenantId);
    const members = await this.deps.pool.membersOf(tenantId);
    return {
      is_available: true,
      connection: row && (await this.#toAnswer(row)),
      service_provider: await this.serviceProviderOf(tenantId),
      usable_domains: (await this.deps.users.ownDomainsOf(tenantId)).filter(isOfOrganization),
      administrators: members.filter((user) => user.hasPassword && user.rights.includes('CAM_GENERAL_WRITE')).map(({ email }) => email),
    };
  }

  /** Saves the settings. Another provider ends the former one's sign-ins until it is tested. @throws ApiError 403 for a rule with a scope that the caller lacks, 422 for values that cannot be used */
  async save({ tenantId, rights }: Principal, settings: Settings): Promise<Changed> {
    const before = await this.find(tenantId);
    checkRules(settings.rules, before?.rules ?? [], rights);
    const provider = await this.#providerOf(settings);
    if (!before && !provider) throw unprocessable('METADATA', 'Paste the metadata of the provider, or enter its address.');
    const domains = checkedDomains(settings.domains, await this.deps.users.ownDomainsOf(tenantId));
    const isSame = before !== null && (!provider || (provider.entityId === before.entity_id && provider.signOnUrl === before.sign_on_url));
    const isTested = isSame && before.email_attribute === settings.email_attribute;
    const row: ConnectionRow = {
      tenant_id: tenantId,
      connection_id: this.#idOf(tenantId),
      name: settings.name.trim(),
      entity_id: provider?.entityId ?? before?.entity_id ?? '',
      sign_on_url: provider?.signOnUrl ?? before?.sign_on_url ?? '',
      metadata_url: provider ? (settings.metadata_url ?? '') : (before?.metadata_url ?? ''),
      certificates: provider?.certificates ?? before?.certificates ?? [],
      email_attribute: settings.email_attribute.trim(),
      accepts_unrequested: settings.accepts_unrequested,
      signs_requests: settings.signs_requests ?? before?.signs_requests ?? false,
      rules: settings.rules,
      is_enabled: isTested && before.is_enabled,
      is_required: isTested && before.is_required,
      break_glass: before?.break_glass ?? null,
      tested_at: isTested ? before.tested_at : null,
      warned_certificate: before?.warned_certificate ?? null,
    };
    await this.deps.ownKeys.ensure(tenantId);
    return this.#store(before, row, domains);
  }

  /**
   * Enables or requires the sign-in with the provider.
   * @throws ApiError 409 without a test that passed, 422 without an administrator who can sign in if the provider fails
   */
  async setState(tenantId: string, { is_enabled, is_required, break_glass_email }: State): Promise<Changed> {
    const before = await this.#require(tenantId);
    const email = break_glass_email?.trim().toLowerCase() ?? null;
    if (is_enabled && before.tested_at === null)
      throw conflict('TEST_MISSING', 'Run a test sign-in first. The provider can be enabled after a test has passed with these settings.');
    if (is_required && !is_enabled) throw unprocessable('NOT_ENABLED', 'Enable the provider before you require it.');
    const administrator = email === null ? null : await this.deps.pool.memberOf(tenantId, email);
    const canHelp = administrator?.hasPassword === true && administrator.rights.includes('CAM_GENERAL_WRITE');
    if ((is_enabled || email !== null) && !canHelp)
      throw unprocessable(
        'BREAK_GLASS',
        'Choose an administrator of your tenant with a password. This person can always sign in without the provider, so that nobody is locked out.',
      );
    await this.deps.users.setBreakGlass(tenantId, email);
    return this.#store(before, { ...before, is_enabled, is_required, break_glass: email }, await this.domainsOf(tenantId));
  }

  /** Adds a certificate, so that both count until the provider signs with the new one. */
  async addCertificate(tenantId: string, text: string): Promise<Changed> {
    const before = await this.#require(tenantId);
    const added = readCertificate(text);
    if (before.certificates.some(({ fingerprint }) => fingerprint === added.fingerprint))
      throw conflict('CERTIFICATE_KNOWN', 'The connection has this certificate already.');
    if (Date.parse(added.validUntil) <= Date.now()) throw unprocessable('CERTIFICATE', 'This certificate has expired. Add one that is valid.');
    if (before.certificates.length >= MOST_CERTIFICATES)
      throw conflict('TOO_MANY_CERTIFICATES', `A connection has ${MOST_CERTIFICATES} certificates at most. Remove one that is not in use.`);
    return this.#store(before, { ...before, certificates: [...before.certificates, added] }, await this.domainsOf(tenantId));
  }

  /** Removes a certificate. @throws ApiError 409 for the last one that is valid, without which nobody could sign in */
  async removeCertificate(tenantId: string, fingerprint: string): Promise<Changed> {
    const before = await this.#require(tenantId);
    const certificates = before.certificates.filter((one) => one.fingerprint !== fingerprint);
    if (certificates.length === before.certificates.length) throw notFound('The connection has no such certificate. Reload the page.');
    if (certificates.length === 0 || (before.is_enabled && validAt(certificates, Date.now()).length === 0))
      throw conflict('LAST_CERTIFICATE', 'Without this certificate nobody could sign in. Add the next certificate first.');
    return this.#store(before, { ...before, certificates }, await this.domainsOf(tenantId));
  }

  /** Marks the present settings as tested. */
  async passedTest(row: ConnectionRow): Promise<void> {
    const { tenant_id: tenantId } = row;
    await this.ctx.db.tenant(tenantId, (tx) =>
      tx
        .updateTable('saml_connection')
        .set({ tested_at: new Date() })
        .where('tenant_id', '=', tenantId)
        .where('entity_id', '=', row.entity_id)
        .where('sign_on_url', '=', row.sign_on_url)
        .where('email_attribute', '=', row.email_attribute)
        .execute(),
    );
  }

  /** Removes the connection. */
  async remove(tenantId: string): Promise<SamlConnection> {
    const before = await this.#toAnswer(await this.#require(tenantId));
    await this.ctx.db.tenant(tenantId, async (tx) => {
      await tx.deleteFrom('saml_connection').where('tenant_id', '=', tenantId).execute();
      await this.deps.ownKeys.clearIn(tx, tenantId);
      await tx.deleteFrom('saml_test').where('tenant_id', '=', tenantId).execute();
      await tx.deleteFrom('sign_on_domain').where('tenant_id', '=', tenantId).execute();
      await tx.deleteFrom('saml_place').where('tenant_id', '=', tenantId).execute();
    });
    await this.deps.users.setBreakGlass(tenantId, null);
    return before;
  }

  async #store(before: ConnectionRow | null, row: ConnectionRow, domains: string[]): Promise<Changed> {
    const shown = before && (await this.#toAnswer(before));
    const { tenant_id, connection_id } = row;
    await this.ctx.db.tenant(tenant_id, async (tx) => {
      await saveConnection(tx, row);
      await replaceDomainsIn(tx, tenant_id, domains, row.is_enabled);
      await tx
        .insertInto('saml_place')
        .values({ connection_id, tenant_id })
        .onConflict((known) => known.doNothing())
        .execute();
    });
    return { before: shown, after: toSamlConnection(row, domains) };
  }

  async #toAnswer(row: ConnectionRow): Promise<SamlConnection> {
    return toSamlConnection(row, await this.domainsOf(row.tenant_id));
  }

  async #require(tenantId: string): Promise<ConnectionRow> {
    const row = await this.find(tenantId);
    if (!row) throw notFound('Your tenant has no SAML provider. Save its metadata first.');
    return row;
  }

  /** Returns what the metadata says; null if the settings name none, so that the present provider stays. */
  async #providerOf({ metadata, metadata_url: address }: Settings): Promise<ProviderMetadata | null> {
    if (metadata !== undefined && address !== undefined) throw unprocessable('METADATA', 'Give either the metadata or its address, not both.');
    const { targets } = this.deps;
    const text = address === undefined ? metadata : await loadMetadata(address, targets);
    if (text === undefined) return null;
    // Browsers go there, not the server. Plain HTTP is for providers on this machine.
    return readMetadata(
      text,
      ({ protocol, hostname }) => protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)),
    );
  }

  #idOf(tenantId: string): string {
    return createHmac('sha256', this.deps.namingKey).update(tenantId).digest('base64url').slice(0, ID_LETTERS);
  }
}
