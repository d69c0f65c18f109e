import type { Readable } from 'node:stream';
import {
  isTimeZone,
  type Account,
  type Api,
  type ChangeEdit,
  type CloudType,
  type SnapshotSchedule,
  type SnapshotView,
  type SourceOnboarding,
  type SourceProgress,
} from '@cam/contracts/server';
import type { Context } from '../platform/context';
import { currentAccountLimit } from '../platform/db/account-limit';
import type { Tx } from '../platform/db/database';
import type { GraphService } from '../graph';
import { ApiError, conflict, notFound, unprocessable } from '../platform/http/errors';
import { BundleReader } from './bundles/bundle-reader';
import { BundleStore, uploadName } from './bundles/bundle-store';
import { findConnection, organizationNames } from './connection-store';
import type { SourceConnections } from './connections';
import { readEditedBundle, type EditedSource } from './edited-bundle';
import { FactChecks } from './fact-checks';
import { giveUp, ingest, type ImportTask } from './ingest';
import { PROVIDERS } from './providers';
import { resetSource, scheduleSources, type Scheduled } from './pull-store';
import { Pulls } from './pulls';
import { listLastRuns, listRuns, type SnapshotFilter } from './run-store';
import { SourceRemoval } from './source-removal';
import * as store from './store';

const JOB = 'sources.import';

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
  /** When the bundle was exported from the provider. Null means now. */
  takenAt: Date | null;
  content: Readable;
}

/** The accounts of a tenant, and the import of their bundles. */
export class SourcesService {
  /** Pulls connected sources into bundles. */
  readonly pulls: Pulls;

  /** Deletes sources. */
  readonly removal: SourceRemoval;

  /** Compares stored facts with imports. */
  readonly factChecks: FactChecks;

  readonly #bundles: BundleStore;
  readonly #reader: BundleReader;

  constructor(
    private readonly ctx: Context,
    private readonly graph: GraphService,
    private readonly connections: SourceConnections,
    /** The file of bundles/bundle-worker.ts. */
    bundleWorker: URL,
  ) {
    const bundles = new BundleStore(ctx.storage, ctx.config.uploadQuota);
    this.#bundles = bundles;
    this.pulls = new Pulls({
      ctx,
      connections,
      bundles,
      queueImport: (tenantId, uid, bundle) => this.#queue(tenantId, uid, bundle),
    });
    this.removal = new SourceRemoval({ ctx, graph, connections, bundles, pulls: this.pulls });
    this.factChecks = new FactChecks(ctx, { graph, isSettling: (tenantId) => this.isSettling(tenantId) });
    const taskOf = ({ tenantId, uid, bundle }: ImportJob, id: string): ImportTask => {
      return { tenantId, uid, bundle, fileName: uploadName(bundle), importId: id };
    };
    this.#reader = new BundleReader(bundleWorker);
    const dependencies = { ctx, graph, bundles, reader: this.#reader };
    const importAndFollow = async (job: ImportJob, { id }: { id: string }): Promise<void> => {
      await ingest(dependencies, taskOf(job, id));
      // A pull that was requested during this run follows it at once.
      await this.pulls.queueDue(job.tenantId);
    };
    ctx.jobs.define(JOB, importAndFollow, {
      // Imports read their bundles while the graph of others is built, and those that then wait are built together.
      atOnce: 20,
      ofTenant: 17,
      lost: (job, id) => giveUp(ctx, taskOf(job, id)),
    });
  }

  /** Returns the accounts of a tenant, in the caller's transaction. */
  accountsOf(tx: Tx, tenantId: string): Promise<Account[]> {
    return store.listAccounts(tx, tenantId);
  }

  /**
   * Returns the organizations of Google Cloud in the form of accounts. Entities can have the organization in place of an account, because folders
   * belong to it. A caller who is limited to accounts has none of them. Runs in the caller's transaction.
   */
  async organizationsOf(tx: Tx, tenantId: string): Promise<Pick<Account, 'account_id' | 'account_name' | 'cloud_type'>[]> {
    if (currentAccountLimit() !== null) return [];
    const known = await organizationNames(tx, tenantId, 'GCP');
    return known.map(({ id, name }) => ({ account_id: id, account_name: name, cloud_type: 'GCP' }));
  }

  list(tenantId: string, cloudType: CloudType): Promise<Account[]> {
    return this.ctx.db.tenant(tenantId, (tx) => store.listAccounts(tx, tenantId, cloudType));
  }

  progress(tenantId: string): Promise<SourceProgress[]> {
    return this.ctx.db.tenant(tenantId, async (tx) => (await store.listSources(tx, tenantId)).map(store.toProgress));
  }

  /** Returns the onboarding state of each source and of its usage log. Throws 404 if the named source does not exist. */
  async onboarding(tenantId: string, uid: string | undefined): Promise<SourceOnboarding[]> {
    const { sources, logs } = await this.ctx.db.tenant(tenantId, async (tx) => ({
      sources: await store.listSources(tx, tenantId),
      logs: await this.graph.logsSince(tx, tenantId),
    }));
    const wanted = sources.filter((source) => uid === undefined || source.uid === uid);
    if (uid !== undefined && wanted.length === 0)
      throw new ApiError(404, 'CALENDAR_ERROR_FAILED_TO_GET', 'This source no longer exists. Reload the page.');
    return wanted.map((source) => store.toOnboarding(source, logs.get(source.uid) ?? null));
  }

  /**
   * Returns whether the graph of a tenant is about to change: an import or a pull is in progress, or accounts wait to be evaluated again because others
   * changed. Each ends with an event or an error.
   */
  async isSettling(tenantId: string): Promise<boolean> {
    const sources = await this.progress(tenantId);
    const isImporting = sources.some(({ progress, current_phase_enum: phase }) => progress < 100 && !phase.endsWith('_FAILED'));
    return isImporting || this.graph.isDue(tenantId);
  }

  /** Stores an upload and queues its import. The progress call reports the rest. */
  async importBundle(tenantId: string, upload: BundleUpload): Promise<{ account: Account; jobId: string }> {
    const { cloudType, accountId } = upload;
    const provider = PROVIDERS[cloudType];
    if (!provider)
      throw unprocessable(
        'CLOUD_NOT_EVALUATED',
        `This release cannot evaluate bundles of type ${cloudType}. It supports: ${Object.keys(PROVIDERS).join(', ')}.`,
      );
    const { pattern, rule } = provider.accountId;
    if (!pattern.test(accountId)) throw unprocessable('ACCOUNT_ID', `${rule}; "${accountId}" does not.`);
    const uid = store.uidOf(tenantId, cloudType, accountId);
    if (upload.takenAt) await this.#refuseOutOfOrder(tenantId, uid, upload.takenAt);
    const bundle = await this.#bundles.store(tenantId, uid, upload.content, upload.fileName);
    const previous = await this.ctx.db.tenant(tenantId, async (tx) => {
      const known = await store.findSource(tx, tenantId, uid);
      await store.deleteNeverImported(tx, tenantId);
      await store.queueSource(tx, tenantId, { uid, cloudType, accountId, name: upload.name, bundle, takenAt: upload.takenAt });
      return known?.bundle ?? null;
    });
    const jobId = await this.#queue(tenantId, uid, bundle);
    // The new bundle is there and queued: a former one that stays is no reason to tell the user of a failure.
    if (previous)
      await this.#bundles
        .remove(tenantId, previous)
        .catch((err: unknown) => this.ctx.log.warn({ err, tenantId, previous }, 'a former bundle could not be deleted'));
    return { account: await this.#account(tenantId, uid), jobId };
  }

  /**
   * Runs sources again: pulls connected ones, and evaluates the last bundle of the others.
   * @param uids undefined for all sources
   * @returns the uids of the started runs
   * @throws ApiError 404 if no named source can run; 409 if all named sources are already being pulled
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
        // The source changes before the job is queued, so that the job finds its new state. A running import is replaced.
        await this.ctx.db.tenant(tenantId, (tx) => store.requeueSource(tx, tenantId, source.uid));
        await this.#queue(tenantId, source.uid, source.bundle);
        begun.push(source.uid);
      }
    }
    if (uids && wanted.length > 0 && begun.length === 0)
      throw conflict(
        'CALENDAR_ERROR_FSM_ALREADY_IN_PROGRESS',
        'A snapshot of this source is already in progress. Wait until it ends, or reset the source.',
      );
    return begun;
  }

  /** Pulls connected sources. The pulls read everything after this call, and follow runs that are in progress. */
  async pullAnew(tenantId: string, uids: readonly string[]): Promise<void> {
    for (const uid of uids) await this.pulls.queueAnew(tenantId, uid);
  }

  /** Returns how the last run of each source went, in the caller's transaction. */
  runStates(tx: Tx, tenantId: string): Promise<store.RunState[]> {
    return store.listRunStates(tx, tenantId);
  }

  /**
   * Takes a snapshot, log included, of the given accounts, or of all.
   * @returns the state of each account's log before this call
   * @throws ApiError 404 if an account is unknown
   */
  async onboardLogs(
    tenantId: string,
    accountIds: readonly string[] | undefined,
  ): Promise<Api['POST /v1/usage/onboardaccounts']['answer']['accounts']> {
    const all = await this.onboarding(tenantId, undefined);
    const wanted = all.filter(({ account_id: id }) => accountIds?.includes(id) ?? true);
    if (accountIds?.some((id) => !wanted.some(({ account_id: known }) => known === id))) throw sourceNotFound();
    const taken = [];
    for (const { account_id, uid, usage } of wanted) {
      const started = await this.runAgain(tenantId, [uid]).catch((error: unknown): string[] => {
        // 409: the source is already being read. 404: it has neither a bundle nor a connection, so there is nothing to read.
        if (error instanceof ApiError && (error.status === 409 || error.status === 404)) return [];
        throw error;
      });
      taken.push({ account_id, uid, usage, started: started.includes(uid) });
    }
    return taken;
  }

  /**
   * Reads the stored bundle of a source again, with changes.
   * @throws ApiError 404 for an unknown source; 409 if its bundle is not the one of the published graph; 422 for an edit that cannot be made
   */
  async readEdited(tenantId: string, uid: string, edits: readonly ChangeEdit[]): Promise<EditedSource> {
    const source = await this.ctx.db.tenant(tenantId, (tx) => store.findSource(tx, tenantId, uid));
    if (!source) throw sourceNotFound();
    return readEditedBundle({ bundles: this.#bundles, reader: this.#reader }, tenantId, source, edits);
  }

  /** Returns whether a bundle is still the one of the source's last import. Runs in the caller's transaction. */
  async isCurrentBundle(tx: Tx, tenantId: string, uid: string, bundle: string): Promise<boolean> {
    const source = await store.findSource(tx, tenantId, uid);
    return source?.bundle === bundle && source.phase === 'PHASE_DONE';
  }

  /** Returns the last run of each source, or the whole stored history. */
  snapshots(tenantId: string, view: SnapshotView, filter: SnapshotFilter, page: { offset: number; limit: number }) {
    const list = view === 'HISTORY' ? listRuns : listLastRuns;
    return this.ctx.db.tenant(tenantId, (tx) => list(tx, tenantId, filter, page));
  }

  /**
   * Sets the schedule of connected sources: of all named sources, or of none.
   * @param schedule null for once a day
   * @returns the schedules before and after
   */
  async schedule(tenantId: string, uids: readonly string[], schedule: SnapshotSchedule | null): Promise<{ before: Scheduled[]; after: Scheduled[] }> {
    if (schedule && !isTimeZone(schedule.time_zone))
      throw unprocessable('TIME_ZONE', `Unknown time zone ${schedule.time_zone}. Use an IANA name such as Europe/Berlin.`);
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const before = await scheduleSources(tx, tenantId, uids, schedule);
      if (before) return { before, after: before.map((source) => ({ ...source, schedule })) };
      throw unprocessable('NOT_CONNECTED', 'Only connected sources have a schedule. Reload the page.');
    });
  }

  /** Ends the current run of a source. */
  async reset(tenantId: string, uid: string): Promise<void> {
    if (!(await this.ctx.db.tenant(tenantId, (tx) => resetSource(tx, tenantId, uid)))) throw sourceNotFound();
    await this.graph.resume(tenantId);
    this.ctx.events.publish({ tenantId, kind: 'snapshot' });
    await this.pulls.queueDue(tenantId);
  }

  /** Queues waiting imports again, because a crash can come between storing a source and queueing its import. */
  async resume(tenantId: string): Promise<void> {
    const sources = await this.ctx.db.tenant(tenantId, (tx) => store.listSources(tx, tenantId));
    for (const { uid, bundle, phase, pull_id: pullId } of sources) {
      if (phase === 'PHASE_QUEUED' && bundle !== null && pullId === null) await this.#queue(tenantId, uid, bundle);
    }
    await this.pulls.resume(tenantId);
    await this.removal.resume(tenantId);
  }

  /** Returns one source with its connection details; secrets are masked. */
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

  /** Deletes a source with its graph, history and files. */
  async remove(tenantId: string, uid: string, cloudType: CloudType): Promise<void> {
    if (!(await this.removal.remove(tenantId, uid, (source) => source.cloud_type === cloudType))) throw sourceNotFound();
  }

  /**
   * Deletes the leftovers of an interrupted delete of a source or an organization.
   * @throws ApiError 409 if it still exists
   */
  async cleanUp(tenantId: string, id: string): Promise<void> {
    const isThere = await this.ctx.db.tenant(
      tenantId,
      async (tx) => (await store.findSource(tx, tenantId, id)) !== undefined || (await findConnection(tx, tenantId, id)) !== null,
    );
    if (isThere) throw conflict('CALENDAR_ERROR_FAILED_TO_DELETE', 'This source still exists. Delete it first.');
    await this.graph.resume(tenantId);
    await this.pulls.discardStaging(tenantId, id);
    await this.#bundles.removeAllOf(tenantId, id);
  }

  /** Refuses a bundle that is older than the last snapshot, because a history only grows forwards. */
  async #refuseOutOfOrder(tenantId: string, uid: string, takenAt: Date): Promise<void> {
    if (!(takenAt.getTime() <= Date.now())) throw unprocessable('TAKEN_LATER', 'taken_at is in the future. Enter a past date and time.');
    const known = await this.ctx.db.tenant(tenantId, (tx) => store.findSource(tx, tenantId, uid));
    const last = known?.last_snapshot_at ? new Date(known.last_snapshot_at) : null;
    if (last && takenAt < last)
      throw unprocessable(
        'TAKEN_EARLIER',
        `The source already has a snapshot of ${last.toISOString()}. Import older bundles first, in chronological order.`,
      );
  }

  /** Queues the import of a bundle once. Returns the job id, or the bundle name if a job already waits. */
  async #queue(tenantId: string, uid: string, bundle: string): Promise<string> {
    return (await this.ctx.jobs.enqueue(JOB, { tenantId, uid, bundle }, { singletonKey: bundle })) ?? bundle;
  }

  async #account(tenantId: string, uid: string): Promise<Account> {
    const source = await this.ctx.db.tenant(tenantId, (tx) => store.findSource(tx, tenantId, uid));
    if (!source) throw sourceNotFound();
    return store.toAccount(source);
  }
}

function sourceNotFound(): ApiError {
  return notFound('This source no longer exists. Reload the page.');
}
