import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import { EVERY_TENANT, type Events, type EventTransport, type TenantEvent } from './events';

const CHANNEL = 'cam_event';

/** Advisory lock that every running server of one database shares; who can have it alone is the only one. */
const SERVERS_LOCK = 7_203_412;

/** Wait before the lost connection is tried again, ms. */
const RECONNECT = 1000;

/** Events between the servers of one PostgreSQL, by LISTEN and NOTIFY. */
export class PostgresTransport implements EventTransport {
  /** Tells own events, which are delivered already, from those of others. */
  readonly #self = randomUUID();
  #client: pg.Client | null = null;
  #closed = false;
  #reconnect: NodeJS.Timeout | null = null;
  /** Whether no other server was using the database when this one came. */
  isOnlyServer = false;

  constructor(
    private readonly url: string,
    private readonly events: Events,
    private readonly log: Logger,
  ) {}

  async open(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', (err) => this.#lost(err));
    client.on('end', () => this.#lost(new Error('connection ended')));
    client.on('notification', ({ payload = '' }) => this.#receive(payload));
    await client.connect();
    this.#client = client;
    const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [SERVERS_LOCK]);
    this.isOnlyServer = rows[0]?.alone ?? false;
    await client.query('select pg_advisory_lock_shared($1)', [SERVERS_LOCK]);
    if (this.isOnlyServer) await client.query('select pg_advisory_unlock($1)', [SERVERS_LOCK]);
    await client.query(`listen ${CHANNEL}`);
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

  /** While the connection was away events may have been missed, so everybody is told to look again. */
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
