import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Account, CloudType, SourceProgress } from '@cam/contracts/server';
import type { Context } from '../context';
import type { Tx } from '../db/database';
import type { GraphService } from '../graph/service';
import type { Catalogue } from '../graph/catalogue/catalogue';
import { notFound, unprocessable } from '../http/errors';
import { ingest } from './ingest';
import * as store from './store';

const JOB = 'sources.import';

/** Cloud types whose bundles can be evaluated. */
const EVALUATED: readonly CloudType[] = ['AWS'];

interface ImportJob {
  tenantId: string;
  uid: string;
  bundle: string;
  [key: string]: unknown;
}

export interface BundleUpload {
  cloudType: CloudType;
  accountId: string;
  name: string | undefined;
  fileName: string | undefined;
  content: Readable;
}

/** The accounts of a tenant, and the way of their bundles into the graph. */
export class SourcesService {
  constructor(
    private readonly ctx: Context,
    private readonly graph: GraphService,
    catalogue: Catalogue,
  ) {
    ctx.jobs.define(JOB, ({ tenantId, uid, bundle }: ImportJob) => ingest(ctx, graph, catalogue, tenantId, uid, this.#bundlePath(tenantId, bundle)));
  }

  /** For the tenant's own answer, inside its transaction. */
  async accountsOf(tx: Tx, tenantId: string): Promise<Account[]> {
    return (await store.listSources(tx, tenantId)).map(store.toAccount);
  }

  list(tenantId: string, cloudType: CloudType): Promise<Account[]> {
    return this.ctx.db.tenant(tenantId, async (tx) => (await store.listSources(tx, tenantId, cloudType)).map(store.toAccount));
  }

  progress(tenantId: string): Promise<SourceProgress[]> {
    return this.ctx.db.tenant(tenantId, async (tx) => (await store.listSources(tx, tenantId)).map(store.toProgress));
  }

  /** Keeps the upload and queues its import. The progress call tells the rest. */
  async importBundle(tenantId: string, upload: BundleUpload): Promise<{ account: Account; jobId: string }> {
    const { cloudType, accountId } = upload;
    if (!EVALUATED.includes(cloudType))
      throw unprocessable(
        'CLOUD_NOT_EVALUATED',
        `Bundles of ${cloudType} cannot be evaluated by this release. It evaluates: ${EVALUATED.join(', ')}.`,
      );
    if (!/^\d{12}$/.test(accountId)) throw unprocessable('ACCOUNT_ID', `An AWS account id has 12 digits; "${accountId}" does not.`);
    const uid = store.uidOf(tenantId, cloudType, accountId);
    const bundle = `${uid}-${randomUUID()}${upload.fileName ? `-${upload.fileName.replace(/[^a-zA-Z0-9._-]/g, '_').slice(-80)}` : '.zip'}`;
    const path = this.#bundlePath(tenantId, bundle);
    await mkdir(join(path, '..'), { recursive: true });
    await pipeline(upload.content, createWriteStream(path, { mode: 0o600 }));
    const previous = await this.ctx.db.tenant(tenantId, async (tx) => {
      const known = await store.findSource(tx, tenantId, uid);
      await store.queueSource(tx, tenantId, { uid, cloudType, accountId, name: upload.name, bundle });
      return known?.bundle ?? null;
    });
    if (previous) await rm(this.#bundlePath(tenantId, previous), { force: true });
    const jobId = await this.ctx.jobs.enqueue(JOB, { tenantId, uid, bundle });
    return { account: await this.#account(tenantId, uid), jobId };
  }

  /** Evaluates the last bundle of one source, or of all, again. Answers with their uids. */
  async runAgain(tenantId: string, uid: string | undefined): Promise<string[]> {
    const sources = await this.ctx.db.tenant(tenantId, (tx) => store.listSources(tx, tenantId));
    const wanted = sources.filter((source) => source.bundle !== null && (uid === undefined || source.uid === uid));
    if (uid !== undefined && wanted.length === 0) throw notFound('There is no such source any more. Reload the page.');
    for (const source of wanted) await this.ctx.jobs.enqueue(JOB, { tenantId, uid: source.uid, bundle: source.bundle }, { onceFor: source.uid });
    return wanted.map((source) => source.uid);
  }

  async rename(tenantId: string, uid: string, name: string): Promise<Account> {
    const known = await this.ctx.db.tenant(tenantId, (tx) => store.changeSource(tx, tenantId, uid, { account_name: name }));
    if (!known) throw notFound('There is no such source any more. Reload the page.');
    return this.#account(tenantId, uid);
  }

  /** Deletes a source with everything that came from it. */
  async remove(tenantId: string, uid: string): Promise<void> {
    const bundle = await this.ctx.db.tenant(tenantId, async (tx) => {
      const source = await store.findSource(tx, tenantId, uid);
      if (!source) throw notFound('There is no such source any more. Reload the page.');
      await this.graph.removeSource(tx, tenantId, uid);
      await store.deleteSource(tx, tenantId, uid);
      return source.bundle;
    });
    if (bundle) await rm(this.#bundlePath(tenantId, bundle), { force: true });
    this.ctx.events.publish({ tenantId, kind: 'snapshot' });
  }

  async #account(tenantId: string, uid: string): Promise<Account> {
    const source = await this.ctx.db.tenant(tenantId, (tx) => store.findSource(tx, tenantId, uid));
    if (!source) throw notFound('There is no such source any more. Reload the page.');
    return store.toAccount(source);
  }

  #bundlePath(tenantId: string, bundle: string): string {
    return join(this.ctx.config.dataDir, 'bundles', tenantId, bundle);
  }
}
