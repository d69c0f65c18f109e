import { setTimeout as delay } from 'node:timers/promises';

/** A job that is to run. */
export interface FetchedJob {
  id: string;
  data: unknown;
  /** The job counts as lost after this time, seconds. */
  expireInSeconds: number;
}

export interface WorkerDependencies {
  /**
   * Takes the next due job; null: there is none.
   * @param running the number of running jobs by tenant: of due jobs, those of the tenant with the fewest come first
   * @param full tenants that must wait
   */
  take(running: ReadonlyMap<string, number>, full: readonly string[]): Promise<FetchedJob | null>;
  /** Runs a job. It never rejects. */
  run(job: FetchedJob): Promise<void>;
  tenantOf(job: FetchedJob): string;
  onError(error: unknown): void;
}

/** Pause after an error of the queue, ms. */
const PAUSE = 1000;

/**
 * Runs the jobs of one name, a limited number at a time and of each tenant. A job is only taken when it may run, so the hundred jobs of one tenant never
 * occupy the places of the others.
 */
export class TenantWorkers {
  readonly #running = new Map<string, number>();
  readonly #ends = new Set<Promise<void>>();
  #isLooking = false;
  #looking: Promise<void> = Promise.resolve();
  #looksAgain = false;
  #isStopped = false;

  constructor(
    private readonly limits: { atOnce: number; ofTenant: number },
    private readonly deps: WorkerDependencies,
  ) {}

  /** Looks for due jobs now. */
  look(): void {
    this.#looksAgain = true;
    if (!this.#isLooking) this.#looking = this.#look();
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.#looksAgain && !this.#isStopped) {
      this.#looksAgain = false;
      try {
        while (!this.#isStopped && this.#ends.size < this.limits.atOnce && (await this.#startNext()));
      } catch (error) {
        this.deps.onError(error);
        await delay(PAUSE, undefined, { ref: false });
      }
    }
    this.#isLooking = false;
  }

  /** Starts the next job. @returns whether there was one */
  async #startNext(): Promise<boolean> {
    const { ofTenant } = this.limits;
    const full = [...this.#running].flatMap(([tenantId, count]) => (count >= ofTenant ? [tenantId] : []));
    const job = await this.deps.take(this.#running, full);
    if (!job) return false;
    const tenantId = this.deps.tenantOf(job);
    this.#running.set(tenantId, (this.#running.get(tenantId) ?? 0) + 1);
    const end = this.deps.run(job).then(() => {
      this.#ends.delete(end);
      const left = (this.#running.get(tenantId) ?? 1) - 1;
      if (left > 0) this.#running.set(tenantId, left);
      else this.#running.delete(tenantId);
      this.look();
    });
    this.#ends.add(end);
    return true;
  }

  /** Takes no further jobs, and waits for those that run, with one that is being taken. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#looking;
    await Promise.all(this.#ends);
  }
}
