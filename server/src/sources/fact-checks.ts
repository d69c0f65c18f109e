import type { Context } from '../platform/context';
import type { GraphService } from '../graph';
import { listCheckedSince, readLastCheck, storeCheck } from './fact-check-store';
import { findSource } from './store';
import type { DifferingFacts } from './tables';

const JOB = 'sources.check-facts';

/** A tenant is checked again after this time, ms. It is asked for every hour, so that a check comes once a day. */
const INTERVAL = 23 * 3_600_000;

/** A check waits this long while the graph is about to change, ms. */
const SETTLING_WAIT = 10 * 60_000;

/** A source whose stored facts are not those of its last import. */
interface DifferingSource extends DifferingFacts {
  accountId: string;
  cloudType: string;
}

export interface CheckedFacts {
  sources: number;
  /** Accounts of sources that were last imported by a release that recorded no manifest. */
  unknown: string[];
  differing: DifferingSource[];
}

type GraphSource = Awaited<ReturnType<GraphService['graphSources']>>[number];

interface CheckJob {
  tenantId: string;
  /** ISO 8601. Sources that were checked at this time or later are done, so that a restarted job continues with the others. */
  since: string;
  [key: string]: unknown;
}

export interface FactChecksDependencies {
  graph: Pick<GraphService, 'graphSources' | 'checkSource'>;
  /** Returns whether the graph of a tenant is about to change. */
  isSettling: (tenantId: string) => Promise<boolean>;
}

/** Compares the stored facts of sources with their last imports: once a day, and when an operator asks. */
export class FactChecks {
  constructor(
    private readonly ctx: Pick<Context, 'db' | 'jobs' | 'log'>,
    private readonly deps: FactChecksDependencies,
  ) {
    ctx.jobs.define(JOB, (job: CheckJob, { signal }) => this.#run(job, signal));
  }

  /** Queues a check of a tenant, unless there was one today. */
  async queue(tenantId: string, now = new Date()): Promise<void> {
    const last = await this.ctx.db.tenant(tenantId, (tx) => readLastCheck(tx, tenantId));
    if (last === undefined || (last !== null && now.getTime() - last.getTime() < INTERVAL)) return;
    await this.#enqueue({ tenantId, since: now.toISOString() }, now);
  }

  /** Checks every source of a tenant, one after the other, and keeps the results. Reads and hashes all facts. */
  async check(tenantId: string): Promise<CheckedFacts> {
    const sources = await this.deps.graph.graphSources(tenantId);
    const found: CheckedFacts = { sources: sources.length, unknown: [], differing: [] };
    for (const source of sources) {
      const { accountId, cloudType } = source;
      const { imported, differing } = await this.#checkSource(tenantId, source);
      if (imported === null) found.unknown.push(accountId);
      if (differing) found.differing.push({ accountId, cloudType, ...differing });
    }
    return found;
  }

  /** Checks the sources of a tenant that were not checked since the job was queued. It is left for later as soon as the graph is about to change. */
  async #run({ tenantId, since }: CheckJob, signal: AbortSignal): Promise<void> {
    const checked = await this.ctx.db.tenant(tenantId, (tx) => listCheckedSince(tx, tenantId, new Date(since)));
    for (const source of await this.deps.graph.graphSources(tenantId)) {
      if (checked.has(source.sourceUid)) continue;
      signal.throwIfAborted();
      if (await this.deps.isSettling(tenantId)) return this.#enqueue({ tenantId, since }, new Date(Date.now() + SETTLING_WAIT));
      await this.#checkSource(tenantId, source);
    }
  }

  async #checkSource(tenantId: string, source: GraphSource): Promise<{ imported: number | null; differing: DifferingFacts | null }> {
    const uid = source.sourceUid;
    const result = await this.ctx.db.tenant(tenantId, async (tx) => {
      const before = await findSource(tx, tenantId, uid);
      const { stored, imported, isDifferent } = await this.deps.graph.checkSource(tx, tenantId, source);
      const differing = isDifferent && imported !== null ? { stored, imported } : null;
      if (before) await storeCheck(tx, tenantId, uid, before, { at: new Date(), differing });
      return { imported, differing };
    });
    if (result.differing)
      this.ctx.log.error({ tenantId, source: uid, ...result.differing }, 'the stored facts of a source differ from those of its last import');
    return result;
  }

  /** One check of a tenant waits at most. */
  async #enqueue(job: CheckJob, startAfter: Date): Promise<void> {
    await this.ctx.jobs.enqueue(JOB, job, { singletonKey: 'now', startAfter });
  }
}
