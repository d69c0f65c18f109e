import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  isTimeZone,
  uploadSizeError,
  type Account,
  type Api,
  type CloudType,
  type SnapshotSchedule,
  type SnapshotView,
  type SourceOnboarding,
  type SourceProgress,
} from '@cam/contracts/server';
import type { Context } from '../platform/context';
import type { Tx } from '../platform/db/database';
import type { GraphService, SourceFacts } from '../graph';
import { ApiError, conflict, notFound, unprocessable } from '../platform/http/errors';
import { findConnection, organizationNames } from './connection-store';
import type { SourceConnections } from './connections';
import { ingest } from './ingest';
import { PROVIDERS } from './providers';
import { forgetCorrelation } from './correlated-sources';
import { resetSource, scheduleSources, type Scheduled } from './pull-store';
import { Pulls } from './pulls';
import { deleteRuns, listLastRuns, listRuns, type SnapshotFilter } from './run-store';
import * as store from './store';

const JOB = 'sources.import';
const REMOVAL_JOB = 'sources.remove';

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
  /** When the provider was asked; null: now. */
  takenAt: Date | null;
  content: Readable;
}

/** The accounts of a tenant, and the way of their bundles into the graph. */
export class SourcesService {
  /** The way of connected sources to a bundle. */
  readonly pulls: Pulls;

  constructor(
    private readonly ctx: Context,
    private readonly graph: GraphService,
    private readonly connections: SourceConnections,
  ) {
    this.pulls = new Pulls({
      ctx,
      connections,
      bundleFolder: (tenantId) => this.#bundlePath(tenantId, ''),
      queueImport: (tenantId, uid, bundle) => this.#queue(tenantId, uid, bundle),
    });
    ctx.jobs.define(REMOVAL_JOB, ({ tenantId }: { tenantId: string }, { signal }) => this.#removeLeaving(tenantId, signal));
    ctx.jobs.define(JOB, ({ tenantId, uid, bundle }: ImportJob, { id }) =>
      ingest({ ctx, graph }, { tenantId, uid, bundle, path: this.#bundlePath(tenantId, bundle), fileName: sentName(bundle), importId: id }),
    );
  }

  /** For the tenant's own answer, inside its transaction. */
  accountsOf(tx: Tx, tenantId: string): Promise<Account[]> {
    return store.listAccounts(tx, tenantId);
  }

  /**
   * What ids stand for that are an account's place in the graph and no account: organizations of Google Cloud, under which their folders stand. Inside the
   * caller's transaction.
   */
  async organizationsOf(tx: Tx, tenantId: string): Promise<Pick<Account, 'account_id' | 'account_name' | 'cloud_type'>[]> {
    const known = await organizationNames(tx, tenantId, 'GCP');
    return known.map(({ id, name }) => ({ account_id: id, account_name: name, cloud_type: 'GCP' }));
  }

  list(tenantId: string, cloudType: CloudType): Promise<Account[]> {
    return this.ctx.db.tenant(tenantId, (tx) => store.listAccounts(tx, tenantId, cloudType));
  }

  progress(tenantId: string): Promise<SourceProgress[]> {
    return this.ctx.db.tenant(tenantId, async (tx) => (await store.listSources(tx, tenantId)).map(store.toProgress));
  }

  /** How far each source has come on its way into the graph and the log of its use; one that is named has to exist. */
  async onboarding(tenantId: string, uid: string | undefined): Promise<SourceOnboarding[]> {
    const { sources, logs } = await this.ctx.db.tenant(tenantId, async (tx) => ({
      sources: await store.listSources(tx, tenantId),
      logs: await this.graph.logsSince(tx, tenantId),
    }));
    const wanted = sources.filter((source) => uid === undefined || source.uid === uid);
    if (uid !== undefined && wanted.length === 0)
      throw new ApiError(404, 'CALENDAR_ERROR_FAILED_TO_GET', 'There is no such source any more. Reload the page.');
    return wanted.map((source) => store.toOnboarding(source, logs.get(source.uid) ?? null));
  }

  /** Whether imports are under way: each of them ends with a snapshot of its own, or with an error. */
  async isImporting(tenantId: string): Promise<boolean> {
    const sources = await this.progress(tenantId);
    return sources.some(({ progress, current_phase_enum: phase }) => progress < 100 && !phase.endsWith('_FAILED'));
  }

  /** Keeps the upload and queues its import. The progress call tells the rest. */
  async importBundle(tenantId: string, upload: BundleUpload): Promise<{ account: Account; jobId: string }> {
    const { cloudType, accountId } = upload;
    const provider = PROVIDERS[cloudType];
    if (!provider)
      throw unprocessable(
        'CLOUD_NOT_EVALUATED',
        `Bundles of ${cloudType} cannot be evaluated by this release. It evaluates: ${Object.keys(PROVIDERS).join(', ')}.`,
      );
    const { pattern, rule } = provider.accountId;
    if (!pattern.test(accountId)) throw unprocessable('ACCOUNT_ID', `${rule}; "${accountId}" does not.`);
    const uid = store.uidOf(tenantId, cloudType, accountId);
    if (upload.takenAt) await this.#refuseOutOfOrder(tenantId, uid, upload.takenAt);
    const bundle = await this.#keep(tenantId, uid, upload);
    const previous = await this.ctx.db.tenant(tenantId, async (tx) => {
      const known = await store.findSource(tx, tenantId, uid);
      await store.queueSource(tx, tenantId, { uid, cloudType, accountId, name: upload.name, bundle, takenAt: upload.takenAt });
      return known?.bundle ?? null;
    });
    if (previous) await rm(this.#bundlePath(tenantId, previous), { recursive: true, force: true });
    return { account: await this.#account(tenantId, uid), jobId: await this.#queue(tenantId, uid, bundle) };
  }

  /**
   * Pulls sources, or all of them, anew; what is not connected is evaluated from its last bundle again. Answers with the uids of what was begun. 409 where
   * those that were named are being pulled already.
   */
  async runAgain(tenantId: string, uids: readonly string[] | undefined): Promise<string[]> {
    const sources = await this.ctx.db.tenant(tenantId, (tx) => store.listSources(tx, tenantId));
    const wanted = sources.filter((source) => (uids?.includes(source.uid) ?? true) && (source.bundle ?? source.connection_uid) !== null);
    if (uids && wanted.length === 0) throw sourceNotFound();
    const begun: string[] = [];
    for (const source of wanted) {
      if (source.connection_uid !== null) {
        if (await this.pulls.queue(tenantId, source.uid, 'ON_DEMAND')) begun.push(source.uid);
      } else if (source.bundle !== null) {
        // First the source, so that the job finds it as it is to be; a run that is at work on it is overtaken.
        await this.ctx.db.tenant(tenantId, (tx) => store.requeueSource(tx, tenantId, source.uid));
        await this.#queue(tenantId, source.uid, source.bundle);
        begun.push(source.uid);
      }
    }
    if (uids && wanted.length > 0 && begun.length === 0)
      throw conflict('CALENDAR_ERROR_FSM_ALREADY_IN_PROGRESS', 'A snapshot of this source is being taken already.');
    return begun;
  }

  /** Takes a snapshot, log included, of these accounts (of all without them), and answers with how far the log of each was. 404 where one is unknown. */
  async takeUpLogs(
    tenantId: string,
    accountIds: readonly string[] | undefined,
  ): Promise<Api['POST /v1/usage/onboardaccounts']['answer']['accounts']> {
    const all = await this.onboarding(tenantId, undefined);
    const wanted = all.filter(({ account_id: id }) => accountIds?.includes(id) ?? true);
    if (accountIds?.some((id) => !wanted.some(({ account_id: known }) => known === id))) throw sourceNotFound();
    const taken = [];
    for (const { account_id, uid, usage } of wanted) {
      const started = await this.runAgain(tenantId, [uid]).catch((error: unknown): string[] => {
        // One that is being read is taken up already, and one of which nothing was ever read has nothing to be read again.
        if (error instanceof ApiError && (error.status === 409 || error.status === 404)) return [];
        throw error;
      });
      taken.push({ account_id, uid, usage, started: started.includes(uid) });
    }
    return taken;
  }

  /** The last run of each source, or all that are kept. */
  snapshots(tenantId: string, view: SnapshotView, filter: SnapshotFilter, page: { offset: number; limit: number }) {
    const list = view === 'HISTORY' ? listRuns : listLastRuns;
    return this.ctx.db.tenant(tenantId, (tx) => list(tx, tenantId, filter, page));
  }

  /**
   * Says when snapshots of connected sources are taken: of all that are named, or of none. Answers with how it was and how it is.
   * @param schedule null: once a day
   */
  async schedule(tenantId: string, uids: readonly string[], schedule: SnapshotSchedule | null): Promise<{ before: Scheduled[]; after: Scheduled[] }> {
    if (schedule && !isTimeZone(schedule.time_zone)) throw unprocessable('TIME_ZONE', `There is no time zone ${schedule.time_zone}.`);
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const before = await scheduleSources(tx, tenantId, uids, schedule);
      if (before) return { before, after: before.map((source) => ({ ...source, schedule })) };
      throw unprocessable('NOT_CONNECTED', 'Snapshots are taken by themselves of connected sources alone. Reload the page.');
    });
  }

  /** Ends whatever is under way for a source. */
  async reset(tenantId: string, uid: string): Promise<void> {
    if (!(await this.ctx.db.tenant(tenantId, (tx) => resetSource(tx, tenantId, uid)))) throw sourceNotFound();
    this.ctx.events.publish({ tenantId, kind: 'snapshot' });
  }

  /** Queues the imports of sources that wait for one: a crash may have come between saving a source and queueing its import. */
  async resume(tenantId: string): Promise<void> {
    const sources = await this.ctx.db.tenant(tenantId, (tx) => store.listSources(tx, tenantId));
    for (const { uid, bundle, phase, pull_id: pullId } of sources) {
      if (phase === 'PHASE_QUEUED' && bundle !== null && pullId === null) await this.#queue(tenantId, uid, bundle);
    }
    await this.pulls.resume(tenantId);
    await this.#queueRemoval(tenantId);
  }

  /** One source, with what connects it; secrets are masked. */
  async read(tenantId: string, uid: string): Promise<Account> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const source = await store.findSource(tx, tenantId, uid);
      if (!source) throw sourceNotFound();
      return { ...store.toAccount(source), ...(await this.connections.infoOf(tx, tenantId, uid)) };
    });
  }

  async rename(tenantId: string, uid: string, name: string): Promise<Account> {
    if (name.trim() === '') throw unprocessable('NAME_MISSING', 'Give the source a name.');
    const known = await this.ctx.db.tenant(tenantId, (tx) => store.renameSource(tx, tenantId, uid, name.trim()));
    if (!known) throw sourceNotFound();
    return this.#account(tenantId, uid);
  }

  /** Deletes a source with everything that came from it. */
  async remove(tenantId: string, uid: string, cloudType: CloudType): Promise<void> {
    if (!(await this.#remove(tenantId, uid, (source) => source.cloud_type === cloudType))) throw sourceNotFound();
  }

  /** False where there is no such source (any more). */
  async #remove(tenantId: string, uid: string, isMeant: (source: store.StoredSource) => boolean): Promise<boolean> {
    const removed = await this.ctx.db.tenant(tenantId, async (tx) => {
      const source = await store.findSource(tx, tenantId, uid);
      if (!source || !isMeant(source)) return null;
      // First the source: an import that is at work on it finds it gone, and publishes nothing.
      await store.deleteSource(tx, tenantId, uid);
      await this.connections.remove(tx, tenantId, uid);
      await forgetCorrelation(tx, tenantId, uid);
      await deleteRuns(tx, tenantId, uid);
      const { account_id: accountId, cloud_type: cloudType } = source;
      await this.graph.removeSource(tx, tenantId, { sourceUid: uid, cloudType: cloudType as SourceFacts['cloudType'], accountId });
      return source;
    });
    if (!removed) return false;
    const { bundle } = removed;
    await this.graph.followRemoval(tenantId);
    if (bundle) await rm(this.#bundlePath(tenantId, bundle), { recursive: true, force: true });
    await this.pulls.forget(tenantId, uid);
    this.ctx.events.publish({ tenantId, kind: 'snapshot' });
    return true;
  }

  /**
   * Deletes sources with everything that came from them, in a job: of a large organization that takes minutes. At once they are listed nowhere, and nothing of
   * them is pulled any more.
   */
  async removeLater(tenantId: string, uids: readonly string[]): Promise<void> {
    if (uids.length === 0) return;
    await this.ctx.db.tenant(tenantId, (tx) => store.markLeaving(tx, tenantId, uids));
    this.ctx.events.publish({ tenantId, kind: 'snapshot' });
    await this.#queueRemoval(tenantId);
  }

  async #queueRemoval(tenantId: string): Promise<void> {
    const [leaving] = await this.ctx.db.tenant(tenantId, (tx) => store.listLeaving(tx, tenantId));
    if (leaving) await this.ctx.jobs.enqueue(REMOVAL_JOB, { tenantId }, { onceFor: tenantId });
  }

  /** One after another, each by itself: what a crash cuts off goes on with those that are left. */
  async #removeLeaving(tenantId: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const [source] = await this.ctx.db.tenant(tenantId, (tx) => store.listLeaving(tx, tenantId));
      if (!source) return;
      // It may be wanted again since.
      await this.#remove(tenantId, source.uid, (found) => found.is_leaving);
    }
  }

  /** Removes what a delete that was cut off has left of a source or an organization. 409 where it is still there. */
  async cleanUp(tenantId: string, id: string): Promise<void> {
    const isThere = await this.ctx.db.tenant(
      tenantId,
      async (tx) => (await store.findSource(tx, tenantId, id)) !== undefined || (await findConnection(tx, tenantId, id)) !== null,
    );
    if (isThere) throw conflict('CALENDAR_ERROR_FAILED_TO_DELETE', 'This source is still there. Delete it first.');
    await this.graph.resume(tenantId);
    await this.pulls.forget(tenantId, id);
    const folder = this.#bundlePath(tenantId, '');
    const bundles = await readdir(folder).catch(() => []);
    for (const bundle of bundles.filter((name) => name.startsWith(`${id}.`))) await rm(join(folder, bundle), { recursive: true, force: true });
  }

  /** The history of a source is written forwards only. */
  async #refuseOutOfOrder(tenantId: string, uid: string, takenAt: Date): Promise<void> {
    if (!(takenAt.getTime() <= Date.now())) throw unprocessable('TAKEN_LATER', 'taken_at must be a point in time that is over. Check it.');
    const known = await this.ctx.db.tenant(tenantId, (tx) => store.findSource(tx, tenantId, uid));
    const last = known?.last_snapshot_at ? new Date(known.last_snapshot_at) : null;
    if (last && takenAt < last)
      throw unprocessable(
        'TAKEN_EARLIER',
        `The source has a snapshot of ${last.toISOString()} already. Import older bundles first, in the order of their days.`,
      );
  }

  /** Writes an upload to the data folder, under a name of its own; a broken one leaves nothing behind. */
  async #keep(tenantId: string, uid: string, { content, fileName }: BundleUpload): Promise<string> {
    const bundle = `${uid}.${randomUUID()}.${(fileName ?? 'bundle').replace(/[^a-zA-Z0-9._-]/g, '_').slice(-80)}`;
    const path = this.#bundlePath(tenantId, bundle);
    await mkdir(dirname(path), { recursive: true });
    try {
      await pipeline(content, refuseTooLarge, createWriteStream(path, { mode: 0o600 }));
      if ((await stat(path)).size === 0) throw unprocessable('BUNDLE_EMPTY', 'Nothing was sent. Send a zip, or one JSON file.');
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return bundle;
  }

  /** A bundle waits once, however often it is queued. Answers with the id of the job that will import it, or with the bundle where one waits. */
  async #queue(tenantId: string, uid: string, bundle: string): Promise<string> {
    return (await this.ctx.jobs.enqueue(JOB, { tenantId, uid, bundle }, { onceFor: bundle })) ?? bundle;
  }

  async #account(tenantId: string, uid: string): Promise<Account> {
    const source = await this.ctx.db.tenant(tenantId, (tx) => store.findSource(tx, tenantId, uid));
    if (!source) throw sourceNotFound();
    return store.toAccount(source);
  }

  #bundlePath(tenantId: string, bundle: string): string {
    return join(this.ctx.config.dataDir, 'bundles', folderOf(tenantId), bundle);
  }
}

/** Ends an upload that would not be evaluated as soon as that is known. 422 */
async function* refuseTooLarge(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  let isPacked: boolean | null = null;
  for await (const chunk of source) {
    // Of a zip, and of gzip.
    isPacked ??= ['PK', '\x1f\x8b'].includes(chunk.toString('latin1', 0, 2));
    bytes += chunk.length;
    const error = uploadSizeError(bytes, isPacked);
    if (error) throw unprocessable('BUNDLE_TOO_LARGE', error);
    yield chunk;
  }
}

/** The name that a kept bundle was sent under, behind what makes it unique. */
function sentName(bundle: string): string {
  return bundle.split('.').slice(2).join('.');
}

/** Tenant ids of an outside identity platform may hold anything: no character of a path gets into one. */
function folderOf(tenantId: string): string {
  return tenantId.replace(/[^a-zA-Z0-9_-]/g, (character) => `%${character.codePointAt(0)?.toString(16)}`);
}

function sourceNotFound(): ApiError {
  return notFound('There is no such source any more. Reload the page.');
}
