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
import { deleteCorrelation } from './correlated-sources';
import { hasInfo, type InfoBlocks } from './credentials';
import { allFolders } from './folders';
import { accountsIn, toHierarchy, toOrganization } from './hierarchy';
import * as store from './store';
import type { StoredOrganization } from './tables';

/** The operations on sources that organizations need. */
export interface OrganizationSources {
  removal: { removeLater(tenantId: string, uids: readonly string[]): Promise<void> };
  pulls: { queueDue(tenantId: string): Promise<void>; discardStaging(tenantId: string, uid: string): Promise<void> };
}

export interface OrganizationChange {
  name?: string;
  blocks: InfoBlocks;
  /** Accounts to pull, by id. Empty means every account. */
  included?: Record<string, boolean>;
}

/** The hierarchy is refreshed after this time, because accounts are added and removed. In ms. */
const REFRESH_INTERVAL = 24 * 60 * 60_000;

/** Organizations: one connection for many accounts, each with its own source. */
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

  /** Returns the folders of organizations and those that sources outside any organization reported. Runs in the caller's transaction. */
  async foldersIn(
    tx: Tx,
    tenantId: string,
    { organizations, accounts }: { organizations: readonly Organization[]; accounts: readonly Account[] },
  ): Promise<SubOrganization[]> {
    const within = new Set(organizations.flatMap(({ account_info: own }) => own.map(({ uid }) => uid)));
    const alone = accounts.flatMap(({ uid }) => (within.has(uid) ? [] : uid));
    return allFolders(organizations, await this.graph.folders(tx, tenantId, alone));
  }

  /**
   * Returns the cloud ids of an organization's accounts. For Google Cloud, the organization's own id is included, because folders and the
   * organization itself belong to it. Empty if the organization does not exist.
   */
  accountsWithin(tenantId: string, uid: string): Promise<string[]> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const own = (await connectionStore.organizationNames(tx, tenantId, 'GCP')).filter((one) => one.uid === uid);
      return [...(await store.accountsConnectedBy(tx, tenantId, uid)), ...own.map(({ id }) => id)];
    });
  }

  /** Returns an organization with its connection details; secrets are masked. */
  async read(tenantId: string, uid: string): Promise<Organization> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const organization = (await this.listIn(tx, tenantId)).find((one) => one.organization_uid === uid);
      if (!organization) throw organizationNotFound();
      return { ...organization, ...(await this.connections.infoOf(tx, tenantId, uid)) };
    });
  }

  /** Starts to read the hierarchy of an organization. Poll `hierarchyBuild` for the result. */
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
    if (!row) throw notFound('This hierarchy has expired. Test the connection again.');
    return { status: row.status, error: row.error, hierarchy: row.hierarchy && toHierarchy(row.hierarchy) };
  }

  async create(
    tenantId: string,
    cloudType: CloudType,
    name: string,
    { blocks, included }: OrganizationChange,
  ): Promise<{ uid: string; warnings: string[] }> {
    const prepared = await this.connections.prepare(tenantId, cloudType, blocks, undefined);
    const tested = await this.connections.testPrepared(prepared);
    if (tested.kind !== 'ORGANIZATION') throw unprocessable('NOT_AN_ORGANIZATION', `${tested.name} is a single account. Connect it as an account.`);
    const hierarchy = await this.connections.hierarchyOf(prepared);
    const uid = store.uidOf(tenantId, prepared.cloud, `organization ${tested.id}`);
    const organization: StoredOrganization = { id: tested.id, hierarchy, included: scopeOf(hierarchy, included), askedAt: new Date().toISOString() };
    await this.ctx.db.tenant(tenantId, async (tx) => {
      const known = await connectionStore.findConnection(tx, tenantId, uid);
      if (known) throw conflict('SOURCE_EXISTS', `${tested.name} is already connected as ${known.name}. Edit that organization instead.`);
      const connection = this.connections.toStored(prepared, { uid, name: name.trim() || tested.name, organization });
      await connectionStore.saveConnection(tx, tenantId, connection);
    });
    await this.#syncSources(tenantId, uid);
    return { uid, warnings: tested.warnings };
  }

  async change(tenantId: string, uid: string, { name, blocks, included }: OrganizationChange): Promise<void> {
    const known = await this.#known(tenantId, uid);
    let { connection, organization } = known;
    if (hasInfo(blocks)) {
      const prepared = await this.connections.prepare(tenantId, connection.cloudType, blocks, uid);
      const { id, kind } = await this.connections.testPrepared(prepared);
      if (kind !== 'ORGANIZATION' || id !== organization.id) {
        throw unprocessable('OTHER_ACCOUNT', `These credentials belong to ${id}, not to ${organization.id}. Connect ${id} as a separate source.`);
      }
      organization = { ...organization, error: '' };
      connection = this.connections.toStored(prepared, { uid, name: connection.name, organization });
    }
    if (included) organization = { ...organization, included: scopeOf(organization.hierarchy, included) };
    const changed = { ...connection, name: name?.trim() || connection.name, organization };
    await this.ctx.db.tenant(tenantId, (tx) => connectionStore.saveConnection(tx, tenantId, changed));
    await this.#syncSources(tenantId, uid, { isReconnected: hasInfo(blocks) });
  }

  /** Deletes an organization. A job deletes its accounts afterwards. */
  async remove(tenantId: string, uid: string, cloudType: CloudType): Promise<void> {
    const { connection } = await this.#known(tenantId, uid);
    if (connection.cloudType !== cloudType) throw organizationNotFound();
    const sources = await this.#sourcesOf(tenantId, uid);
    // The connection goes first, so that no further pull starts.
    await this.ctx.db.tenant(tenantId, async (tx) => {
      await connectionStore.deleteConnection(tx, tenantId, uid);
      await deleteCorrelation(tx, tenantId, uid);
    });
    await this.sources.removal.removeLater(
      tenantId,
      sources.map((source) => source.uid),
    );
  }

  /** Refreshes hierarchies that are older than a day. New accounts are pulled if the scope is every account. */
  async refreshDue(tenantId: string): Promise<void> {
    const all = await this.ctx.db.tenant(tenantId, (tx) => connectionStore.listOrganizations(tx, tenantId));
    for (const connection of all) {
      const { organization, uid } = connection;
      if (!organization || Date.now() - Date.parse(organization.askedAt) < REFRESH_INTERVAL) continue;
      const askedAt = new Date().toISOString();
      const refreshed = await this.#refreshHierarchy(tenantId, uid, organization);
      await this.ctx.db.tenant(tenantId, (tx) =>
        connectionStore.saveConnection(tx, tenantId, { ...connection, organization: { ...organization, ...refreshed, askedAt } }),
      );
      await this.#syncSources(tenantId, uid);
    }
  }

  /** Reads the hierarchy of an organization. On failure, returns the known hierarchy and the reason. */
  async #refreshHierarchy(
    tenantId: string,
    uid: string,
    { id, hierarchy }: StoredOrganization,
  ): Promise<Pick<StoredOrganization, 'hierarchy' | 'error'>> {
    try {
      const connector = await this.connections.connectorFor(tenantId, uid, AbortSignal.timeout(10 * 60_000));
      return { hierarchy: await connector.hierarchy(), error: '' };
    } catch (err) {
      this.ctx.log.warn({ err, tenantId, organization: id }, 'the hierarchy of an organization could not be refreshed');
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
      .tenant(tenantId, (tx) => connectionStore.finishHierarchy(tx, tenantId, buildUuid, end))
      .catch((err: unknown) => this.ctx.log.error({ err, tenantId }, 'the hierarchy of an organization could not be stored'));
  }

  /**
   * Creates and deletes sources until they match the scope of an organization. An account with another connection stays there. An account that
   * the provider no longer lists keeps its source and history until a user removes it from the scope.
   */
  async #syncSources(tenantId: string, uid: string, { isReconnected = false } = {}): Promise<void> {
    const { connection, organization } = await this.#known(tenantId, uid);
    const { cloudType } = connection;
    const now = new Date();
    const wanted = accountsIn(organization.hierarchy).filter(({ id }) => organization.included === null || organization.included[id] === true);
    const known = await this.#sourcesOf(tenantId, uid);
    await this.ctx.db.tenant(tenantId, async (tx) => {
      for (const { id: accountId, name } of wanted) {
        const source = await store.findSource(tx, tenantId, store.uidOf(tenantId, cloudType, accountId));
        if (source?.connection_uid && !source.is_leaving && (source.connection_uid !== uid || !isReconnected)) continue;
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
    if (isReconnected) for (const { uid: sourceUid } of known) await this.sources.pulls.discardStaging(tenantId, sourceUid);
    const left = known.filter(({ account_id: accountId }) => organization.included !== null && organization.included[accountId] !== true);
    await this.sources.removal.removeLater(
      tenantId,
      left.map((source) => source.uid),
    );
    // If this fails, the schedule queues the pulls.
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

/** @throws ApiError 422 SCOPE_EMPTY if the scope contains no account of the organization */
function scopeOf(hierarchy: HierarchyNode, included: Record<string, boolean> | undefined): Record<string, boolean> | null {
  if (!included || Object.keys(included).length === 0) return null;
  const accounts = accountsIn(hierarchy);
  if (!accounts.some(({ id }) => included[id] === true))
    throw unprocessable('SCOPE_EMPTY', 'The scope contains no account of the organization. Select at least one account.');
  return Object.fromEntries(accounts.map(({ id }) => [id, included[id] === true]));
}

/** Returns the message for a failed request to a provider, as one sentence. */
function reasonOf(error: unknown): string {
  if (error instanceof ProviderError) return error.message.replace(/\.?$/, '.');
  return error instanceof ApiError
    ? error.userMessage
    : 'The request failed because of an error on the server. Try again; the server log has the cause.';
}

function organizationNotFound(): ApiError {
  return notFound('This organization no longer exists. Reload the page.');
}
