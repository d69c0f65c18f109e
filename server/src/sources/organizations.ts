import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Account, CloudType, Organization, OrganizationHierarchy, SubOrganization } from '@cam/contracts/server';
import type { HierarchyNode } from './connectors/connector';
import { ProviderError } from './connectors/http/provider-error';
import type { Context } from '../platform/context';
import type { Tx } from '../platform/db/database';
import type { GraphService } from '../graph';
import { ApiError, conflict, notFound, unprocessable } from '../platform/http/errors';
import * as connectionStore from './connection-store';
import type { SourceConnections } from './connections';
import { forgetCorrelation } from './correlated-sources';
import { hasInfo, type InfoBlocks } from './credentials';
import { allFolders } from './folders';
import { accountsIn, toHierarchy, toOrganization } from './hierarchy';
import * as store from './store';
import type { StoredOrganization } from './tables';

/** What organizations ask of the sources of single accounts. */
export interface OrganizationSources {
  removeLater(tenantId: string, uids: readonly string[]): Promise<void>;
  pulls: { queueDue(tenantId: string): Promise<void>; forget(tenantId: string, uid: string): Promise<void> };
}

export interface OrganizationChange {
  name?: string;
  blocks: InfoBlocks;
  /** Accounts that are pulled, by id; empty: every account. */
  included?: Record<string, boolean>;
}

/** After so long it is asked what is in an organization anew, ms: accounts come and go. */
const ASKED_AGAIN = 24 * 60 * 60_000;

/** Organizations: one connection for many accounts, each of which is a source of its own. */
export class OrganizationsService {
  constructor(
    private readonly ctx: Context,
    private readonly connections: SourceConnections,
    private readonly sources: OrganizationSources,
    private readonly graph: Pick<GraphService, 'folders'>,
  ) {}

  list(tenantId: string, cloudType?: CloudType): Promise<Organization[]> {
    return this.ctx.db.tenant(tenantId, (tx) => this.listIn(tx, tenantId, cloudType));
  }

  async listIn(tx: Tx, tenantId: string, cloudType?: CloudType): Promise<Organization[]> {
    const found = (await connectionStore.listOrganizations(tx, tenantId)).filter((one) => cloudType === undefined || one.cloudType === cloudType);
    if (found.length === 0) return [];
    const accounts = await store.listConnected(tx, tenantId);
    return found.map((connection) =>
      toOrganization(connection, accounts.filter(({ connection_uid: uid }) => uid === connection.uid).map(store.toAccount)),
    );
  }

  /** The folders of organizations, and with them those that accounts outside of any tell of. Inside the caller's transaction. */
  async foldersIn(
    tx: Tx,
    tenantId: string,
    { organizations, accounts }: { organizations: readonly Organization[]; accounts: readonly Account[] },
  ): Promise<SubOrganization[]> {
    const within = new Set(organizations.flatMap(({ account_info: own }) => own.map(({ uid }) => uid)));
    const alone = accounts.flatMap(({ uid }) => (within.has(uid) ? [] : uid));
    return allFolders(organizations, await this.graph.folders(tx, tenantId, alone));
  }

  /** Ids of its accounts in their cloud, with its own where folders and the organization itself stand under that; none where there is no such organization. */
  accountsWithin(tenantId: string, uid: string): Promise<string[]> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const own = (await connectionStore.organizationNames(tx, tenantId, 'GCP')).filter((one) => one.uid === uid);
      return [...(await store.accountsConnectedBy(tx, tenantId, uid)), ...own.map(({ id }) => id)];
    });
  }

  /** With what connects it, secrets masked. */
  async read(tenantId: string, uid: string): Promise<Organization> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const organization = (await this.listIn(tx, tenantId)).find((one) => one.organization_uid === uid);
      if (!organization) throw organizationNotFound();
      return { ...organization, ...(await this.connections.infoOf(tx, tenantId, uid)) };
    });
  }

  /** Begins to ask what is in an organization; `hierarchyBuild` tells the rest. */
  async buildHierarchy(tenantId: string, cloudType: CloudType, blocks: InfoBlocks, uid: string | undefined): Promise<string> {
    const prepared = await this.connections.prepare(tenantId, cloudType, blocks, uid);
    const buildUuid = randomUUID();
    await this.ctx.db.tenant(tenantId, (tx) => connectionStore.beginHierarchy(tx, tenantId, buildUuid));
    void this.#build(tenantId, buildUuid, () => this.connections.hierarchyOf(prepared));
    return buildUuid;
  }

  async hierarchyBuild(
    tenantId: string,
    buildUuid: string,
  ): Promise<{ status: 'RUNNING' | 'COMPLETED' | 'FAILED'; error: string; hierarchy: OrganizationHierarchy | null }> {
    const row = await this.ctx.db.tenant(tenantId, (tx) => connectionStore.findHierarchy(tx, tenantId, buildUuid));
    if (!row) throw notFound('There is no such hierarchy any more. Test the connection again.');
    return { status: row.status, error: row.error, hierarchy: row.hierarchy && toHierarchy(row.hierarchy) };
  }

  async create(
    tenantId: string,
    cloudType: CloudType,
    name: string,
    { blocks, included }: OrganizationChange,
  ): Promise<{ uid: string; warnings: string[] }> {
    const prepared = await this.connections.prepare(tenantId, cloudType, blocks, undefined);
    const tested = await this.connections.tested(prepared);
    if (tested.kind !== 'ORGANIZATION') throw unprocessable('NOT_AN_ORGANIZATION', `${tested.name} is one account. Connect it as an account.`);
    const hierarchy = await this.connections.hierarchyOf(prepared);
    const uid = store.uidOf(tenantId, prepared.cloud, `organization ${tested.id}`);
    const organization: StoredOrganization = { id: tested.id, hierarchy, included: scopeOf(hierarchy, included), askedAt: new Date().toISOString() };
    await this.ctx.db.tenant(tenantId, async (tx) => {
      const known = await connectionStore.findConnection(tx, tenantId, uid);
      if (known) throw conflict('SOURCE_EXISTS', `${tested.name} is connected already, as ${known.name}. Change that organization instead.`);
      const connection = this.connections.stored(prepared, { uid, name: name.trim() || tested.name, organization });
      await connectionStore.saveConnection(tx, tenantId, connection);
    });
    await this.#follow(tenantId, uid);
    return { uid, warnings: tested.warnings };
  }

  async change(tenantId: string, uid: string, { name, blocks, included }: OrganizationChange): Promise<void> {
    const known = await this.#known(tenantId, uid);
    let { connection, organization } = known;
    if (hasInfo(blocks)) {
      const prepared = await this.connections.prepare(tenantId, connection.cloudType, blocks, uid);
      const { id, kind } = await this.connections.tested(prepared);
      if (kind !== 'ORGANIZATION' || id !== organization.id) {
        throw unprocessable('OTHER_ACCOUNT', `These credentials are of ${id}, not of ${organization.id}. Connect ${id} as a source of its own.`);
      }
      organization = { ...organization, error: '' };
      connection = this.connections.stored(prepared, { uid, name: connection.name, organization });
    }
    if (included) organization = { ...organization, included: scopeOf(organization.hierarchy, included) };
    const changed = { ...connection, name: name?.trim() || connection.name, organization };
    await this.ctx.db.tenant(tenantId, (tx) => connectionStore.saveConnection(tx, tenantId, changed));
    await this.#follow(tenantId, uid, { anew: hasInfo(blocks) });
  }

  /** Deletes an organization with its accounts. */
  async remove(tenantId: string, uid: string, cloudType: CloudType): Promise<void> {
    const { connection } = await this.#known(tenantId, uid);
    if (connection.cloudType !== cloudType) throw organizationNotFound();
    const sources = await this.#sourcesOf(tenantId, uid);
    // First the connection: nothing of it is pulled any more.
    await this.ctx.db.tenant(tenantId, async (tx) => {
      await connectionStore.deleteConnection(tx, tenantId, uid);
      await forgetCorrelation(tx, tenantId, uid);
    });
    await this.sources.removeLater(
      tenantId,
      sources.map((source) => source.uid),
    );
  }

  /** Asks anew what is in organizations where that was a day ago: new accounts are pulled where every account is. */
  async refreshDue(tenantId: string): Promise<void> {
    const all = await this.ctx.db.tenant(tenantId, (tx) => connectionStore.listOrganizations(tx, tenantId));
    for (const connection of all) {
      const { organization, uid } = connection;
      if (!organization || Date.now() - Date.parse(organization.askedAt) < ASKED_AGAIN) continue;
      const askedAt = new Date().toISOString();
      const asked = await this.#ask(tenantId, uid, organization);
      await this.ctx.db.tenant(tenantId, (tx) =>
        connectionStore.saveConnection(tx, tenantId, { ...connection, organization: { ...organization, ...asked, askedAt } }),
      );
      await this.#follow(tenantId, uid);
    }
  }

  /** What is in an organization now. Where that cannot be asked, what was known stays, with why. */
  async #ask(tenantId: string, uid: string, { id, hierarchy }: StoredOrganization): Promise<Pick<StoredOrganization, 'hierarchy' | 'error'>> {
    try {
      const connector = await this.connections.connectorFor(tenantId, uid, AbortSignal.timeout(10 * 60_000));
      return { hierarchy: await connector.hierarchy(), error: '' };
    } catch (err) {
      this.ctx.log.warn({ err, tenantId, organization: id }, 'it could not be asked what is in an organization');
      return { hierarchy, error: reasonOf(err) };
    }
  }

  async #build(tenantId: string, buildUuid: string, ask: () => Promise<HierarchyNode>): Promise<void> {
    await nextTurn();
    const end = await ask().then(
      (hierarchy) => ({ hierarchy }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) this.ctx.log.error({ err: error, tenantId }, 'the hierarchy of an organization could not be built');
        return { error: reasonOf(error) };
      },
    );
    await this.ctx.db
      .tenant(tenantId, (tx) => connectionStore.endHierarchy(tx, tenantId, buildUuid, end))
      .catch((err: unknown) => this.ctx.log.error({ err, tenantId }, 'the hierarchy of an organization could not be kept'));
  }

  /**
   * Makes the sources of an organization those of its scope. An account that another connection has stays there. Accounts that are gone from the organization
   * stay until somebody takes them out of the scope: what was known of them is not thrown away because a provider does not list them today.
   */
  async #follow(tenantId: string, uid: string, { anew = false } = {}): Promise<void> {
    const { connection, organization } = await this.#known(tenantId, uid);
    const { cloudType } = connection;
    const now = new Date();
    const wanted = accountsIn(organization.hierarchy).filter(({ id }) => organization.included === null || organization.included[id] === true);
    const known = await this.#sourcesOf(tenantId, uid);
    await this.ctx.db.tenant(tenantId, async (tx) => {
      for (const { id: accountId, name } of wanted) {
        const source = await store.findSource(tx, tenantId, store.uidOf(tenantId, cloudType, accountId));
        if (source?.connection_uid && !source.is_leaving && (source.connection_uid !== uid || !anew)) continue;
        const made = {
          uid: store.uidOf(tenantId, cloudType, accountId),
          connectionUid: uid,
          cloudType,
          accountId,
          name: source?.account_name ?? name,
        };
        await connectionStore.connectSource(tx, tenantId, { ...made, next: now });
      }
    });
    if (anew) for (const { uid: sourceUid } of known) await this.sources.pulls.forget(tenantId, sourceUid);
    const left = known.filter(({ account_id: accountId }) => organization.included !== null && organization.included[accountId] !== true);
    await this.sources.removeLater(
      tenantId,
      left.map((source) => source.uid),
    );
    // The schedule takes up what this does not come to.
    void this.sources.pulls.queueDue(tenantId).catch((err: unknown) => this.ctx.log.error({ err, tenantId }, 'pulls could not be queued'));
  }

  async #sourcesOf(tenantId: string, connectionUid: string): Promise<store.StoredSource[]> {
    const connected = await this.ctx.db.tenant(tenantId, (tx) => store.listConnected(tx, tenantId));
    return connected.filter((source) => source.connection_uid === connectionUid);
  }

  async #known(tenantId: string, uid: string) {
    const connection = await this.ctx.db.tenant(tenantId, (tx) => connectionStore.findConnection(tx, tenantId, uid));
    if (!connection?.organization) throw organizationNotFound();
    return { connection, organization: connection.organization };
  }
}

/** 422 where nothing of the organization is in the scope. */
function scopeOf(hierarchy: HierarchyNode, included: Record<string, boolean> | undefined): Record<string, boolean> | null {
  if (!included || Object.keys(included).length === 0) return null;
  const accounts = accountsIn(hierarchy);
  if (!accounts.some(({ id }) => included[id] === true)) throw unprocessable('SCOPE_EMPTY', 'Choose at least one account of the organization.');
  return Object.fromEntries(accounts.map(({ id }) => [id, included[id] === true]));
}

/** Why a provider could not be asked, a sentence. */
function reasonOf(error: unknown): string {
  if (error instanceof ProviderError) return error.message.replace(/\.?$/, '.');
  return error instanceof ApiError ? error.userMessage : 'It failed on our side; the log of the server says why.';
}

function organizationNotFound(): ApiError {
  return notFound('There is no such organization any more. Reload the page.');
}
