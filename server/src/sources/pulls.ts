import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Phase, RunTrigger } from '@cam/contracts/server';
import { ProviderError } from './connectors/http/provider-error';
import { Notices } from './connectors/notices';
import { Pull, type PullOutcome, type PullPhase } from './connectors/pull';
import { Staging } from './connectors/staging';
import type { Context } from '../platform/context';
import type { Warning } from '../graph';
import { ApiError } from '../platform/http/errors';
import { withEnding } from '../platform/async/linked-abort';
import type { SourceConnections } from './connections';
import { messagesOf } from './messages';
import { beginStaging, changePull, duePulls, failPull, handOver, queuePull, type PullKey } from './pull-store';
import * as store from './store';

const JOB = 'sources.pull';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** After a pull that failed, ms, where the next one is not due before. */
const AFTER_FAILURE = 60 * MINUTE;

/** A pull goes on with what an earlier one left in the staging area for so long, ms: later, it would mix two times. */
const STAGED_FOR = 6 * 60 * MINUTE;

/** How far back a log is read at first, ms: the longest window that anything is judged by. */
const LOG_REACH = 90 * DAY;

/** A pull of a large account takes hours; seconds. */
const LONGEST_PULL = 6 * 60 * 60;

/** Where each phase begins on the way from 0 to 100, and where the import of the bundle goes on. */
const BEGINS: Record<PullPhase, number> = { PHASE_PULL_IDENTITIES: 2, PHASE_PULL_RESOURCES: 25, PHASE_PULL_USAGE: 45 };
export const PULLED = 60;

interface PullTask {
  tenantId: string;
  uid: string;
  pullId: string;
  [key: string]: unknown;
}

export interface PullDependencies {
  ctx: Context;
  connections: SourceConnections;
  /** Folder of a tenant's bundles. */
  bundleFolder: (tenantId: string) => string;
  /** Queues the import of a bundle that lies there. */
  queueImport: (tenantId: string, uid: string, bundle: string) => Promise<unknown>;
}

/** Pulls connected sources: into a staging area first, and from there, once whole, the way that every bundle goes. */
export class Pulls {
  constructor(private readonly deps: PullDependencies) {
    deps.ctx.jobs.define(JOB, (task: PullTask, { signal }) => this.#run(task, signal));
  }

  /** False where a run of the source is under way. */
  async queue(tenantId: string, uid: string, trigger: RunTrigger): Promise<boolean> {
    const pullId = randomUUID();
    const isQueued = await this.deps.ctx.db.tenant(tenantId, (tx) => queuePull(tx, tenantId, { uid, pullId }, trigger));
    if (isQueued) await this.#enqueue(tenantId, uid, pullId);
    return isQueued;
  }

  /** Queues what a crash cut off between the database and the queue. */
  async resume(tenantId: string): Promise<void> {
    const sources = await this.deps.ctx.db.tenant(tenantId, (tx) => store.listSources(tx, tenantId));
    for (const { uid, pull_id: pullId } of sources) if (pullId !== null) await this.#enqueue(tenantId, uid, pullId);
  }

  /** Queues the pulls of a tenant that are due. */
  async queueDue(tenantId: string): Promise<void> {
    const due = await this.deps.ctx.db.tenant(tenantId, (tx) => duePulls(tx, tenantId, new Date()));
    for (const { uid, trigger } of due) await this.queue(tenantId, uid, trigger);
  }

  /** What lies in the staging area was asked for with other credentials, or is of nothing any more. */
  async forget(tenantId: string, uid: string): Promise<void> {
    for (const folder of [this.#staging(tenantId, uid), this.#notices(tenantId, uid)]) await rm(folder, { recursive: true, force: true });
  }

  async #enqueue(tenantId: string, uid: string, pullId: string): Promise<void> {
    await this.deps.ctx.jobs.enqueue(JOB, { tenantId, uid, pullId }, { onceFor: pullId, longestRun: LONGEST_PULL });
  }

  async #run({ tenantId, uid, pullId }: PullTask, signal: AbortSignal): Promise<void> {
    const { db } = this.deps.ctx;
    const source = await db.tenant(tenantId, (tx) => store.findSource(tx, tenantId, uid));
    const bundle = bundleOf({ uid, pullId });
    // It had been handed over when it was cut off.
    if (source?.bundle === bundle && source.phase === 'PHASE_BUILD_GRAPH' && source.import_id === null) {
      await this.deps.queueImport(tenantId, uid, bundle);
    }
    if (!source?.connection_uid || source.pull_id !== pullId) return;
    const folders = { staging: this.#staging(tenantId, uid), notices: this.#notices(tenantId, source.connection_uid) };
    await new RunningPull(this.deps, tenantId, source, { uid, pullId }, folders).run(signal);
    this.deps.ctx.events.publish({ tenantId, kind: 'snapshot' });
  }

  #staging(tenantId: string, uid: string): string {
    return join(this.deps.bundleFolder(tenantId), 'staging', uid);
  }

  #notices(tenantId: string, connectionUid: string): string {
    return join(this.deps.bundleFolder(tenantId), 'notices', connectionUid);
  }
}

function bundleOf({ uid, pullId }: PullKey): string {
  return `${uid}.${pullId}.pulled`;
}

/** Whether a bundle was pulled, and its pull told the progress up to here. */
export function isPulled(bundle: string): boolean {
  return bundle.endsWith('.pulled');
}

/** One run of a pull. */
class RunningPull {
  #phase: Phase = 'PHASE_PULL_IDENTITIES';

  constructor(
    private readonly deps: PullDependencies,
    private readonly tenantId: string,
    private readonly source: store.StoredSource,
    private readonly key: PullKey,
    private readonly folders: { staging: string; notices: string },
  ) {}

  run(stop: AbortSignal): Promise<void> {
    return withEnding(stop, (ending) => this.#pull(stop, ending));
  }

  /** @param ending ends with the stop, and where the pull is overtaken: somebody may reset the source, delete it or bring a bundle along. Then nothing more is asked. */
  async #pull(stop: AbortSignal, ending: AbortController): Promise<void> {
    const { signal } = ending;
    const began = await this.#begin();
    const staging = new Staging(this.folders.staging);
    const pull = new Pull({
      staging,
      since: this.#since(began),
      until: began,
      signal,
      notices: new Notices(this.folders.notices),
      progress: async (phase, done, all) => {
        if (!(await this.#step(phase, done / all))) ending.abort(new Overtaken());
        signal.throwIfAborted();
      },
    });
    try {
      const connector = await this.deps.connections.connectorFor(this.tenantId, this.source.connection_uid ?? '', signal);
      await connector.pull(this.source.account_id, pull);
    } catch (error) {
      if (error instanceof Overtaken) return;
      stop.throwIfAborted();
      const reason = error instanceof ProviderError ? error.message : error instanceof ApiError ? error.userMessage : null;
      if (reason === null) this.deps.ctx.log.error({ err: error, tenantId: this.tenantId, source: this.key.uid }, 'pull failed');
      return this.#fail(pull.outcome, reason ?? 'The pull failed on our side. It is tried again; the log of the server says why.');
    }
    const lacking = this.#lacking(pull.outcome);
    if (lacking !== null) return this.#fail(pull.outcome, lacking);
    await this.#handOver(staging, pull, began);
  }

  /** When the provider was asked first for what is staged. */
  async #begin(): Promise<Date> {
    const staged = this.source.pull_began_at ? new Date(this.source.pull_began_at) : null;
    if (staged && Date.now() - staged.getTime() < STAGED_FOR) return staged;
    await rm(this.folders.staging, { recursive: true, force: true });
    const began = new Date();
    await this.deps.ctx.db.tenant(this.tenantId, (tx) => beginStaging(tx, this.tenantId, this.key, began));
    return began;
  }

  /** Whole days: those of a log are counted anew as a whole. */
  #since(began: Date): Date {
    const reach = began.getTime() - LOG_REACH;
    const known = Date.parse(this.source.pulled?.until ?? '');
    const since = new Date(Number.isNaN(known) ? reach : Math.max(reach, known));
    since.setUTCHours(0, 0, 0, 0);
    return since;
  }

  #step(phase: PullPhase, done: number): Promise<boolean> {
    this.#phase = phase;
    const begins = BEGINS[phase];
    const ends = Math.min(PULLED, ...Object.values(BEGINS).filter((progress) => progress > begins));
    return this.deps.ctx.db.tenant(this.tenantId, (tx) =>
      changePull(tx, this.tenantId, this.key, { phase, progress: begins + (ends - begins) * done }),
    );
  }

  /**
   * Why what was read must not take the place of the last good snapshot: something that belongs to it was not to be had now. What could never be read is
   * not waited for.
   */
  #lacking({ failure, failed, denied }: PullOutcome): string | null {
    if (failure !== null) return failure;
    const before = this.source.last_snapshot_at === null ? [] : (this.source.pulled?.read ?? []);
    const lost = denied.filter((part) => before.includes(part));
    if (failed.length > 0) return `${listed(failed)} could not be read to the end. The last good snapshot stays until they can.`;
    return lost.length > 0 ? `${listed(lost)} can no longer be read. The last good snapshot stays until they can.` : null;
  }

  async #handOver(staging: Staging, pull: Pull, began: Date): Promise<void> {
    const { warnings, read } = pull.outcome;
    const { bundleFolder, ctx, queueImport } = this.deps;
    const bundle = bundleOf(this.key);
    const path = join(bundleFolder(this.tenantId), bundle);
    await staging.close();
    await mkdir(dirname(path), { recursive: true });
    await rm(path, { recursive: true, force: true });
    await rename(this.folders.staging, path);
    const pulled = { read, warnings, until: began.toISOString() };
    const isOurs = await ctx.db.tenant(this.tenantId, (tx) =>
      handOver(tx, this.tenantId, this.key, { name: bundle, takenAt: began, pulled, progress: PULLED }),
    );
    if (!isOurs) return rm(path, { recursive: true, force: true });
    await queueImport(this.tenantId, this.key.uid, bundle);
    await pull.kept();
    const { bundle: former } = this.source;
    if (former && former !== bundle) await rm(join(bundleFolder(this.tenantId), former), { recursive: true, force: true });
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

/** A pull that nobody waits for any more. */
class Overtaken extends Error {}

function listed(parts: readonly string[]): string {
  const [last, ...others] = [...parts].reverse();
  return others.length > 0 ? `${others.reverse().join(', ')} and ${last}` : `${last}`;
}
