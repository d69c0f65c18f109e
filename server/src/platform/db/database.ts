import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery, Kysely, PostgresDialect, sql, type Dialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { currentAccountLimit } from './account-limit';
import { currentCaller } from './caller';
import { CallerDisconnected, runCancellable, type CancelStatement } from './cancellation';
import { PgliteClient } from './pglite-client';
import { PgliteDialect } from './pglite-dialect';
import { OpenTransaction } from './open-transaction';
import type { Database } from './schema';
import { inChildSpan } from '../telemetry/tracing';
import { withUnavailable } from './unavailable';

export type Tx = Transaction<Database>;

/** Runs raw SQL outside kysely, for the job queue, which has its own statements. */
export type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

/** The role of all requests: it owns no table and cannot bypass row-level security. */
export const APP_ROLE = 'cam_app';

/**
 * The role of requests whose caller is limited to accounts. It reads only the tables that a migration granted to it. Their restrictive policies show it
 * the rows of its accounts alone, so a query cannot forget the limit.
 */
export const LIMITED_ROLE = 'cam_limited';

/**
 * Lets a hash table take 64 MB, whatever `work_mem` is, and twice `work_mem` at least, as PostgreSQL does. The planner expects each condition of a query to select a third of all
 * entities, and compares every row with a whole list of values where it expects the hash table of that list to be too large.
 */
const HASH_MEMORY = sql`
  set_config('hash_mem_multiplier', least(1000, greatest(2, ${64 * 1024 * 1024}::float8 / pg_size_bytes(current_setting('work_mem'))))::text, true)`;

/** The address of PostgreSQL, or a function that returns the present one. */
export type DatabaseUrl = string | (() => string);

/** Returns the present address. */
export const addressOf = (url: DatabaseUrl): string => (typeof url === 'string' ? url : url());

/**
 * The database, embedded or PostgreSQL. Only `tenant` reaches tenant data: it binds the transaction to one tenant by row-level security.
 * `system` is for the tables that belong to no tenant.
 */
export class Db {
  readonly #kysely: Kysely<Database>;
  readonly #inTransaction = new AsyncLocalStorage<boolean>();

  private constructor(
    dialect: Dialect,
    readonly kind: 'embedded' | 'postgres',
    readonly executeSql: ExecuteSql,
    /** Null: a running statement cannot be cancelled. */
    private readonly cancel: (CancelStatement & { close(): Promise<void> }) | null = null,
    /** The time limit of a request's statement, ms; 0: none. */
    private readonly limit = 0,
    /** Counts the connections of this process; null: the embedded database has only one. */
    readonly connections: (() => { open: number; idle: number; waiting: number }) | null = null,
  ) {
    this.#kysely = new Kysely<Database>({ dialect });
  }

  /** Opens the embedded database in `dataDir`; the first open creates it, which takes some seconds. */
  static async embedded(dataDir: string, workerFile: URL): Promise<Db> {
    const client = new PgliteClient(workerFile, dataDir);
    await client.opened();
    const dialect = new PgliteDialect(client);
    const db: Db = new Db(dialect, 'embedded', (text, values) => db.#connectionSql(text, values));
    return db;
  }

  /**
   * @param url the address; a function is asked again for each connection, so that a changed password needs no restart
   * @param limit the time limit of a request's statement, ms; 0: none
   */
  static async postgres(url: DatabaseUrl, log: Logger, { limit = 0 }: { limit?: number } = {}): Promise<Db> {
    // Counts fit into a number, and the embedded database returns them as numbers too.
    pg.types.setTypeParser(pg.types.builtins.INT8, Number);
    // JIT compilation of a plan takes half a second, far longer than the queries themselves.
    const pool = new pg.Pool({ Client: clientOf(url), max: 20, options: '-c jit=off' });
    pool.on('error', (err) => log.warn({ err }, 'an idle database connection was lost'));
    // The statement on a lost connection reports the error. Without this listener the connection's own error event would end the process.
    pool.on('connect', (client) => client.on('error', (err) => log.warn({ err }, 'a database connection was lost')));
    const executeSql: ExecuteSql = async (text, values) => {
      const client = await pool.connect().catch((error: unknown) => {
        throw withUnavailable(error);
      });
      try {
        const result: pg.QueryResult | pg.QueryResult[] = await client.query(text, values);
        client.release();
        return { rows: (Array.isArray(result) ? result.flatMap((part) => part.rows) : result.rows) as Record<string, unknown>[] };
      } catch (error) {
        // A script that fails half-way leaves its transaction open, so the connection leaves the pool.
        client.release(true);
        throw withUnavailable(error);
      }
    };
    const connections = () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
    return new Db(new PostgresDialect({ pool }), 'postgres', executeSql, cancelOverOwnConnection(url, log), limit, connections);
  }

  /**
   * Runs one transaction that reads and writes the rows of one tenant only. For a request (`withCaller`) it ends when the client disconnects:
   * the running statement is cancelled (the embedded database lets it finish), no further one begins, and the transaction rolls back. Within
   * `withAccountLimit` it shows only the rows of the caller's accounts.
   * @throws CallerDisconnected after the client disconnected
   * @throws StatementTimeout after a statement reached the time limit, which the embedded database does not have
   * @throws DatabaseUnavailable if PostgreSQL does not respond
   */
  async tenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    if (!tenantId) throw new Error('db.tenant was called without a tenant');
    const caller = currentCaller();
    const accounts = currentAccountLimit();
    return this.#transaction(async (tx) => {
      if (caller?.signal.aborted) throw new CallerDisconnected();
      const limit = caller ? this.limit : 0;
      const timed = limit > 0 ? sql`, set_config('statement_timeout', ${String(limit)}, true)` : sql``;
      const [role, within] = accounts ? [LIMITED_ROLE, sql`, set_config('cam.accounts', ${accounts.join(',')}, true)`] : [APP_ROLE, sql``];
      const { rows } = await sql<{ pid: number }>`
        select set_config('role', ${role}, true), set_config('cam.tenant_id', ${tenantId}, true), ${HASH_MEMORY},
          pg_backend_pid() as pid${timed}${within}`.execute(tx);
      if (!caller) return work(tx);
      const [pid, end] = [rows[0]?.pid, this.cancel];
      return runCancellable(tx, { signal: caller.signal, cancel: end && pid !== undefined ? () => end(pid) : null, limit }, work);
    });
  }

  /**
   * Opens a transaction of one tenant that the caller ends, so that other transactions can run meanwhile. The embedded database has one connection and
   * cannot. A limit of the database's operator on idle transactions does not apply to it.
   * @throws DatabaseUnavailable if PostgreSQL does not respond
   */
  async open(tenantId: string): Promise<OpenTransaction> {
    if (!tenantId) throw new Error('db.open was called without a tenant');
    if (this.kind === 'embedded') throw new Error('the embedded database runs one transaction at a time');
    const open = new OpenTransaction(
      await this.#kysely
        .startTransaction()
        .execute()
        .catch((error: unknown) => Promise.reject(withUnavailable(error))),
    );
    try {
      await open.run((tx) =>
        sql`
          select set_config('role', ${APP_ROLE}, true), set_config('cam.tenant_id', ${tenantId}, true),
            set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx),
      );
      return open;
    } catch (error) {
      await open.rollback();
      throw error;
    }
  }

  /** Runs one transaction on tables without a tenant (user pool, tenants, releases). Row-level security hides all tenants' rows from it. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#transaction(async (tx) => {
      await sql`select set_config('role', ${APP_ROLE}, true), set_config('cam.tenant_id', '', true)`.execute(tx);
      return work(tx);
    });
  }

  /** Runs a transaction with the rights of the schema's owner, for migrations only. */
  owner<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#transaction(work);
  }

  /** Runs kysely's migrator, which opens its own transaction, with the rights of the schema's owner. */
  changeSchema<T>(work: (kysely: Kysely<Database>) => Promise<T>): Promise<T> {
    this.#refuseInsideTransaction();
    return work(this.#kysely);
  }

  async close(): Promise<void> {
    await this.#kysely.destroy();
    await this.cancel?.close();
  }

  /** Refuses nested transactions: the embedded database has one connection, so the inner one would wait forever. */
  async #transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    this.#refuseInsideTransaction();
    try {
      return await inChildSpan('database transaction', { 'db.system.name': 'postgresql' }, () =>
        this.#inTransaction.run(true, () => this.#kysely.transaction().execute(work)),
      );
    } catch (error) {
      throw this.kind === 'postgres' ? withUnavailable(error) : error;
    }
  }

  #refuseInsideTransaction(): void {
    if (this.#inTransaction.getStore()) throw new Error('a transaction was opened inside another one: pass its tx on, or run this after it');
  }

  /** Runs a statement of the job queue; without values it may be a script with its own begin and commit. */
  async #connectionSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> {
    this.#refuseInsideTransaction();
    return this.#kysely.connection().execute(async (connection) => {
      const run = (statement: string, parameters: unknown[] | null) =>
        connection.executeQuery<Record<string, unknown>>({ ...CompiledQuery.raw(statement), parameters: parameters as readonly unknown[] });
      try {
        return { rows: (await run(text, values ?? null)).rows };
      } catch (error) {
        // A script that fails half-way leaves its transaction open on the only connection.
        await run('rollback', null);
        throw error;
      }
    });
  }
}

/** Returns a kind of client that asks for the address when it is made. */
function clientOf(url: DatabaseUrl): typeof pg.Client {
  return class extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionString: addressOf(url) });
    }
  };
}

/** Cancels statements over a separate connection, because all connections of the pool may be busy. */
function cancelOverOwnConnection(url: DatabaseUrl, log: Logger): CancelStatement & { close(): Promise<void> } {
  const pool = new pg.Pool({ Client: clientOf(url), max: 1, idleTimeoutMillis: 10_000 });
  pool.on('error', (err) => log.warn({ err }, 'an idle database connection was lost'));
  const cancel: CancelStatement = async (pid) => {
    await pool.query('select pg_cancel_backend($1)', [pid]).catch((err: unknown) => log.warn({ err }, 'a statement could not be cancelled'));
  };
  return Object.assign(cancel, { close: () => pool.end() });
}
