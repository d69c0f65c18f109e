import type { CloudType, Phase } from '@cam/contracts/server';
import type { Context } from '../platform/context';
import { type Warning, type GraphService, type SourceFacts, ImportFailure, withMissingTogether } from '../graph';
import { ServiceUnavailable } from '../platform/service-unavailable';
import { ApiError } from '../platform/http/errors';
import { bundleDigest } from './bundles/bundle-digest';
import type { BundleReader } from './bundles/bundle-reader';
import type { BundleStore } from './bundles/bundle-store';
import { messagesOf } from './messages';
import { isPulled, PULL_END } from './pulls';
import { recordRun } from './run-store';
import { changeSource, claimSource, finishSource, importsWait, type StoredSource } from './store';

export interface ImportTask {
  tenantId: string;
  uid: string;
  /** Name of the bundle in the storage. If the source has another one, a newer import has replaced this one. */
  bundle: string;
  /** File name of the upload. */
  fileName: string;
  /** Id of the job, the same in every attempt. */
  importId: string;
}

/** Progress at the start of each phase, 0 to 100. */
const BEGINS: Partial<Record<Phase, number>> = {
  PHASE_PULL_IDENTITIES: 5,
  PHASE_PULL_RESOURCES: 30,
  PHASE_PULL_USAGE: 35,
  PHASE_BUILD_GRAPH: 38,
  PHASE_EVALUATE: 40,
  PHASE_DONE: 100,
};

/** Progress for a pulled bundle. Reading its files counts as a part of building the graph. */
const BEGINS_PULLED: Partial<Record<Phase, number>> = { PHASE_BUILD_GRAPH: PULL_END, PHASE_EVALUATE: 70, PHASE_DONE: 100 };

/** Clients wait for 100. The last phase can be done before its snapshot is published, so its progress ends here. */
const NEARLY = 99;

/** Minimum time between two writes of the progress, ms. */
const PROGRESS_STEP = 500;

export interface ImportDependencies {
  ctx: Context;
  graph: GraphService;
  bundles: BundleStore;
  reader: BundleReader;
}

/**
 * Reads, normalises, evaluates and stores the bundle of a source. The steps are idempotent, so a job that was cut off starts again. If a newer
 * upload replaces this one, nothing changes. A failure appears on the source, and the last good snapshot stays.
 */
export async function ingest(dependencies: ImportDependencies, task: ImportTask): Promise<void> {
  const { ctx, graph } = dependencies;
  const { tenantId, uid } = task;
  const source = await ctx.db.tenant(tenantId, (tx) => claimSource(tx, tenantId, task));
  if (!source) return;
  const othersWait = (uids: readonly string[]): Promise<boolean> => ctx.db.tenant(tenantId, (tx) => importsWait(tx, tenantId, uids));
  const wasPulled = isPulled(task.bundle);
  const steps = new ImportProgress(ctx, task, wasPulled ? BEGINS_PULLED : BEGINS);
  const warnings: Warning[] = wasPulled ? [...(source.pulled?.warnings ?? [])] : [];
  const arrived = graph.announceImport(tenantId);
  let isSame = false;
  try {
    const { cloud_type: cloudType, account_id: accountId, bundle_taken_at: ofBundle } = source;
    const takenAt = ofBundle === null ? new Date() : new Date(ofBundle);
    const { facts, bundleSha256 } = await read(dependencies, steps, source, task, takenAt, warnings);
    await steps.enter('PHASE_BUILD_GRAPH');
    const building = graph.replaceSource(
      tenantId,
      {
        source: { sourceUid: uid, cloudType: cloudType as SourceFacts['cloudType'], accountId },
        facts,
        bundleSha256,
        takenAt,
        isFirst: source.last_snapshot_at === null,
        evaluating: () => steps.enter('PHASE_EVALUATE'),
        progress: (done) => steps.progress(done),
        publish: async (tx, { isChanged }) => {
          const end = { ...statusOf(warnings), messages: messagesOf(source, warnings, null), takenAt };
          if (!(await finishSource(tx, tenantId, task, end))) return false;
          const taken = { at: takenAt, isChanged, entityCount: facts.entities.length };
          await recordRun(tx, tenantId, uid, { taken });
          return true;
        },
      },
      othersWait,
    );
    arrived();
    const result = await building;
    isSame = result?.isSame ?? false;
    const counts = { entities: facts.entities.length, warnings: warnings.length };
    ctx.log.info(
      { tenantId, source: uid, ...result, changed: Object.fromEntries(result?.changed ?? []), ...counts },
      result ? 'snapshot stored' : 'a newer import replaced this one',
    );
  } catch (error) {
    // The job runs again when the database and the storage respond.
    if (error instanceof ServiceUnavailable) throw error;
    const reason = reasonOf(error);
    const isUnusable = error instanceof ImportFailure;
    if (reason === null) ctx.log.error({ err: error, tenantId, source: uid }, 'import failed');
    const discards = isUnusable && isFirst(source);
    const isCurrent = await steps.fail(
      source,
      warnings,
      reason ?? 'The import failed because of an error on the server. Import the bundle again; the server log has the cause.',
      discards,
    );
    if (isCurrent && discards) await dependencies.bundles.remove(tenantId, task.bundle);
  } finally {
    arrived();
  }
  // The import that was to evaluate what the others left may have failed or been replaced.
  if (!(await othersWait([uid]))) await graph.resume(tenantId);
  ctx.events.publish({ tenantId, kind: isSame ? 'import' : 'snapshot' });
}

/** Says on the source that its import was interrupted too often and does not run again. The bundle stays, so that it can be imported again. */
export async function giveUp(ctx: Context, task: ImportTask): Promise<void> {
  const { tenantId } = task;
  const source = await ctx.db.tenant(tenantId, (tx) => claimSource(tx, tenantId, task));
  if (!source) return;
  const steps = new ImportProgress(ctx, task, isPulled(task.bundle) ? BEGINS_PULLED : BEGINS);
  await steps.fail(source, [], 'The import did not complete, because the server restarted too often meanwhile. Import the bundle again.', false);
  ctx.events.publish({ tenantId, kind: 'snapshot' });
}

async function read(
  { bundles, reader }: ImportDependencies,
  steps: ImportProgress,
  source: StoredSource,
  { tenantId, bundle: name, fileName }: ImportTask,
  takenAt: Date,
  warnings: Warning[],
): Promise<{ facts: SourceFacts; bundleSha256: string }> {
  await steps.enter('PHASE_PULL_IDENTITIES');
  const bundle = { fileName, cloudType: source.cloud_type as CloudType, tenantId, accountId: source.account_id, takenAt };
  const read = await bundles.of(tenantId).withLocal(name, async (path) => ({
    facts: await reader.read(
      { ...bundle, path },
      {
        progress: (done) => steps.progress(done),
        read: async (ofFiles) => {
          warnings.push(...withMissingTogether(ofFiles));
          await steps.enter('PHASE_PULL_RESOURCES');
        },
      },
    ),
    bundleSha256: await bundleDigest(path),
  }));
  warnings.push(...read.facts.warnings);
  await steps.enter('PHASE_PULL_USAGE');
  return read;
}

/** Reports whether an import is the first of its account, so that the account exists only because of it. */
function isFirst({ last_snapshot_at: last, connection_uid: connection }: StoredSource): boolean {
  return last === null && connection === null;
}

function statusOf(warnings: readonly Warning[]) {
  const count = warnings.length;
  return count > 0
    ? { status: 'ACCOUNT_STATUS_WARNING' as const, reason: `${count} warning${count === 1 ? '' : 's'}` }
    : { status: 'ACCOUNT_STATUS_SUCCESS' as const, reason: '' };
}

function reasonOf(error: unknown): string | null {
  if (error instanceof ImportFailure) return error.message;
  return error instanceof ApiError ? error.userMessage : null;
}

/** Stores phase and progress of one import for clients to read. */
class ImportProgress {
  #phase: Phase;
  #saved = 0;

  constructor(
    private readonly ctx: Context,
    private readonly task: ImportTask,
    private readonly begins: Partial<Record<Phase, number>>,
  ) {
    this.#phase = Object.keys(begins)[0] as Phase;
  }

  /** Enters a phase. Does nothing for a phase that this import does not have or is already in. */
  async enter(phase: Phase): Promise<void> {
    const begins = this.begins[phase];
    if (begins === undefined || (phase === this.#phase && this.#saved > 0)) return;
    this.#phase = phase;
    await this.#save(begins);
  }

  /** @param done fraction of the current phase, 0 to 1 */
  async progress(done: number): Promise<void> {
    if (performance.now() - this.#saved < PROGRESS_STEP) return;
    const begins = this.begins[this.#phase] ?? 0;
    const ends = Math.min(...Object.values(this.begins).filter((progress) => progress > begins));
    await this.#save(Math.min(begins + (ends - begins) * done, NEARLY));
  }

  /**
   * @param discards the bundle is unusable and the account has nothing else, so only the messages stay
   * @returns false if a newer import has replaced this one
   */
  async fail(source: StoredSource, warnings: readonly Warning[], reason: string, discards: boolean): Promise<boolean> {
    const { tenantId } = this.task;
    const messages = messagesOf(source, warnings, reason);
    const change = {
      phase: `${this.#phase}_FAILED` as Phase,
      progress: 100,
      status: 'ACCOUNT_STATUS_ERROR' as const,
      status_reason: reason,
      messages,
      ...(discards ? { bundle: null } : {}),
    };
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const isChanged = await changeSource(tx, tenantId, this.task, change);
      if (isChanged && !discards) await recordRun(tx, tenantId, this.task.uid, { taken: null });
      return isChanged;
    });
  }

  async #save(progress: number): Promise<void> {
    const { tenantId } = this.task;
    await this.ctx.db.tenant(tenantId, (tx) => changeSource(tx, tenantId, this.task, { phase: this.#phase, progress }));
    this.#saved = performance.now();
  }
}
