import { isConnectable, type CloudType, type ConnectableCloud } from '@cam/contracts/server';
import type { Connector, HierarchyNode, Tested } from './connectors/connector';
import { awsPrincipal, connectorOf, type Asking, type Credentials } from './connectors/connectors';
import type { ProviderEndpoints } from './connectors/endpoints';
import { ProviderError } from './connectors/http/provider-error';
import type { TransportOptions } from './connectors/http/transport';
import type { Context } from '../platform/context';
import type { Tx } from '../platform/db/database';
import { ApiError, conflict, notFound, unprocessable } from '../platform/http/errors';
import type { SecretBox } from '../platform/security/secret-box';
import { connectSource, deleteConnection, findConnection, resealConnections, saveConnection, type StoredConnection } from './connection-store';
import { blockOf, maskedBlock, typedInfo, type InfoBlocks, type SplitInfo } from './credentials';
import * as store from './store';

export interface ConnectionDependencies {
  ctx: Context;
  secrets: SecretBox;
  endpoints: ProviderEndpoints;
  /** Where connections are asked that are of no provider, but of a company that is made up; null: this one is not. */
  standInFor?: (cloud: ConnectableCloud, credentials: Credentials) => Promise<Pick<Asking, 'endpoints' | 'aws'> | null>;
}

/** What somebody typed, with the secrets that were stored. */
export interface Prepared {
  cloud: ConnectableCloud;
  split: SplitInfo;
}

/** A test has to end while somebody looks at it, ms. */
const TEST_LIMIT = 45_000;
const TEST_TIMEOUT = 15_000;

/** What connects sources to their providers. Secrets are sealed in the database, opened to ask the provider, and never answered. */
export class SourceConnections {
  #awsPrincipal: Promise<string> | null = null;

  constructor(private readonly deps: ConnectionDependencies) {}

  /** ARN of the server's own identity at AWS; where it has none, or AWS does not say, why. */
  async awsPrincipal(): Promise<{ arn: string; reason: string }> {
    const { ctx, endpoints } = this.deps;
    const ask = (transport: TransportOptions): Promise<string> => awsPrincipal({ endpoints, transport, aws: ctx.config.awsIdentity });
    this.#awsPrincipal ??= this.#asked(ask);
    try {
      return { arn: await this.#awsPrincipal, reason: '' };
    } catch (error) {
      // An operator may give it one without a restart, as the role of its machine.
      this.#awsPrincipal = null;
      if (!(error instanceof ApiError)) throw error;
      return { arn: '', reason: error.userMessage };
    }
  }

  /** Tries what somebody typed, with the stored secrets of a known source where they are masked. 422 TEST_CONNECTION_FAILED with what the provider said. */
  async test(tenantId: string, cloudType: CloudType, blocks: InfoBlocks, uid: string | undefined): Promise<Tested> {
    return this.tested(await this.prepare(tenantId, cloudType, blocks, uid));
  }

  /** What somebody typed, ready to be asked with. @param uid of a known connection, whose secrets count where they are masked */
  async prepare(tenantId: string, cloudType: CloudType, blocks: InfoBlocks, uid: string | undefined): Promise<Prepared> {
    if (!isConnectable(cloudType)) {
      throw unprocessable('CLOUD_NOT_CONNECTED', `Sources of ${cloudType} cannot be connected by this release. Import a bundle instead.`);
    }
    const block = blockOf(cloudType, blocks);
    if (!block) throw unprocessable('SOURCE_FIELDS', 'Say what the source is connected with.');
    const known = uid === undefined ? null : await this.deps.ctx.db.tenant(tenantId, (tx) => findConnection(tx, tenantId, uid));
    return { cloud: cloudType, split: typedInfo(cloudType, block, known && this.#opened(known)) };
  }

  /** Tests and stores a connection of one account and makes its source, unless another connection has it already. */
  async create(tenantId: string, cloudType: CloudType, name: string, blocks: InfoBlocks): Promise<{ uid: string; warnings: string[] }> {
    if (name.trim() === '') throw unprocessable('NAME_MISSING', 'Give the source a name.');
    const prepared = await this.prepare(tenantId, cloudType, blocks, undefined);
    const { id, warnings, kind } = await this.tested(prepared);
    if (kind !== 'ACCOUNT') throw unprocessable('NOT_AN_ACCOUNT', `${id} is an organization of several accounts. Connect it as an organization.`);
    const uid = store.uidOf(tenantId, cloudType, id);
    await this.deps.ctx.db.tenant(tenantId, async (tx) => {
      const known = await store.findSource(tx, tenantId, uid);
      if (known?.connection_uid && !known.is_leaving)
        throw conflict('SOURCE_EXISTS', `${id} is connected already, as ${known.account_name}. Change that source instead.`);
      // The schedule takes it up where a crash, or an import that is under way, keeps the first pull from being queued.
      await this.#connect(tx, tenantId, prepared, { uid, accountId: id, name: name.trim(), next: new Date() });
    });
    return { uid, warnings };
  }

  /** Tests and stores what a source is connected with from now on; one that came from imports alone is connected by it. */
  async change(tenantId: string, uid: string, blocks: InfoBlocks): Promise<void> {
    const { db } = this.deps.ctx;
    const source = await db.tenant(tenantId, (tx) => store.findSource(tx, tenantId, uid));
    if (!source) throw notConnected();
    if (source.connection_uid !== null && source.connection_uid !== uid) {
      throw unprocessable('OF_AN_ORGANIZATION', `${source.account_name} is connected by its organization. Change that.`);
    }
    const prepared = await this.prepare(tenantId, source.cloud_type as CloudType, blocks, uid);
    const { id } = await this.tested(prepared);
    if (id !== source.account_id) {
      throw unprocessable('OTHER_ACCOUNT', `These credentials are of ${id}, not of ${source.account_id}. Connect ${id} as a source of its own.`);
    }
    await db.tenant(tenantId, (tx) => this.#connect(tx, tenantId, prepared, { uid, accountId: id, name: source.account_name }));
  }

  /** 422 with what the provider said where it does not let us in. */
  async tested({ cloud, split }: Prepared): Promise<Tested> {
    return this.#asked(async (transport) => (await this.#connectorOf(cloud, split, transport)).test());
  }

  async hierarchyOf({ cloud, split }: Prepared): Promise<HierarchyNode> {
    return this.#asked(async (transport) => (await this.#connectorOf(cloud, split, transport)).hierarchy());
  }

  /** As it is kept. */
  stored({ cloud, split }: Prepared, rest: Pick<StoredConnection, 'uid' | 'name' | 'organization'>): StoredConnection {
    return { ...rest, cloudType: cloud, info: split.info, sealed: this.deps.secrets.seal(JSON.stringify(split.secrets)) };
  }

  async remove(tx: Tx, tenantId: string, uid: string): Promise<void> {
    await deleteConnection(tx, tenantId, uid);
  }

  /** What connects a source or an organization, secrets masked. */
  async infoOf(tx: Tx, tenantId: string, uid: string): Promise<InfoBlocks> {
    const known = await findConnection(tx, tenantId, uid);
    return known ? maskedBlock(known.cloudType, this.#opened(known), known.organization !== null) : {};
  }

  /** Asks the provider of a source; requests end with the signal. */
  async connectorFor(tenantId: string, connectionUid: string, signal: AbortSignal): Promise<Connector> {
    const known = await this.deps.ctx.db.tenant(tenantId, (tx) => findConnection(tx, tenantId, connectionUid));
    if (!known) throw notConnected();
    return this.#connectorOf(known.cloudType, this.#opened(known), { signal });
  }

  /** Seals the secrets of all connections anew with the key that seals now. */
  reseal(tenantId: string): Promise<{ sealed: number; lost: number }> {
    const { ctx, secrets } = this.deps;
    return ctx.db.tenant(tenantId, (tx) => resealConnections(tx, tenantId, (sealed) => secrets.seal(secrets.open(sealed))));
  }

  async #connectorOf(cloud: ConnectableCloud, split: SplitInfo, transport: TransportOptions): Promise<Connector> {
    const { endpoints, ctx, standInFor } = this.deps;
    const credentials = credentialsOf(split);
    const asking = (await standInFor?.(cloud, credentials)) ?? { endpoints, aws: ctx.config.awsIdentity };
    return connectorOf(cloud, credentials, { ...asking, transport });
  }

  async #asked<T>(ask: (transport: TransportOptions) => Promise<T>): Promise<T> {
    const signal = AbortSignal.timeout(TEST_LIMIT);
    try {
      return await ask({ signal, timeout: TEST_TIMEOUT });
    } catch (error) {
      if (error instanceof ProviderError) throw unprocessable('TEST_CONNECTION_FAILED', error.message.replace(/\.?$/, '.'));
      if (signal.aborted) throw unprocessable('TEST_CONNECTION_FAILED', `The provider did not answer within ${TEST_LIMIT / 1000} s.`);
      throw error;
    }
  }

  async #connect(tx: Tx, tenantId: string, prepared: Prepared, source: { uid: string; accountId: string; name: string; next?: Date }): Promise<void> {
    await saveConnection(tx, tenantId, this.stored(prepared, { uid: source.uid, name: source.name, organization: null }));
    await connectSource(tx, tenantId, { ...source, connectionUid: source.uid, cloudType: prepared.cloud });
  }

  /** Without its secrets where the key is not the one that they were sealed with: they have to be typed anew, and everything else stays usable. */
  #opened({ uid, info, sealed }: StoredConnection): SplitInfo {
    try {
      return { info, secrets: JSON.parse(this.deps.secrets.open(sealed)) as Record<string, string> };
    } catch {
      this.deps.ctx.log.error({ source: uid }, 'the secrets of a source were sealed with another CAM_SECRET_KEY');
      return { info, secrets: {} };
    }
  }
}

function credentialsOf({ info, secrets }: SplitInfo): Credentials {
  return { ...info, ...secrets };
}

function notConnected() {
  return notFound('There is no such source any more. Reload the page.');
}
