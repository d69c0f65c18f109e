import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import { untilAvailable } from '../async/until-available';
import { withoutCaller } from '../db/caller';
import type { Db } from '../db/database';
import { DatabaseUnavailable } from '../db/unavailable';
import type { ServiceUnavailable } from '../service-unavailable';
import type { JobCount, JobOutcome } from '../metrics/metrics';
import { currentTraceparent, inSpan, linksTo } from '../telemetry/tracing';
import { TenantWorkers, type FetchedJob } from './tenant-workers';

/** The data of every job. */
export interface TenantJob {
  /** The tenant that it belongs to. */
  tenantId: string;
  /** The trace of the call that queued it. */
  traceparent?: string;
}

/** A job that waits at most once for each key. */
export interface QueueOptions {
  singletonKey: string;
  startAfter?: Date;
  /** Seconds after which the job counts as lost. */
  maxRunSeconds?: number;
}

/** One run of a job. All attempts share its `id`. `signal` aborts when the server stops: a handler that only waits then throws, and runs again after the next start. */
export interface JobRun {
  id: string;
  signal: AbortSignal;
}

type Handler = (data: never, run: JobRun) => Promise<void>;

interface Work {
  handler: Handler;
  atOnce: number;
  ofTenant: number;
  lost?: (data: never, id: string) => Promise<void>;
}

export interface WorkOptions<T> {
  /** Jobs that run side by side in one process, so that one tenant's long job does not delay the others. Two by default. */
  atOnce?: number;
  /** How many of them may belong to the same tenant. By default, a tenant's jobs run one after the other. */
  ofTenant?: number;
  /** Called with a job, and its id, that was interrupted too often and does not run again. */
  lost?: (data: T, id: string) => Promise<void>;
}

/** The processes that run jobs on one database. */
export interface Runners {
  /** The unique number of this process. */
  readonly own: number;
  /** Returns the numbers of the running processes; a killed process is missing at once. */
  present(): Promise<ReadonlySet<number>>;
}

/** Attempts after the first. */
const RETRIES = 2;

/** Delay before the second attempt unless an operator sets another one, seconds. Each further delay doubles. */
export const RETRY_DELAY = 5;

/**
 * Most attempts after the first. An interruption by a crash grants another attempt up to here, because it is seldom the fault of the job. A job that kills
 * its process each time is given up then.
 */
export const MOST_RETRIES = 20;

/** Seconds by which each interruption after the second delays the next attempt. The server has time for others if the job kills it. */
const INTERRUPTION_DELAY = 5;

/** A job that runs this long counts as lost and runs again, although its process is alive. Seconds. */
const MAX_RUN_SECONDS = 1800;

/** Interval of the search for jobs of other processes and for due retries, ms. Own jobs start at once. */
const POLLING = 2000;

/**
 * Interval of the search for processes that ended, ms. Their jobs resume after the second search that misses them: a process that lost its connection
 * for a moment keeps its jobs.
 */
const SEARCH_INTERVAL = 5000;

/** Marks of the queue's statements that complete a job or store its failure. */
const STORES_OUTCOME = /completed_on = now\(\)|deleted_jobs/i;

/** Waits before such a statement is repeated while the database does not respond, ms. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;

/** A queue holds one waiting job for each key; jobs without a key get a random one. */
const QUEUE_POLICY = 'short';

/**
 * The job queue, which lives in the same database. A job survives a crash and runs again, so every handler must be idempotent. Areas `define` their
 * jobs before `start`.
 */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #handlers = new Map<string, Work>();
  readonly #workers = new Map<string, TenantWorkers>();
  readonly #stopping = new AbortController();
  /** Running statements of the queue. */
  readonly #underWay = new Set<Promise<unknown>>();
  /** The database may close. */
  #isStopped = false;
  #runners: Runners | null = null;
  /** Processes that the last search missed. */
  #missing: ReadonlySet<number> = new Set();
  #look: NodeJS.Timeout | null = null;
  #poll: NodeJS.Timeout | null = null;

  constructor(
    private readonly db: Db,
    private readonly log: Logger,
    /** Told of the end of every run. */
    private readonly onEnd: (name: string, outcome: JobOutcome, ms: number) => void = () => undefined,
    /** Delay before the second attempt, seconds. */
    private readonly retryDelay = RETRY_DELAY,
  ) {
    // The queue's own pool drops waiting requests when it ends, and the worker that made one would never end.
    this.#boss = new PgBoss({
      db: {
        // A job that outlives the stop still counts as running, and resumes at the next start: its outcome must not be stored.
        executeSql: (text: string, values?: unknown[]) => this.#execute(text, values) as Promise<{ rows: never[] }>,
      },
      schema: 'cam_jobs',
    });
    this.#boss.on('error', (err) => log.error({ err }, 'job queue error'));
  }

  /**
   * Registers the handler of a job name. An error of the handler is logged, and the job runs again up to twice.
   */
  define<T extends TenantJob>(
    name: string,
    handler: (data: T, run: JobRun) => Promise<void>,
    { atOnce = 2, ofTenant = 1, lost }: WorkOptions<T> = {},
  ): void {
    this.#handlers.set(name, { handler: handler as Handler, atOnce, ofTenant, lost });
  }

  /**
   * Starts the queue.
   * @param resume no other process works on this database, so running jobs were interrupted and resume now
   * @param work false: only queue jobs, run none
   * @param runners the processes that share this database; the jobs of a process that ends resume soon
   */
  async start({ resume, work = true, runners = null }: { resume: boolean; work?: boolean; runners?: Runners | null }): Promise<void> {
    await this.#boss.start();
    if (resume) await this.#takeUp(`true`, []);
    if (work) this.#runners = runners;
    for (const [name, of] of this.#handlers) {
      await this.#boss.createQueue(name, { name, policy: QUEUE_POLICY });
      if (!work) continue;
      const workers = new TenantWorkers(of, {
        take: (running, full) => this.#takeNext(name, running, full),
        run: (job) => this.#runToEnd(name, of.handler, job),
        tenantOf: ({ data }) => (data as TenantJob).tenantId,
        onError: (err) => this.log.warn({ err, job: name }, 'due jobs could not be taken'),
      });
      this.#workers.set(name, workers);
      workers.look();
    }
    if (work) this.#poll = this.#startPolling();
    if (!this.#runners) return;
    this.#look = setInterval(() => {
      this.resumeLostJobs().catch((err: unknown) => this.log.warn({ err }, 'jobs of ended processes could not be searched'));
    }, SEARCH_INTERVAL).unref();
  }

  /** Searches once for ended processes. Resumes the jobs of those that this search and the one before missed. */
  async resumeLostJobs(): Promise<void> {
    if (!this.#runners || this.#stopping.signal.aborted) return;
    const { own } = this.#runners;
    const { rows } = await this.#track(
      this.db.executeSql(
        `select distinct (output->>'runner')::int as runner from cam_jobs.job where state = 'active' and output->>'runner' is not null`,
      ),
    );
    const present = await this.#track(this.#runners.present());
    const missing = new Set(rows.map(({ runner }) => runner as number).filter((runner) => runner !== own && !present.has(runner)));
    const gone = [...missing].filter((runner) => this.#missing.has(runner));
    this.#missing = missing;
    if (gone.length > 0) await this.#takeUp(`(output->>'runner')::int = any($1::int[])`, [gone]);
  }

  /**
   * Queues a job and returns its id. Never call it inside a transaction.
   * @param options `singletonKey`: at most one job with this key waits, and null is returned if one does; `startAfter` delays the job; `maxRunSeconds` is
   * for work that takes longer than the default
   */
  enqueue(name: string, data: TenantJob & Record<string, unknown>): Promise<string>;
  enqueue(name: string, data: TenantJob & Record<string, unknown>, options: QueueOptions): Promise<string | null>;
  async enqueue(name: string, data: TenantJob & Record<string, unknown>, options?: QueueOptions): Promise<string | null> {
    const singletonKey = options ? `${data.tenantId}/${options.singletonKey}` : crypto.randomUUID();
    const traceparent = currentTraceparent();
    const id = await this.#boss.send(name, traceparent === undefined ? data : { ...data, traceparent }, {
      ...{ retryLimit: RETRIES, retryDelay: this.retryDelay, retryBackoff: true },
      singletonKey,
      expireInSeconds: options?.maxRunSeconds ?? MAX_RUN_SECONDS,
      ...(options?.startAfter ? { startAfter: options.startAfter } : {}),
    });
    if (!id && !options) throw new Error(`job ${name} was not queued`);
    this.#lookForMore(name);
    return id;
  }

  /** Waits up to `patience` ms (at least a second) for running jobs, then stops. Interrupted jobs resume at the next start. */
  async stop({ patience = 10_000 } = {}): Promise<void> {
    if (this.#look) clearInterval(this.#look);
    if (this.#poll) clearInterval(this.#poll);
    this.#stopping.abort(new Error('the server stops'));
    const ended = new AbortController();
    const ends = Promise.all([...this.#workers.values()].map((workers) => workers.stop()));
    await Promise.race([ends, delay(patience, undefined, { signal: ended.signal }).catch(() => undefined)]);
    ended.abort();
    await this.#boss.stop({ graceful: true, wait: true, timeout: 1000 });
    // The queue does not wait for its workers. The caller may close the database next, and then they would never end.
    do {
      await Promise.allSettled(this.#underWay);
      await nextTurn();
    } while (this.#underWay.size > 0);
    this.#isStopped = true;
  }

  /**
   * Runs a statement of the queue. The queue does not wait for those that store the outcome of a job: an error would be nobody's, and the job would run
   * again. So they are repeated until the database responds.
   */
  async #execute(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> {
    for (let wait = FIRST_WAIT; !this.#isStopped; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      try {
        return await this.#track(this.db.executeSql(text, values));
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) || !STORES_OUTCOME.test(text)) throw error;
        this.log.warn({ err: error }, 'the outcome of a job could not be stored yet');
        await delay(wait, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
        if (this.#stopping.signal.aborted) break;
      }
    }
    return new Promise(() => undefined);
  }

  #track<T>(statement: Promise<T>): Promise<T> {
    this.#underWay.add(statement);
    const ended = (): boolean => this.#underWay.delete(statement);
    statement.then(ended, ended);
    return statement;
  }

  /** Counts the jobs that wait or run, by name and state. */
  async counts(): Promise<JobCount[]> {
    const { rows } = await this.#track(
      this.db.executeSql(
        `select name, state::text as state, count(*)::int as count from cam_jobs.job where state in ('created', 'retry', 'active') group by 1, 2 order by 1, 2`,
      ),
    );
    return rows as unknown as JobCount[];
  }

  /** Wakes the workers of every name that has due jobs, at an interval. One search ends before the next begins. */
  #startPolling(): NodeJS.Timeout {
    let isUnderWay = false;
    const search = async (): Promise<void> => {
      if (isUnderWay || this.#stopping.signal.aborted) return;
      isUnderWay = true;
      try {
        const { rows } = await this.#track(
          this.db.executeSql(`select distinct name from cam_jobs.job where state < 'active' and start_after <= now()`),
        );
        for (const { name } of rows) this.#lookForMore(name as string);
      } catch (err) {
        this.log.warn({ err }, 'due jobs could not be searched');
      } finally {
        isUnderWay = false;
      }
    };
    return setInterval(() => void search(), POLLING).unref();
  }

  #lookForMore(name: string): void {
    this.#workers.get(name)?.look();
  }

  /** Takes the next job of a name that is due, of the tenant with the fewest running jobs that is not full. */
  async #takeNext(name: string, running: ReadonlyMap<string, number>, full: readonly string[]): Promise<FetchedJob | null> {
    const { rows } = await this.#track(
      this.db.executeSql(
        `with next as (
           select id from cam_jobs.job
           where name = $1 and state < 'active' and start_after <= now() and not ((data->>'tenantId') = any($2::text[]))
           order by coalesce(($3::jsonb->>(data->>'tenantId'))::int, 0), priority desc, created_on, id
           limit 1 for update skip locked)
         update cam_jobs.job j
         set state = 'active', started_on = now(), retry_count = case when started_on is not null then retry_count + 1 else retry_count end
         from next where j.name = $1 and j.id = next.id
         returning j.id, j.data, extract(epoch from j.expire_in)::int as "expireInSeconds"`,
        [name, [...full], JSON.stringify(Object.fromEntries(running))],
      ),
    );
    return (rows[0] as FetchedJob | undefined) ?? null;
  }

  /** Runs a job. The queue stores its outcome, while the next job begins. */
  async #runToEnd(name: string, handler: Handler, job: FetchedJob): Promise<void> {
    const { id, expireInSeconds } = job;
    const ended = new AbortController();
    const expiry = delay(expireInSeconds * 1000, undefined, { signal: ended.signal, ref: false }).then(() => {
      throw new Error(`the job ran for more than ${expireInSeconds} seconds`);
    });
    expiry.catch(() => undefined);
    const store = (outcome: Promise<unknown>): void =>
      void outcome.catch((err: unknown) => this.log.error({ err, job: name, id }, 'the outcome of a job could not be stored'));
    try {
      await this.#untilAvailable(id, () => this.#mark(id));
      await Promise.race([this.#run(name, handler, job), expiry]);
      store(this.#boss.complete(name, id));
    } catch (error) {
      store(this.#boss.fail(name, id, error as object));
    } finally {
      ended.abort();
    }
  }

  #run(name: string, handler: Handler, job: { id: string; data: unknown }): Promise<void> {
    const { tenantId, traceparent } = job.data as TenantJob;
    const attributes = { 'cam.tenant': tenantId, 'cam.job_id': job.id };
    return inSpan(`job ${name}`, { kind: 'consumer', attributes, links: linksTo(traceparent) }, () => this.#runInSpan(name, handler, job));
  }

  async #runInSpan(name: string, handler: Handler, job: { id: string; data: unknown }): Promise<void> {
    const context = { job: name, id: job.id, tenant: (job.data as TenantJob).tenantId };
    const started = performance.now();
    try {
      // A worker may fetch a job in a request that it made before the stop.
      this.#stopping.signal.throwIfAborted();
      this.log.info(context, 'job started');
      await this.#untilAvailable(job.id, () => withoutCaller(() => handler(job.data as never, { id: job.id, signal: this.#stopping.signal })));
      const ms = performance.now() - started;
      this.onEnd(name, 'done', ms);
      this.log.info({ ...context, ms: Math.round(ms) }, 'job done');
    } catch (err) {
      this.onEnd(name, this.#stopping.signal.aborted ? 'interrupted' : 'failed', performance.now() - started);
      if (this.#stopping.signal.aborted) this.log.info(context, 'job was interrupted by the stop; it resumes at the next start');
      else this.log.error({ ...context, err }, 'job failed');
      throw err;
    }
  }

  /** Runs the work of a job again while the database or the object storage does not respond. An outage thus does not use up the attempts of the job. */
  #untilAvailable(id: string, work: () => Promise<void>): Promise<void> {
    const onOutage = (err: ServiceUnavailable): void =>
      this.log.warn({ id, err }, `${err.service} does not respond; the job runs again when it does`);
    return untilAvailable(work, { onOutage, signal: this.#stopping.signal });
  }

  /** Records the process of a job if others exist, in the field of its output, which is empty until it completes. */
  async #mark(id: string): Promise<void> {
    if (!this.#runners) return;
    const output = JSON.stringify({ runner: this.#runners.own });
    await this.#track(this.db.executeSql(`update cam_jobs.job set output = $2::jsonb where id = $1::uuid and state = 'active'`, [id, output]));
  }

  /** Resumes jobs of ended processes. A job that kills its process each time runs out of attempts. */
  async #takeUp(condition: string, values: unknown[]): Promise<void> {
    const { rows } = await this.#track(
      this.db.executeSql(
        `update cam_jobs.job
         set state = (case when retry_count < ${MOST_RETRIES} then 'retry' else 'failed' end)::cam_jobs.job_state,
             retry_limit = least(retry_limit + 1, ${MOST_RETRIES}),
             start_after = case when retry_count < 2 then start_after else now() + retry_count * interval '${INTERRUPTION_DELAY} seconds' end,
             completed_on = case when retry_count < ${MOST_RETRIES} then null else now() end, output = null
         where state = 'active' and ${condition} returning id, name, data, state::text as state`,
        values,
      ),
    );
    for (const { id, name, data, state } of rows as { id: string; name: string; data: never; state: string }[]) {
      const isLost = state === 'failed';
      this.log.warn(
        { job: name, id },
        isLost ? 'job was interrupted too often and does not run again' : 'job was interrupted by a stop or crash; it resumes',
      );
      if (isLost) await this.#handlers.get(name)?.lost?.(data, id);
      else this.#lookForMore(name);
    }
  }
}
