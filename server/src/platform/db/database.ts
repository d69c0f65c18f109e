import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery, Kysely, PostgresDialect, sql, type Dialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { callerNow } from './caller';
import { HungUp, untilHungUp, type CancelStatement } from './cancellation';
import { PgliteClient } from './pglite-client';
import { PgliteDialect } from './pglite-dialect';
import type { Database } from './schema';

export type Tx = Transaction<Database>;

/** Runs raw SQL outside kysely: for the job queue, which brings its own statements. */
export type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

/** The role that every request works as: it owns nothing and cannot pass row-level security. */
export const APP_ROLE = 'cam_app';

/**
 * The database, embedded or PostgreSQL. Tenant data is reached through `tenant` alone, which binds the transaction to one
 * tenant by row-level security; `system` is for the tables that belong to no tenant.
 */
export class Db {
  readonly #kysely: Kysely<Database>;
  readonly #inTransaction = new AsyncLocalStorage<boolean>();

  private constructor(
    dialect: Dialect,
    readonly kind: 'embedded' | 'postgres',
    readonly executeSql: ExecuteSql,
    /** Null: a statement that runs goes on to its own end. */
    private readonly cancel: (CancelStatement & { close(): Promise<void> }) | null = null,
    /** How long a statement may take that is run for a caller, ms; 0: as long as it takes. */
    private readonly limit = 0,
  ) {
    this.#kysely = new Kysely<Database>({ dialect });
  }

  /** Opens the embedded database in `dataDir`, which is created at its first use (some seconds). */
  static async embedded(dataDir: string, workerFile: URL): Promise<Db> {
    const client = new PgliteClient(workerFile, dataDir);
    await client.opened();
    const dialect = new PgliteDialect(client);
    const db: Db = new Db(dialect, 'embedded', (text, values) => db.#connectionSql(text, values));
    return db;
  }

  /** @param limit how long a statement may take that is run for a caller, ms; 0: as long as it takes */
  static async postgres(url: string, log: Logger, { limit = 0 }: { limit?: number } = {}): Promise<Db> {
    // Counts fit a number, and the embedded database gives them as numbers too.
    pg.types.setTypeParser(pg.types.builtins.INT8, Number);
    // Compiling a plan takes PostgreSQL half a second, the questions themselves a fraction of that.
    const pool = new pg.Pool({ connectionString: url, max: 20, options: '-c jit=off' });
    pool.on('error', (err) => log.warn({ err }, 'an idle database connection was lost'));
    // Whoever uses a connection that is lost is told by his statement; nobody listening to the connection itself would end the process.
    pool.on('connect', (client) => client.on('error', (err) => log.warn({ err }, 'a database connection was lost')));
    const executeSql: ExecuteSql = async (text, values) => {
      const client = await pool.connect();
      try {
        const result: pg.QueryResult | pg.QueryResult[] = await client.query(text, values);
        client.release();
        return { rows: (Array.isArray(result) ? result.flatMap((part) => part.rows) : result.rows) as Record<string, unknown>[] };
      } catch (error) {
        // A script that failed half-way leaves its transaction open: nobody else gets that connection.
        client.release(true);
        throw error;
      }
    };
    return new Db(new PostgresDialect({ pool }), 'postgres', executeSql, cancelOverOwnConnection(url, log), limit);
  }

  /**
   * One transaction that sees and writes the rows of one tenant only. For a caller (`forCaller`) it ends with them: once they hung up the statement
   * that runs is ended (in the embedded database, at its own end), no further one begins, nothing is kept, and this throws `HungUp`; where a statement
   * takes too long for them (in the embedded database none does), `TookTooLong`.
   */
  async tenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    if (!tenantId) throw new Error('db.tenant was called without a tenant');
    const caller = callerNow();
    return this.#transaction(async (tx) => {
      if (caller?.signal.aborted) throw new HungUp();
      const limit = caller ? this.limit : 0;
      const limited = limit > 0 ? sql`, set_config('statement_timeout', ${String(limit)}, true)` : sql``;
      const { rows } = await sql<{ pid: number }>`
        select set_config('role', ${APP_ROLE}, true), set_config('cam.tenant_id', ${tenantId}, true), pg_backend_pid() as pid${limited}`.execute(tx);
      if (!caller) return work(tx);
      const [pid, end] = [rows[0]?.pid, this.cancel];
      return untilHungUp(tx, { signal: caller.signal, cancel: end && pid !== undefined ? () => end(pid) : null, limit }, work);
    });
  }

  /** One transaction over tables without a tenant (user pool, tenants, releases). Row-level security shows it no tenant's rows. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#transaction(async (tx) => {
      await sql`select set_config('role', ${APP_ROLE}, true), set_config('cam.tenant_id', '', true)`.execute(tx);
      return work(tx);
    });
  }

  /** A transaction with the rights of the owner of the schema: migrations only. */
  owner<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#transaction(work);
  }

  /** Runs kysely's migrator, which opens the transaction itself, with the rights of the owner of the schema. */
  changeSchema<T>(work: (kysely: Kysely<Database>) => Promise<T>): Promise<T> {
    this.#refuseInsideTransaction();
    return work(this.#kysely);
  }

  async close(): Promise<void> {
    await this.#kysely.destroy();
    await this.cancel?.close();
  }

  /** The embedded database has one connection: a transaction that waits for another inside itself would wait for ever. */
  async #transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    this.#refuseInsideTransaction();
    return this.#inTransaction.run(true, () => this.#kysely.transaction().execute(work));
  }

  #refuseInsideTransaction(): void {
    if (this.#inTransaction.getStore()) throw new Error('a transaction was opened inside another one: hand its tx on, or do this after it');
  }

  /** Statements of the job queue; without values it may be a script with its own begin and commit. */
  async #connectionSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> {
    this.#refuseInsideTransaction();
    return this.#kysely.connection().execute(async (connection) => {
      const run = (statement: string, parameters: unknown[] | null) =>
        connection.executeQuery<Record<string, unknown>>({ ...CompiledQuery.raw(statement), parameters: parameters as readonly unknown[] });
      try {
        return { rows: (await run(text, values ?? null)).rows };
      } catch (error) {
        // A script that failed half-way leaves its transaction open on the one connection.
        await run('rollback', null);
        throw error;
      }
    });
  }
}

/** Statements are ended over a connection that nobody else uses: where all others are busy, none of them could be asked to. */
function cancelOverOwnConnection(url: string, log: Logger): CancelStatement & { close(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 10_000 });
  pool.on('error', (err) => log.warn({ err }, 'an idle database connection was lost'));
  const cancel: CancelStatement = async (pid) => {
    await pool.query('select pg_cancel_backend($1)', [pid]).catch((err: unknown) => log.warn({ err }, 'a statement could not be ended'));
  };
  return Object.assign(cancel, { close: () => pool.end() });
}
