import { Limiter } from '../../platform/async/limiter';
import type { Context } from '../../platform/context';
import { ServiceUnavailable } from '../../platform/service-unavailable';
import { readDue } from '../store/due-sources';
import { TENANT_WIDE } from '../store/snapshot-tables';
import { Statistics } from '../store/statistics';
import { buildSnapshot, type BuildDependencies, type BuildRequest, type BuildResult, type SourceImport } from './build-snapshot';
import { ImportQueue, type WaitingImport } from './import-queue';

/**
 * Imports in a row after which the sources that depend on them are evaluated again, so that answers about them come early. The next time comes after this
 * many times as many: in an organization, each account may depend on all others, and evaluating them again at a fixed interval would take longer than the
 * imports.
 */
const ROUNDS = { first: 16, grows: 16 };

/** Sources that one build evaluates. All of their facts are in memory until it is published. */
const MOST_AT_ONCE = 32;

/** Time after which no further evaluation begins in the same job, ms. A job that runs for half an hour counts as lost and would begin again beside itself. */
const LONGEST_ROUND = 5 * 60 * 1000;

/** Tenants whose graphs are built side by side. A build holds a connection of the database. */
const MOST_BUILDS = 3;

/** Returns whether imports of a tenant follow besides those of these sources. */
export type OthersFollow = (uids: readonly string[]) => Promise<boolean>;

/** Builds the snapshots of tenants. Builds of the same tenant follow each other: each is based on the one before. */
export class TenantBuilds {
  readonly #statistics: Statistics;
  readonly #turns = new Map<string, Limiter>();
  readonly #atOnce = new Limiter(MOST_BUILDS);
  /** The imports that wait for their turn, by tenant. */
  readonly #queues = new Map<string, ImportQueue>();
  /** The imports in a row so far, and the number of them after which dependent sources are evaluated again, by tenant. */
  readonly #rounds = new Map<string, { done: number; until: number }>();

  constructor(
    private readonly ctx: Pick<Context, 'db' | 'log'> & { events: Pick<Context['events'], 'publish'> },
    private readonly dependencies: BuildDependencies,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#statistics = new Statistics(ctx.db, ctx.log);
  }

  /** Announces an import whose facts are read now, for which a build may wait. Call the result after `import`, or when the import does not come. */
  announce(tenantId: string): () => void {
    return this.#queueOf(tenantId).announce();
  }

  /**
   * Imports a source together with others that wait for the same tenant.
   * @param othersFollow the last import of a series, and a few before it (`ROUNDS`), re-evaluate the sources that depend on any: one evaluation after a
   * hundred accounts arrived, instead of a hundred
   * @returns null when a newer import overtook this one
   */
  async import(tenantId: string, one: SourceImport, othersFollow: OthersFollow): Promise<BuildResult | null> {
    const queue = this.#queueOf(tenantId);
    const turn = (): Promise<void> =>
      this.#turnsOf(tenantId).run(async () => {
        // An earlier turn built it together with others. The next turn belongs to imports that arrived meanwhile.
        if (!queue.has(one)) return;
        // The first build of a series gives answers at once. Each further one takes longer to link, so it waits for others.
        if (this.#rounds.has(tenantId)) await queue.gather();
        await this.#atOnce.run(() => this.#import(tenantId, queue.take(), othersFollow));
      });
    const [result] = await Promise.all([queue.add(one), turn()]);
    return result;
  }

  /**
   * Evaluates the sources of a tenant that are due.
   * @returns false if the work takes longer than a job should, and some are left
   */
  evaluateDue(tenantId: string): Promise<boolean> {
    return this.#turnsOf(tenantId).run(() => this.#atOnce.run(() => this.#evaluateDue(tenantId)));
  }

  async #import(tenantId: string, together: readonly WaitingImport[], othersFollow: OthersFollow): Promise<void> {
    try {
      const imports = together.map(({ one }) => one);
      const { done, until } = this.#rounds.get(tenantId) ?? { done: 0, until: ROUNDS.first };
      const follow = await othersFollow(imports.map(({ source }) => source.sourceUid));
      const now = done + imports.length;
      const isLater = follow && now < until;
      if (follow) this.#rounds.set(tenantId, { done: now, until: isLater ? until : until * ROUNDS.grows });
      else this.#rounds.delete(tenantId);
      const due = isLater ? [] : await this.#readDue(tenantId);
      const isSmall = (others: number): boolean => imports.length + due.length + others <= MOST_AT_ONCE;
      const evaluateAnew = isSmall(0) ? due.filter((uid) => uid !== TENANT_WIDE) : [];
      const { result, overtaken } = await this.#build({ tenantId, imports, evaluateAnew, evaluatesLater: (others) => isLater || !isSmall(others) });
      // Sources that fail here, or are left, stay due. They are evaluated with the next import or by `evaluateDue`.
      if (!isLater)
        await this.#evaluateDue(tenantId).catch((err: unknown) => this.ctx.log.error({ err, tenantId }, 'sources could not be evaluated again'));
      for (const { one, settle } of together) settle.resolve(overtaken.has(one.source.sourceUid) ? null : result);
    } catch (error) {
      // One source may be at fault, and none of the others shall fail with it.
      if (together.length === 1 || error instanceof ServiceUnavailable) for (const { settle } of together) settle.reject(error);
      else {
        this.ctx.log.warn({ err: error, tenantId, imports: together.length }, 'imports could not be built together; each is built alone');
        for (const one of together) await this.#import(tenantId, [one], othersFollow);
      }
    }
  }

  /** Evaluates the sources that are due, a few at a time, so that neither memory nor the time to the next answers grows with their number. */
  async #evaluateDue(tenantId: string): Promise<boolean> {
    for (const begun = this.now(); ;) {
      const due = await this.#readDue(tenantId);
      if (due.length === 0) return true;
      if (this.now() - begun > LONGEST_ROUND) return false;
      const evaluateAnew = [...due].sort().slice(0, MOST_AT_ONCE);
      const { result } = await this.#build({ tenantId, imports: [], evaluateAnew, evaluatesLater: () => false });
      this.ctx.log.info({ tenantId, sources: evaluateAnew.length, written: result?.written, ended: result?.ended }, 'graph linked anew');
      // Also of a round without changes: work that waits for the last one would otherwise wait for ever.
      this.ctx.events.publish({ tenantId, kind: result?.isSame ? 'import' : 'snapshot' });
    }
  }

  #readDue(tenantId: string): Promise<string[]> {
    return this.ctx.db.tenant(tenantId, (tx) => readDue(tx, tenantId));
  }

  async #build(request: BuildRequest): ReturnType<typeof buildSnapshot> {
    const built = await buildSnapshot(this.dependencies, request);
    if (built.result?.snapshotId) await this.#statistics.noteChanges(built.result.changed);
    return built;
  }

  #queueOf(tenantId: string): ImportQueue {
    const queue = this.#queues.get(tenantId) ?? new ImportQueue();
    this.#queues.set(tenantId, queue);
    return queue;
  }

  #turnsOf(tenantId: string): Limiter {
    const turns = this.#turns.get(tenantId) ?? new Limiter(1);
    this.#turns.set(tenantId, turns);
    return turns;
  }
}
