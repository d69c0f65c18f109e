import { randomUUID } from 'node:crypto';
import type { Phase, RunTrigger } from '@cam/contracts/server';
import { ProviderError } from './connectors/http/provider-error';
import { Notices } from './connectors/notices';
import { Pull, type PullOutcome, type PullPhase } from './connectors/pull';
import { Staging } from './connectors/staging';
import type { Context } from '../platform/context';
import type { ObjectStorage } from '../platform/storage';
import type { Warning } from '../graph';
import { ServiceUnavailable } from '../platform/service-unavailable';
import { ApiError } from '../platform/http/errors';
import { withLinkedAbort } from '../platform/async/linked-abort';
import type { BundleStore } from './bundles/bundle-store';
import type { SourceConnections } from './connections';
import { messagesOf } from './messages';
import { beginStaging, changePull, duePulls, failPull, completePull, queuePull, requestPull, type PullKey } from './pull-store';
import * as store from './store';

const JOB = 'sources.pull';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Wait after a failed pull, unless the schedule is earlier. In ms. */
const AFTER_FAILURE = 60 * MINUTE;

/** Longest time for which a pull resumes an earlier staging area, ms. After that, the bundle would mix two points in time. */
const STAGED_FOR = 6 * 60 * MINUTE;

/** Log window of the first pull, ms. Equals the longest window of any evaluation. */
const LOG_WINDOW = 90 * DAY;

/** Time limit of a pull, in seconds. Pulls of large accounts take hours. */
const LONGEST_PULL = 6 * 60 * 60;

/** Progress at the start of each phase, 0 to 100, and the progress at which the import takes over. */
const BEGINS: Record<PullPhase, number> = { PHASE_PULL_IDENTITIES: 2, PHASE_PULL_RESOURCES: 25, PHASE_PULL_USAGE: 45 };
export const PULL_END = 60;

interface PullTask {
  tenantId: string;
  uid: string;
  pullId: string;
  [key: string]: unknown;
}

export interface PullDependencies {
  ctx: Context;
  connections: SourceConnections;
  bundles: BundleStore;
  /** Queues the import of a stored bundle. */
  queueImport: (tenantId: string, uid: string, bundle: string) => Promise<unknown>;
}

/** Pulls connected sources into a staging area. A complete pull becomes a bundle and goes through the same import as an upload. */
export class Pulls {
  constructor(private readonly deps: PullDependencies) {
    deps.ctx.jobs.define(JOB, (task: PullTask, { signal }) => this.#run(task, signal));
  }

  /** Queues a pull. Returns false if a run of the source is in progress. */
  async queue(tenantId: string, uid: string, trigger: RunTrigger): Promise<boolean> {
    const pullId = randomUUID();
    const isQueued = await this.deps.ctx.db.tenant(tenantId, (tx) => queuePull(tx, tenantId, { uid, pullId }, trigger));
    if (isQueued) await this.#enqueue(tenantId, uid, pullId);
    return isQueued;
  }

  /**
   * Queues a pull that reads everything after this call. It follows a run that is in progress, because such a run may have read the source before the
   * change that the caller waits for.
   */
  async queueAnew(tenantId: string, uid: string): Promise<void> {
    const pullId = randomUUID();
    const isQueued = await this.deps.ctx.db.tenant(tenantId, async (tx) => {
      if (await queuePull(tx, tenantId, { uid, pullId }, 'ON_DEMAND', { isAnew: true })) return true;
      await requestPull(tx, tenantId, uid);
      return false;
    });
    if (isQueued) await this.#enqueue(tenantId, uid, pullId);
  }

  /** Queues pulls again that a crash separated from their job. */
  async resume(tenantId: string): Promise<void> {
    const sources = await this.deps.ctx.db.tenant(tenantId, (tx) => store.listSources(tx, tenantId));
    for (const { uid, pull_id: pullId } of sources) if (pullId !== null) await this.#enqueue(tenantId, uid, pullId);
  }

  /** Queues the due pulls of a tenant. */
  async queueDue(tenantId: string): Promise<void> {
    const due = await this.deps.ctx.db.tenant(tenantId, (tx) => duePulls(tx, tenantId, new Date()));
    for (const { uid, trigger } of due) await this.queue(tenantId, uid, trigger);
  }

  /** Deletes the staged files and notices of a source, because its credentials changed or it no longer exists. */
  async discardStaging(tenantId: string, uid: string): Promise<void> {
    for (const folder of [stagingOf(uid), noticesOf(uid)]) await this.deps.bundles.of(tenantId).removeFolder(folder);
  }

  async #enqueue(tenantId: string, uid: string, pullId: string): Promise<void> {
    await this.deps.ctx.jobs.enqueue(JOB, { tenantId, uid, pullId }, { singletonKey: pullId, maxRunSeconds: LONGEST_PULL });
  }

  async #run({ tenantId, uid, pullId }: PullTask, signal: AbortSignal): Promise<void> {
    const { db } = this.deps.ctx;
    const source = await db.tenant(tenantId, (tx) => store.findSource(tx, tenantId, uid));
    const bundle = bundleOf({ uid, pullId });
    // A crash separated the completed pull from its import.
    if (source?.bundle === bundle && source.phase === 'PHASE_BUILD_GRAPH' && source.import_id === null) {
      await this.deps.queueImport(tenantId, uid, bundle);
    }
    if (!source?.connection_uid || source.pull_id !== pullId) return;
    await new RunningPull(this.deps, tenantId, { ...source, connection_uid: source.connection_uid }, { uid, pullId }).run(signal);
    // The graph changes with the import that follows.
    this.deps.ctx.events.publish({ tenantId, kind: 'import' });
    // A pull that was requested during a failed one follows it at once.
    await this.queueDue(tenantId);
  }
}

/** Returns the folder in which a pull of a source is staged. */
function stagingOf(uid: string): string {
  return `staging/${uid}`;
}

/** Returns the folder of the notices of a connection. */
function noticesOf(connectionUid: string): string {
  return `notices/${connectionUid}`;
}

function bundleOf({ uid, pullId }: PullKey): string {
  return `${uid}.${pullId}.pulled`;
}

/** Returns whether a bundle comes from a pull, which has already reported the first part of the progress. */
export function isPulled(bundle: string): boolean {
  return bundle.endsWith('.pulled');
}

/** One run of a pull. */
class RunningPull {
  #phase: Phase = 'PHASE_PULL_IDENTITIES';
  readonly #storage: ObjectStorage;

  constructor(
    private readonly deps: PullDependencies,
    private readonly tenantId: string,
    private readonly source: store.StoredSource & { connection_uid: string },
    private readonly key: PullKey,
  ) {
    this.#storage = deps.bundles.of(tenantId);
  }

  run(stop: AbortSignal): Promise<void> {
    return withLinkedAbort(stop, (ending) => this.#pull(stop, ending));
  }

  /** @param ending aborts with `stop`, and when the pull is replaced: a user can reset or delete the source, or upload a bundle */
  async #pull(stop: AbortSignal, ending: AbortController): Promise<void> {
    const { signal } = ending;
    const staging = new Staging(this.#storage.below(stagingOf(this.key.uid)));
    const began = await this.#begin(staging);
    const pull = new Pull({
      staging,
      since: this.#since(began),
      until: began,
      signal,
      notices: new Notices(this.#storage.below(noticesOf(this.source.connection_uid))),
      progress: async (phase, done, all) => {
        if (!(await this.#step(phase, done / all))) ending.abort(new Superseded());
        signal.throwIfAborted();
      },
    });
    try {
      const connector = await this.deps.connections.connectorFor(this.tenantId, this.source.connection_uid, signal);
      await connector.pull(this.source.account_id, pull);
    } catch (error) {
      if (error instanceof Superseded) return;
      stop.throwIfAborted();
      // The job runs again when the database and the storage respond.
      if (error instanceof ServiceUnavailable) throw error;
      const reason = error instanceof ProviderError ? error.message : error instanceof ApiError ? error.userMessage : null;
      if (reason === null) this.deps.ctx.log.error({ err: error, tenantId: this.tenantId, source: this.key.uid }, 'pull failed');
      return this.#fail(
        pull.outcome,
        reason ?? 'The pull failed because of an error on the server. It is retried automatically; the server log has the cause.',
      );
    }
    const missing = this.#missingParts(pull.outcome);
    if (missing !== null) return this.#fail(pull.outcome, missing);
    await this.#handOver(staging, pull, began);
  }

  /** Returns when the staged pull started. Starts a new staging area if the old one is too old. */
  async #begin(staging: Staging): Promise<Date> {
    const staged = this.source.pull_began_at ? new Date(this.source.pull_began_at) : null;
    if (staged && Date.now() - staged.getTime() < STAGED_FOR) {
      await staging.removeLeftovers();
      return staged;
    }
    await this.#storage.removeFolder(stagingOf(this.key.uid));
    const began = new Date();
    await this.deps.ctx.db.tenant(this.tenantId, (tx) => beginStaging(tx, this.tenantId, this.key, began));
    return began;
  }

  /** Returns the start of the log window, at the start of a day, because usage is counted by whole days. */
  #since(began: Date): Date {
    const reach = began.getTime() - LOG_WINDOW;
    const known = Date.parse(this.source.pulled?.until ?? '');
    const since = new Date(Number.isNaN(known) ? reach : Math.max(reach, known));
    since.setUTCHours(0, 0, 0, 0);
    return since;
  }

  #step(phase: PullPhase, done: number): Promise<boolean> {
    this.#phase = phase;
    const begins = BEGINS[phase];
    const ends = Math.min(PULL_END, ...Object.values(BEGINS).filter((progress) => progress > begins));
    return this.deps.ctx.db.tenant(this.tenantId, (tx) =>
      changePull(tx, this.tenantId, this.key, { phase, progress: begins + (ends - begins) * done }),
    );
  }

  /**
   * Returns why the pull must not replace the last good snapshot: a part failed, or a part that the last pull read is now denied.
   * A part that was never readable does not block a snapshot. Before the first snapshot there is nothing to keep: what could be read is published, and
   * warnings name the gaps.
   */
  #missingParts({ failure, failed, denied }: PullOutcome): string | null {
    if (failure !== null) return failure;
    if (this.source.last_snapshot_at === null) return null;
    const before = this.source.pulled?.read ?? [];
    const lost = denied.filter((part) => before.includes(part));
    if (failed.length > 0) return `${joinNames(failed)} could not be read completely. The last good snapshot stays until a pull can read them.`;
    return lost.length > 0 ? `${joinNames(lost)} can no longer be read. The last good snapshot stays until a pull can read them.` : null;
  }

  async #handOver(staging: Staging, pull: Pull, began: Date): Promise<void> {
    const { warnings, read, failed } = pull.outcome;
    const { bundles, ctx, queueImport } = this.deps;
    const bundle = bundleOf(this.key);
    await staging.close();
    await this.#storage.moveFolder(stagingOf(this.key.uid), bundle);
    // After gaps, the next pull reads the whole log window again.
    const pulled = { read, warnings, until: failed.length > 0 ? '' : began.toISOString() };
    const isOurs = await ctx.db.tenant(this.tenantId, (tx) =>
      completePull(tx, this.tenantId, this.key, { name: bundle, takenAt: began, pulled, progress: PULL_END }),
    );
    if (!isOurs) return bundles.remove(this.tenantId, bundle);
    await queueImport(this.tenantId, this.key.uid, bundle);
    await pull.runHandOverTasks();
    const { bundle: former } = this.source;
    if (former && former !== bundle) await bundles.remove(this.tenantId, former);
  }

  async #fail({ warnings, failure }: PullOutcome, reason: string): Promise<void> {
    const hasSnapshot = this.source.last_snapshot_at !== null;
    const isError = failure !== null || !hasSnapshot || warnings.length === 0;
    const messages = messagesOf(this.source, warnings as Warning[], isError ? reason : null);
    await this.deps.ctx.db.tenant(this.tenantId, (tx) =>
      failPull(tx, this.tenantId, this.key, {
        phase: `${this.#phase}_FAILED` as Phase,
        status: isError ? 'ACCOUNT_STATUS_ERROR' : 'ACCOUNT_STATUS_WARNING',
        reason,
        messages,
        again: new Date(Date.now() + AFTER_FAILURE),
      }),
    );
  }
}

/** Ends a pull that a newer run or an upload has replaced. */
class Superseded extends Error {}

function joinNames(parts: readonly string[]): string {
  const [last, ...others] = [...parts].reverse();
  return others.length > 0 ? `${others.reverse().join(', ')} and ${last}` : `${last}`;
}
