import { isConnectable, type Account, type CloudType, type ConnectableCloud, type SourceInfo } from '@cam/contracts/server';
import type { Connector, Tested } from '../connectors/connector';
import { connectorOf } from '../connectors/connectors';
import type { ProviderEndpoints } from '../connectors/endpoints';
import { ProviderError } from '../connectors/http/provider-error';
import type { Context } from '../context';
import type { Tx } from '../db/database';
import { conflict, notFound, unprocessable } from '../http/errors';
import type { SecretBox } from '../security/secret-box';
import { connectSource, deleteConnection, findConnection, saveConnection, type StoredConnection } from './connection-store';
import { blockOf, maskedBlock, typedInfo, type InfoBlocks, type SplitInfo } from './credentials';
import * as store from './store';

export interface ConnectionDependencies {
  ctx: Context;
  secrets: SecretBox;
  endpoints: ProviderEndpoints;
}

/** A test has to end while somebody looks at it, ms. */
const TEST_LIMIT = 45_000;
const TEST_TIMEOUT = 15_000;

/** What connects sources to their providers. Secrets are sealed in the database, opened to ask the provider, and never answered. */
export class SourceConnections {
  constructor(private readonly deps: ConnectionDependencies) {}

  /** Tries what somebody typed, with the stored secrets of a known source where they are masked. 422 TEST_CONNECTION_FAILED with what the provider said. */
  async test(tenantId: string, cloudType: CloudType, blocks: InfoBlocks, uid: string | undefined): Promise<Tested> {
    const cloud = this.#cloud(cloudType);
    const known = uid === undefined ? null : await this.deps.ctx.db.tenant(tenantId, (tx) => findConnection(tx, tenantId, uid));
    if (uid !== undefined && !known) throw notConnected();
    return this.#tested(cloud, typedInfo(cloud, this.#block(cloud, blocks), known && this.#opened(known)));
  }

  /** Tests and stores a connection and makes its source, unless another connection has it already. */
  async create(tenantId: string, cloudType: CloudType, name: string, blocks: InfoBlocks): Promise<{ uid: string; warnings: string[] }> {
    const cloud = this.#cloud(cloudType);
    if (name.trim() === '') throw unprocessable('NAME_MISSING', 'Give the source a name.');
    const split = typedInfo(cloud, this.#block(cloud, blocks), null);
    const { id, warnings } = await this.#tested(cloud, split);
    const uid = store.uidOf(tenantId, cloud, id);
    await this.deps.ctx.db.tenant(tenantId, async (tx) => {
      const known = await store.findSource(tx, tenantId, uid);
      if (known?.connection_uid) throw conflict('SOURCE_EXISTS', `${id} is connected already, as ${known.account_name}. Change that source instead.`);
      await saveConnection(tx, tenantId, { uid, cloudType: cloud, info: split.info, sealed: this.#sealed(split) });
      await connectSource(tx, tenantId, { uid, connectionUid: uid, cloudType: cloud, accountId: id, name: name.trim() });
    });
    return { uid, warnings };
  }

  /** Tests and stores what a source is connected with from now on; one that came from imports alone is connected by it. */
  async change(tenantId: string, uid: string, blocks: InfoBlocks): Promise<void> {
    const { db } = this.deps.ctx;
    const { source, known } = await db.tenant(tenantId, async (tx) => ({
      source: await store.findSource(tx, tenantId, uid),
      known: await findConnection(tx, tenantId, uid),
    }));
    if (!source) throw notConnected();
    const cloud = this.#cloud(source.cloud_type as CloudType);
    const split = typedInfo(cloud, this.#block(cloud, blocks), known && this.#opened(known));
    const { id } = await this.#tested(cloud, split);
    if (id !== source.account_id) {
      throw unprocessable('OTHER_ACCOUNT', `These credentials are of ${id}, not of ${source.account_id}. Connect ${id} as a source of its own.`);
    }
    await db.tenant(tenantId, async (tx) => {
      await saveConnection(tx, tenantId, { uid, cloudType: cloud, info: split.info, sealed: this.#sealed(split) });
      await connectSource(tx, tenantId, { uid, connectionUid: uid, cloudType: cloud, accountId: id, name: source.account_name });
    });
  }

  async remove(tx: Tx, tenantId: string, uid: string): Promise<void> {
    await deleteConnection(tx, tenantId, uid);
  }

  /** The account with what connects it, secrets masked. */
  async withInfo(tx: Tx, tenantId: string, account: Account): Promise<Account> {
    const known = await findConnection(tx, tenantId, account.uid);
    return known ? { ...account, ...maskedBlock(known.cloudType, this.#opened(known)) } : account;
  }

  /** Asks the provider of a source; requests end with the signal. */
  async connectorFor(tenantId: string, connectionUid: string, signal: AbortSignal): Promise<Connector> {
    const known = await this.deps.ctx.db.tenant(tenantId, (tx) => findConnection(tx, tenantId, connectionUid));
    if (!known) throw notConnected();
    const { info, secrets } = this.#opened(known);
    return connectorOf(known.cloudType, { ...info, ...secrets }, { endpoints: this.deps.endpoints, transport: { signal } });
  }

  async #tested(cloud: ConnectableCloud, { info, secrets }: SplitInfo): Promise<Tested> {
    const signal = AbortSignal.timeout(TEST_LIMIT);
    const asking = { endpoints: this.deps.endpoints, transport: { signal, timeout: TEST_TIMEOUT } };
    try {
      return await connectorOf(cloud, { ...info, ...secrets }, asking).test();
    } catch (error) {
      if (error instanceof ProviderError) throw unprocessable('TEST_CONNECTION_FAILED', error.message.replace(/\.?$/, '.'));
      if (signal.aborted) throw unprocessable('TEST_CONNECTION_FAILED', `The provider did not answer within ${TEST_LIMIT / 1000} s.`);
      throw error;
    }
  }

  #cloud(cloudType: CloudType): ConnectableCloud {
    if (isConnectable(cloudType)) return cloudType;
    throw unprocessable('CLOUD_NOT_CONNECTED', `Sources of ${cloudType} cannot be connected by this release. Import a bundle instead.`);
  }

  #block(cloud: ConnectableCloud, blocks: InfoBlocks): SourceInfo {
    const block = blockOf(cloud, blocks);
    if (!block) throw unprocessable('SOURCE_FIELDS', 'Say what the source is connected with.');
    return block;
  }

  #sealed({ secrets }: SplitInfo): Buffer {
    return this.deps.secrets.seal(JSON.stringify(secrets));
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

function notConnected() {
  return notFound('There is no such source any more. Reload the page.');
}
