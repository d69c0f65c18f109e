import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from 'kysely';
import { Mutex } from './mutex';
import type { PgliteClient } from './pglite-client';

/** Kysely's dialect of the embedded database: PostgreSQL's SQL over one connection. */
export class PgliteDialect implements Dialect {
  constructor(private readonly client: PgliteClient) {}

  createDriver(): Driver {
    return new PgliteDriver(this.client);
  }
  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler();
  }
  createAdapter(): PostgresAdapter {
    return new PostgresAdapter();
  }
  createIntrospector(db: Kysely<unknown>): PostgresIntrospector {
    return new PostgresIntrospector(db);
  }
}

class PgliteConnection implements DatabaseConnection {
  constructor(
    private readonly client: PgliteClient,
    readonly release: () => void,
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affected } = await this.client.query(query.sql, query.parameters);
    return { rows: rows as R[], numAffectedRows: BigInt(affected) };
  }

  // eslint-disable-next-line require-yield -- the embedded database has no cursors; callers page by key
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the embedded database does not stream: page by key');
  }
}

class PgliteDriver implements Driver {
  readonly #mutex = new Mutex();

  constructor(private readonly client: PgliteClient) {}

  init(): Promise<void> {
    return this.client.opened();
  }

  async acquireConnection(): Promise<PgliteConnection> {
    return new PgliteConnection(this.client, await this.#mutex.acquire());
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(connection: PgliteConnection): Promise<void> {
    connection.release();
  }

  destroy(): Promise<void> {
    return this.client.close();
  }
}
