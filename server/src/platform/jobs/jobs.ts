import { setImmediate as nextTurn } from 'node:timers/promises';
import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import { forEverybody } from '../db/caller';
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
  lost?: (data: never) => Promise<void>;
}

export interface WorkOptions<T> {
  /**
   * So many tenants have their turn side by side, so that a long job of one does not keep the others waiting; jobs of one tenant never run side by side
   * in one process.
   */
  atOnce?: number;
  /** Told of a job that was cut off in its last try: nobody does it any more. */
  lost?: (data: T) => Promise<void>;
}

/** The processes that do jobs on one database. */
export interface Runners {
  /** The number of this one, which no other has. */
  readonly own: number;
  /** Numbers of those that are there; one that is killed is not, from that moment on. */
  present(): Promise<ReadonlySet<number>>;
}

/** Tries after the first one, and the seconds before the first of them; each further wait doubles. */
const RETRIES = { retryLimit: 2, retryDelay: 5, retryBackoff: true };

/** A job that ran this long is taken to be lost though its process is there: it is tried again. Seconds. */
const LONGEST_RUN = 1800;

/** How often a queue is looked at for work of other processes and for tries that are due; own work starts at once. Seconds. */
const POLLING = 2;

/**
 * How often it is looked whether a process that does jobs is gone, ms. Its jobs are taken up at the second look that does not find it: one whose
 * connection was lost for a moment goes on with them.
 */
const LOOK = 5000;

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
  /** The database may be closed. */
  #isStopped = false;
  #runners: Runners | null = null;
  /** Processes that the last look did not find. */
  #missing: ReadonlySet<number> = new Set();
  #look: NodeJS.Timeout | null = null;

  constructor(
    private readonly db: Db,
    private readonly log: Logger,
  ) {
    // The queue's own pool would forget who still waits for a connection when it ends: a worker that did would never end.
    this.#boss = new PgBoss({
      db: {
        // A job that outlives the stop counts as running still, and is taken up by whoever starts next: nobody hears how it ends.
        executeSql: (text: string, values?: unknown[]) =>
          this.#isStopped
            ? new Promise<{ rows: never[] }>(() => undefined)
            : this.#watched(db.executeSql(text, values) as Promise<{ rows: never[] }>),
      },
      schema: 'cam_jobs',
    });
    this.#boss.on('error', (err) => log.error({ err }, 'job queue error'));
  }

  /**
   * Says who does the jobs of this name. An error thrown by the handler is logged and the job tried again, twice.
   */
  define<T extends TenantJob>(name: string, handler: (data: T, run: JobRun) => Promise<void>, { atOnce = 1, lost }: WorkOptions<T> = {}): void {
    this.#handlers.set(name, { handler: handler as Handler, atOnce, lost });
  }

  /**
   * Starts working, or with `work: false` only queueing. `resume`: no other process works on this database, so jobs that count as running were cut
   * off and go on now. `runners`: others may, and those of one that is killed go on soon.
   */
  async start({ resume, work = true, runners = null }: { resume: boolean; work?: boolean; runners?: Runners | null }): Promise<void> {
    await this.#boss.start();
    if (resume) await this.#takeUp(`true`, []);
    if (work) this.#runners = runners;
    for (const [name, { handler, atOnce }] of this.#handlers) {
      await this.#boss.createQueue(name, { name, policy: QUEUE_POLICY });
      if (!work) continue;
      const workers: string[] = [];
      for (let n = 0; n < atOnce; n++) {
        const worker = await this.#boss.work(name, { pollingIntervalSeconds: POLLING }, async (jobs) => {
          for (const job of jobs) {
            await this.#mark(job.id);
            await this.#inTurn(name, handler, job);
          }
          // What waits already does not wait for the next look as well.
          this.#lookForMore(name);
        });
        workers.push(worker);
      }
      this.#workers.set(name, workers);
    }
    if (!this.#runners) return;
    this.#look = setInterval(() => {
      this.takeUpLost().catch((err: unknown) => this.log.warn({ err }, 'jobs of processes that are gone could not be looked for'));
    }, LOOK).unref();
  }

  /** One look at what other processes have begun: has the jobs go on of those that this look and the one before did not find. */
  async takeUpLost(): Promise<void> {
    if (!this.#runners || this.#stopping.signal.aborted) return;
    const { own } = this.#runners;
    const { rows } = await this.#watched(
      this.db.executeSql(
        `select distinct (output->>'runner')::int as runner from cam_jobs.job where state = 'active' and output->>'runner' is not null`,
      ),
    );
    const present = await this.#watched(this.#runners.present());
    const missing = new Set(rows.map(({ runner }) => runner as number).filter((runner) => runner !== own && !present.has(runner)));
    const gone = [...missing].filter((runner) => this.#missing.has(runner));
    this.#missing = missing;
    if (gone.length > 0) await this.#takeUp(`(output->>'runner')::int = any($1::int[])`, [gone]);
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

  /** Lets running jobs end (`patience`, ms, at least a second), then stops. What had to be cut off goes on at the next start. */
  async stop({ patience = 10_000 } = {}): Promise<void> {
    if (this.#look) clearInterval(this.#look);
    this.#stopping.abort(new Error('the server stops'));
    await this.#boss.stop({ graceful: true, wait: true, timeout: patience });
    // The queue leaves its workers to end by themselves. Whoever waits for the stop may close the database next, and then none of them ever would.
    do {
      await Promise.allSettled(this.#underWay);
      await nextTurn();
    } while (this.#underWay.size > 0);
    this.#isStopped = true;
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
      await forEverybody(() => handler(job.data as never, { id: job.id, signal: this.#stopping.signal }));
      this.log.info({ ...context, ms: Math.round(performance.now() - started) }, 'job done');
    } catch (err) {
      if (this.#stopping.signal.aborted) this.log.info(context, 'job was cut off by the stop; it goes on at the next start');
      else this.log.error({ ...context, err }, 'job failed');
      throw err;
    }
  }

  /** Writes down who has a job, where there may be others: the place of its outcome is free until it has one. */
  async #mark(id: string): Promise<void> {
    if (!this.#runners) return;
    const output = JSON.stringify({ runner: this.#runners.own });
    await this.#watched(this.db.executeSql(`update cam_jobs.job set output = $2::jsonb where id = $1::uuid and state = 'active'`, [id, output]));
  }

  /** Jobs of processes that are gone go on. One that cuts its server off each time runs out of tries like one that throws. */
  async #takeUp(condition: string, values: unknown[]): Promise<void> {
    const { rows } = await this.#watched(
      this.db.executeSql(
        `update cam_jobs.job
         set state = (case when retry_count < retry_limit then 'retry' else 'failed' end)::cam_jobs.job_state,
             completed_on = case when retry_count < retry_limit then null else now() end, output = null
         where state = 'active' and ${condition} returning id, name, data, state::text as state`,
        values,
      ),
    );
    for (const { id, name, data, state } of rows as { id: string; name: string; data: never; state: string }[]) {
      const isLost = state === 'failed';
      this.log.warn(
        { job: name, id },
        isLost ? 'job was cut off once too often; nobody does it any more' : 'job was cut off by a stop or crash; going on with it',
      );
      if (isLost) await this.#handlers.get(name)?.lost?.(data);
      else this.#lookForMore(name);
    }
  }
}
