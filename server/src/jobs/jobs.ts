import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import type { Config } from '../config';
import type { Db } from '../db/database';

/** What every job carries: the tenant whose work it is. */
export interface TenantJob {
  tenantId: string;
}

type Handler = (data: never) => Promise<void>;

/** Tries after the first one, and the seconds before the first of them; each further wait doubles. */
const RETRIES = { retryLimit: 2, retryDelay: 5, retryBackoff: true };

/** A job that ran this long belongs to a process that died: another takes it up. Seconds. */
const LONGEST_RUN = 1800;

/**
 * Long work, in a queue in the same database: it survives a crash and is taken up again, so every handler must be idempotent.
 * Areas `define` their jobs before `start`.
 */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #handlers = new Map<string, Handler>();

  constructor(
    config: Config,
    db: Db,
    private readonly log: Logger,
  ) {
    this.#boss = new PgBoss(
      config.databaseUrl
        ? { connectionString: config.databaseUrl, schema: 'cam_jobs', max: 4 }
        : { db: { executeSql: (text: string, values?: unknown[]) => db.executeSql(text, values) as Promise<{ rows: never[] }> }, schema: 'cam_jobs' },
    );
    this.#boss.on('error', (err) => log.error({ err }, 'job queue error'));
  }

  define<T extends TenantJob>(name: string, handler: (data: T) => Promise<void>): void {
    this.#handlers.set(name, handler as Handler);
  }

  async start(): Promise<void> {
    await this.#boss.start();
    for (const [name, handler] of this.#handlers) {
      await this.#boss.createQueue(name);
      await this.#boss.work(name, { pollingIntervalSeconds: 0.5 }, async (jobs) => {
        for (const job of jobs) {
          this.log.info({ job: name, id: job.id }, 'job started');
          await handler(job.data as never);
          this.log.info({ job: name, id: job.id }, 'job done');
        }
      });
    }
  }

  /** Queues a job and answers with its id. */
  async enqueue(name: string, data: TenantJob & Record<string, unknown>): Promise<string> {
    const id = await this.#boss.send(name, data, { ...RETRIES, expireInSeconds: LONGEST_RUN });
    if (!id) throw new Error(`job ${name} was not queued`);
    return id;
  }

  /** Lets running jobs end (for 10 s), then stops. */
  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: true, wait: true, timeout: 10_000 });
  }
}
