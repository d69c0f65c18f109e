import { isConnectable, type CloudType, type ConnectableCloud } from '@cam/contracts/server';
import type { Connector, HierarchyNode, ConnectionTest } from './connectors/connector';
import { awsPrincipal, connectorOf, type ConnectorContext, type Credentials } from './connectors/connectors';
import type { ProviderEndpoints } from './connectors/endpoints';
import { ProviderError } from './connectors/http/provider-error';
import type { TransportOptions } from './connectors/http/transport';
import type { Context } from '../platform/context';
import type { Tx } from '../platform/db/database';
import { ApiError, conflict, notFound, unprocessable } from '../platform/http/errors';
import type { SecretBox } from '../platform/security/secret-box';
import { connectSource, deleteConnection, findConnection, resealConnections, saveConnection, type StoredConnection } from './connection-store';
import { blockOf, maskedBlock, validateInfo, type InfoBlocks, type ConnectionInfo } from './credentials';
import * as store from './store';

export interface ConnectionDependencies {
  ctx: Context;
  secrets: SecretBox;
  endpoints: ProviderEndpoints;
  /** Returns the endpoints that replace the provider for a connection of the demo company. Null for any other connection. */
  standInFor?: (cloud: ConnectableCloud, credentials: Credentials) => Promise<Pick<ConnectorContext, 'endpoints' | 'aws'> | null>;
}

/** Validated input: typed fields, completed with stored secrets where they were masked. */
export interface PreparedConnection {
  cloud: ConnectableCloud;
  split: ConnectionInfo;
}

/** A user waits for a connection test, so it ends early. In ms. */
const TEST_LIMIT = 45_000;
const TEST_TIMEOUT = 15_000;

/** Connects sources to their providers. Secrets are encrypted in the database and decrypted only to call the provider. No response contains them. */
export class SourceConnections {
  #awsPrincipal: Promise<string> | null = null;

  constructor(private readonly deps: ConnectionDependencies) {}

  /** Returns the ARN of the server's own AWS identity, or the reason why there is none. */
  async awsPrincipal(): Promise<{ arn: string; reason: string }> {
    const { ctx, endpoints } = this.deps;
    const request = (transport: TransportOptions): Promise<string> => awsPrincipal({ endpoints, transport, aws: ctx.config.awsIdentity });
    this.#awsPrincipal ??= this.#withTimeLimit(request);
    try {
      return { arn: await this.#awsPrincipal, reason: '' };
    } catch (error) {
      // An operator can add an identity without a restart, for example as the role of the machine.
      this.#awsPrincipal = null;
      if (!(error instanceof ApiError)) throw error;
      return { arn: '', reason: error.userMessage };
    }
  }

  /**
   * Tests the typed fields, with the stored secrets of a known source in place of masked ones.
   * @throws ApiError 422 TEST_CONNECTION_FAILED with the provider's message
   */
  async test(tenantId: string, cloudType: CloudType, blocks: InfoBlocks, uid: string | undefined): Promise<ConnectionTest> {
    return this.testPrepared(await this.prepare(tenantId, cloudType, blocks, uid));
  }

  /**
   * Validates the typed fields and completes masked secrets.
   * @param uid of a known connection, whose secrets replace masked ones
   * @throws ApiError 422 if the cloud type cannot be connected or a field is invalid
   */
  async prepare(tenantId: string, cloudType: CloudType, blocks: InfoBlocks, uid: string | undefined): Promise<PreparedConnection> {
    if (!isConnectable(cloudType)) {
      throw unprocessable('CLOUD_NOT_CONNECTED', `This release cannot connect sources of type ${cloudType}. Import a bundle instead.`);
    }
    const block = blockOf(cloudType, blocks);
    if (!block) throw unprocessable('SOURCE_FIELDS', 'The request has no connection details. Enter the fields of this cloud type.');
    const known = uid === undefined ? null : await this.deps.ctx.db.tenant(tenantId, (tx) => findConnection(tx, tenantId, uid));
    return { cloud: cloudType, split: validateInfo(cloudType, block, known && this.#decrypted(known)) };
  }

  /**
   * Tests and stores the connection of one account and creates its source.
   * @throws ApiError 409 SOURCE_EXISTS if the account is already connected; 422 if the test fails or finds an organization
   */
  async create(tenantId: string, cloudType: CloudType, name: string, blocks: InfoBlocks): Promise<{ uid: string; warnings: string[] }> {
    if (name.trim() === '') throw unprocessable('NAME_MISSING', 'The source has no name. Enter one.');
    const prepared = await this.prepare(tenantId, cloudType, blocks, undefined);
    const { id, warnings, kind } = await this.testPrepared(prepared);
    if (kind !== 'ACCOUNT') throw unprocessable('NOT_AN_ACCOUNT', `${id} is an organization with several accounts. Connect it as an organization.`);
    const uid = store.uidOf(tenantId, cloudType, id);
    await this.deps.ctx.db.tenant(tenantId, async (tx) => {
      const known = await store.findSource(tx, tenantId, uid);
      if (known?.connection_uid && !known.is_leaving)
        throw conflict('SOURCE_EXISTS', `${id} is already connected as ${known.account_name}. Edit that source instead.`);
      // If a crash or a running import keeps the first pull from being queued, the schedule queues it.
      await this.#connect(tx, tenantId, prepared, { uid, accountId: id, name: name.trim(), next: new Date() });
    });
    return { uid, warnings };
  }

  /** Tests and stores new connection details of a source. Connects a source that had only imports. */
  async change(tenantId: string, uid: string, blocks: InfoBlocks): Promise<void> {
    const { db } = this.deps.ctx;
    const source = await db.tenant(tenantId, (tx) => store.findSource(tx, tenantId, uid));
    if (!source) throw sourceNotFound();
    if (source.connection_uid !== null && source.connection_uid !== uid) {
      throw unprocessable('OF_AN_ORGANIZATION', `${source.account_name} is connected through its organization. Edit the organization instead.`);
    }
    const prepared = await this.prepare(tenantId, source.cloud_type as CloudType, blocks, uid);
    const { id } = await this.testPrepared(prepared);
    if (id !== source.account_id) {
      throw unprocessable('OTHER_ACCOUNT', `These credentials belong to ${id}, not to ${source.account_id}. Connect ${id} as a separate source.`);
    }
    await db.tenant(tenantId, (tx) => this.#connect(tx, tenantId, prepared, { uid, accountId: id, name: source.account_name }));
  }

  /**
   * Tests a prepared connection.
   * @throws ApiError 422 TEST_CONNECTION_FAILED with the provider's message
   */
  async testPrepared({ cloud, split }: PreparedConnection): Promise<ConnectionTest> {
    return this.#withTimeLimit(async (transport) => (await this.#connectorOf(cloud, split, transport)).test());
  }

  async hierarchyOf({ cloud, split }: PreparedConnection): Promise<HierarchyNode> {
    return this.#withTimeLimit(async (transport) => (await this.#connectorOf(cloud, split, transport)).hierarchy());
  }

  /** Returns the row to store, with encrypted secrets. */
  toStored({ cloud, split }: PreparedConnection, rest: Pick<StoredConnection, 'uid' | 'name' | 'organization'>): StoredConnection {
    return { ...rest, cloudType: cloud, info: split.info, sealed: this.deps.secrets.seal(JSON.stringify(split.secrets)) };
  }

  async remove(tx: Tx, tenantId: string, uid: string): Promise<void> {
    await deleteConnection(tx, tenantId, uid);
  }

  /** Returns the connection details of a source or an organization, with masked secrets. */
  async infoOf(tx: Tx, tenantId: string, uid: string): Promise<InfoBlocks> {
    const known = await findConnection(tx, tenantId, uid);
    return known ? maskedBlock(known.cloudType, this.#decrypted(known), known.organization !== null) : {};
  }

  /** Returns the connector of a source or an organization. The signal ends its requests. */
  async connectorFor(tenantId: string, connectionUid: string, signal: AbortSignal): Promise<Connector> {
    const known = await this.deps.ctx.db.tenant(tenantId, (tx) => findConnection(tx, tenantId, connectionUid));
    if (!known) throw sourceNotFound();
    return this.#connectorOf(known.cloudType, this.#decrypted(known), { signal });
  }

  /** Encrypts the secrets of all connections again with the current key. */
  reseal(tenantId: string): Promise<{ sealed: number; lost: number }> {
    const { ctx, secrets } = this.deps;
    return ctx.db.tenant(tenantId, (tx) => resealConnections(tx, tenantId, (sealed) => secrets.seal(secrets.open(sealed))));
  }

  async #connectorOf(cloud: ConnectableCloud, split: ConnectionInfo, transport: TransportOptions): Promise<Connector> {
    const { endpoints, ctx, standInFor } = this.deps;
    const credentials = credentialsOf(split);
    const context = (await standInFor?.(cloud, credentials)) ?? { endpoints, aws: ctx.config.awsIdentity };
    return connectorOf(cloud, credentials, { ...context, transport });
  }

  async #withTimeLimit<T>(request: (transport: TransportOptions) => Promise<T>): Promise<T> {
    const signal = AbortSignal.timeout(TEST_LIMIT);
    try {
      return await request({ signal, timeout: TEST_TIMEOUT });
    } catch (error) {
      if (error instanceof ProviderError) throw unprocessable('TEST_CONNECTION_FAILED', error.message.replace(/\.?$/, '.'));
      if (signal.aborted)
        throw unprocessable('TEST_CONNECTION_FAILED', `The provider did not respond within ${TEST_LIMIT / 1000} seconds. Test the connection again.`);
      throw error;
    }
  }

  async #connect(
    tx: Tx,
    tenantId: string,
    prepared: PreparedConnection,
    source: { uid: string; accountId: string; name: string; next?: Date },
  ): Promise<void> {
    await saveConnection(tx, tenantId, this.toStored(prepared, { uid: source.uid, name: source.name, organization: null }));
    await connectSource(tx, tenantId, { ...source, connectionUid: source.uid, cloudType: prepared.cloud });
  }

  /** Decrypts the secrets. If the key does not match, they are empty: users enter them again, and everything else stays usable. */
  #decrypted({ uid, info, sealed }: StoredConnection): ConnectionInfo {
    try {
      return { info, secrets: JSON.parse(this.deps.secrets.open(sealed)) as Record<string, string> };
    } catch {
      this.deps.ctx.log.error({ source: uid }, 'the secrets of a source were encrypted with another CAM_SECRET_KEY');
      return { info, secrets: {} };
    }
  }
}

function credentialsOf({ info, secrets }: ConnectionInfo): Credentials {
  return { ...info, ...secrets };
}

function sourceNotFound() {
  return notFound('This source no longer exists. Reload the page.');
}
