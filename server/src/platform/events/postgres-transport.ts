import { randomInt, randomUUID } from 'node:crypto';
import pg from 'pg';
import { addressOf, type DatabaseUrl } from '../db/database';
import type { Logger } from 'pino';
import type { Runners } from '../jobs/jobs';
import { EVERY_TENANT, type Events, type EventTransport, type TenantEvent } from './events';

const CHANNEL = 'cam_event';

/** Advisory lock that all job processes of one database share. A process that gets it exclusively is the only one. */
const WORKERS_LOCK = 7_203_412;

/** Class of the advisory locks that identify these processes by number. The database releases the lock of a process that ends. */
const RUNNER_LOCK = 7_203_413;

/** A lost machine closes no connection, so the database server probes it at these intervals, seconds. */
const KEEPALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/** Wait before each attempt to reconnect, ms. */
const RECONNECT = 1000;

/** Exchanges events between the servers of one PostgreSQL by LISTEN and NOTIFY, and registers the processes that run jobs. */
export class PostgresTransport implements EventTransport, Runners {
  /** Distinguishes own events, which are delivered already, from those of other servers. */
  readonly #self = randomUUID();
  readonly own = randomInt(1, 2 ** 31 - 1);
  #client: pg.Client | null = null;
  #closed = false;
  #reconnect: NodeJS.Timeout | null = null;
  /** No other process ran jobs on the database when this one started. */
  isOnlyWorker = false;

  constructor(
    private readonly url: DatabaseUrl,
    private readonly events: Events,
    private readonly log: Logger,
    /** This process runs jobs. */
    private readonly works = true,
  ) {}

  async open(): Promise<void> {
    const client = new pg.Client({ connectionString: addressOf(this.url), options: KEEPALIVE });
    client.on('error', (err) => this.#lost(err));
    client.on('end', () => this.#lost(new Error('connection ended')));
    client.on('notification', ({ payload = '' }) => this.#receive(payload));
    await client.connect();
    this.#client = client;
    if (this.works) await this.#joinWorkers(client);
    await client.query(`listen ${CHANNEL}`);
  }

  async #joinWorkers(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [WORKERS_LOCK]);
    this.isOnlyWorker = rows[0]?.alone ?? false;
    await client.query('select pg_advisory_lock_shared($1)', [WORKERS_LOCK]);
    if (this.isOnlyWorker) await client.query('select pg_advisory_unlock($1)', [WORKERS_LOCK]);
    await client.query('select pg_advisory_lock_shared($1, $2)', [RUNNER_LOCK, this.own]);
  }

  /** @throws if there is no connection: without one, every other process would seem to be gone */
  async present(): Promise<ReadonlySet<number>> {
    if (!this.#client) throw new Error('the database connection is down');
    const { rows } = await this.#client.query<{ own: number }>(
      `select objid::bigint::int as own from pg_locks
       where locktype = 'advisory' and classid = $1 and objsubid = 2 and granted
         and database = (select oid from pg_database where datname = current_database())`,
      [RUNNER_LOCK],
    );
    return new Set(rows.map(({ own }) => own));
  }

  async send(event: TenantEvent): Promise<void> {
    try {
      await this.#client?.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ ...event, from: this.#self })]);
    } catch (err) {
      this.log.warn({ err }, 'an event did not reach the other servers');
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#reconnect) clearTimeout(this.#reconnect);
    await this.#client?.end();
  }

  #receive(payload: string): void {
    const { from, ...event } = JSON.parse(payload) as TenantEvent & { from: string };
    if (from !== this.#self) this.events.deliver(event);
  }

  /** Events may be lost while the connection is down, so all subscribers are notified to refresh. */
  #lost(err: Error): void {
    if (this.#closed || this.#reconnect) return;
    this.log.warn({ err }, 'lost the event connection to the database');
    this.#client = null;
    this.#reconnect = setTimeout(() => {
      this.#reconnect = null;
      this.open().then(
        () => this.events.deliver({ tenantId: EVERY_TENANT, kind: 'revision' }),
        (error: Error) => this.#lost(error),
      );
    }, RECONNECT);
  }
}
