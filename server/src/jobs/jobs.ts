import { setImmediate as nextTurn } from 'node:timers/promises';
import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import type { Db } from '../db/database';

/** What every job carries: the tenant whose work it is. */
export interface TenantJob {
  tenantId: string;
}

/** A job that waits once for each thing it is for. */
export interface OnceOptions {
  onceFor: string;
  startAfter?: Date;
  /** Seconds. */
  longestRun?: number;
}

/** The run of a job: `id` stays the same over its tries. `signal` says that the server stops: who only waits then throws, and waits again at the next start. */
export interface JobRun {
  id: string;
  signal: AbortSignal;
}

type Handler = (data: never, run: JobRun) => Promise<void>;

interface Work {
  handler: Handler;
  atOnce: number;
}

/** Tries after the first one, and the seconds before the first of them; each further wait doubles. */
const RETRIES = { retryLimit: 2, retryDelay: 5, retryBackoff: true };

/** A job that ran this long is taken to be lost: another process takes it up. Seconds. */
const LONGEST_RUN = 1800;

/** How often a queue is looked at for work of other processes and for tries that are due; own work starts at once. Seconds. */
const POLLING = 2;

/** Queues hold a job once per key while it waits; jobs without a key of their own never meet. */
const QUEUE_POLICY = 'short';

/**
 * Long work, in a queue in the same database: it survives a crash and is taken up again, so every handler must be idempotent.
 * Areas `define` their jobs before `start`.
 */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #handlers = new Map<string, Work>();
  readonly #workers = new Map<string, string[]>();
  /** The last job of each name and tenant that was begun. */
  readonly #turns = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  /** Statements of the queue. */
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(
    private readonly db: Db,
    private readonly log: Logger,
  ) {
    // The queue's own pool would forget who still waits for a connection when it ends: a worker that did would never end.
    this.#boss = new PgBoss({
      db: { executeSql: (text: string, values?: unknown[]) => this.#watched(db.executeSql(text, values) as Promise<{ rows: never[] }>) },
      schema: 'cam_jobs',
    });
    this.#boss.on('error', (err) => log.error({ err }, 'job queue error'));
  }

  /**
   * Says who does the jobs of this name. An error thrown by the handler is logged and the job tried again, twice.
   * @param atOnce so many tenants have their turn side by side, so that a long job of one does not keep the others waiting; jobs of one tenant
   * never run side by side in one process
   */
  define<T extends TenantJob>(name: string, handler: (data: T, run: JobRun) => Promise<void>, { atOnce = 1 }: { atOnce?: number } = {}): void {
    this.#handlers.set(name, { handler: handler as Handler, atOnce });
  }

  /**
   * Starts working, or with `work: false` only queueing. `resume`: no other process works on this database, so jobs that count as running were cut
   * off and go on now.
   */
  async start({ resume, work = true }: { resume: boolean; work?: boolean }): Promise<void> {
    await this.#boss.start();
    if (resume) await this.#resumeCutOff();
    for (const [name, { handler, atOnce }] of this.#handlers) {
      await this.#boss.createQueue(name, { name, policy: QUEUE_POLICY });
      if (!work) continue;
      const workers: string[] = [];
      for (let n = 0; n < atOnce; n++) {
        const worker = await this.#boss.work(name, { pollingIntervalSeconds: POLLING }, async (jobs) => {
          for (const job of jobs) await this.#inTurn(name, handler, job);
          // What waits already does not wait for the next look as well.
          this.#lookForMore(name);
        });
        workers.push(worker);
      }
      this.#workers.set(name, workers);
    }
  }

  /**
   * Queues a job and answers with its id. With `onceFor`, null where a job for the same thing waits already; `startAfter` has it wait until then;
   * `longestRun` (s) for work that takes longer. Never inside a transaction.
   */
  enqueue(name: string, data: TenantJob & Record<string, unknown>): Promise<string>;
  enqueue(name: string, data: TenantJob & Record<string, unknown>, options: OnceOptions): Promise<string | null>;
  async enqueue(name: string, data: TenantJob & Record<string, unknown>, options?: OnceOptions): Promise<string | null> {
    const singletonKey = options ? `${data.tenantId}/${options.onceFor}` : crypto.randomUUID();
    const id = await this.#boss.send(name, data, {
      ...RETRIES,
      singletonKey,
      expireInSeconds: options?.longestRun ?? LONGEST_RUN,
      ...(options?.startAfter ? { startAfter: options.startAfter } : {}),
    });
    if (!id && !options) throw new Error(`job ${name} was not queued`);
    this.#lookForMore(name);
    return id;
  }

  /** Lets running jobs end (for 10 s), then stops. What had to be cut off goes on at the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the server stops'));
    await this.#boss.stop({ graceful: true, wait: true, timeout: 10_000 });
    // The queue leaves its workers to end by themselves. Whoever waits for the stop may close the database next, and then none of them ever would.
    do {
      await Promise.allSettled(this.#underWay);
      await nextTurn();
    } while (this.#underWay.size > 0);
  }

  #watched<T>(statement: Promise<T>): Promise<T> {
    this.#underWay.add(statement);
    const ended = (): boolean => this.#underWay.delete(statement);
    statement.then(ended, ended);
    return statement;
  }

  #lookForMore(name: string): void {
    for (const worker of this.#workers.get(name) ?? []) this.#boss.notifyWorker(worker);
  }

  /** Behind the job of the same tenant that runs already. */
  async #inTurn(name: string, handler: Handler, job: { id: string; data: unknown }): Promise<void> {
    const key = `${name} ${(job.data as TenantJob).tenantId}`;
    const before = this.#turns.get(key) ?? Promise.resolve();
    const own = before.catch(() => undefined).then(() => this.#run(name, handler, job));
    this.#turns.set(key, own);
    try {
      await own;
    } finally {
      if (this.#turns.get(key) === own) this.#turns.delete(key);
    }
  }

  async #run(name: string, handler: Handler, job: { id: string; data: unknown }): Promise<void> {
    const context = { job: name, id: job.id, tenant: (job.data as TenantJob).tenantId };
    const started = performance.now();
    try {
      // Fetched by a worker that had asked for it before the stop.
      this.#stopping.signal.throwIfAborted();
      this.log.info(context, 'job started');
      await handler(job.data as never, { id: job.id, signal: this.#stopping.signal });
      this.log.info({ ...context, ms: Math.round(performance.now() - started) }, 'job done');
    } catch (err) {
      if (this.#stopping.signal.aborted) this.log.info(context, 'job was cut off by the stop; it goes on at the next start');
      else this.log.error({ ...context, err }, 'job failed');
      throw err;
    }
  }

  /** A job that cuts its server off each time runs out of tries like one that throws. */
  async #resumeCutOff(): Promise<void> {
    const { rows } = await this.db.executeSql(
      `update cam_jobs.job
       set state = (case when retry_count < retry_limit then 'retry' else 'failed' end)::cam_jobs.job_state,
           completed_on = case when retry_count < retry_limit then null else now() end
       where state = 'active' returning id, name`,
      [],
    );
    for (const { id, name } of rows) this.log.warn({ job: name, id }, 'job was cut off by a stop or crash; going on with it');
  }
}
