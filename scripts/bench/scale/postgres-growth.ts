import { sql } from 'kysely';
import pino from 'pino';
import { Db } from '../../../server/src/platform/db/database';
import { TENANT } from './watched-cam';

/** Tells how a PostgreSQL grows. */
export class PostgresGrowth {
  private constructor(private readonly db: Db) {}

  static async of(url: string): Promise<PostgresGrowth> {
    return new PostgresGrowth(await Db.postgres(url, pino({ level: 'silent' })));
  }

  /** Returns the size of the database and the position of its write-ahead log, bytes, and the number of current entities and of sources. */
  read(): Promise<{ size: number; log: number; entities: number; sources: number }> {
    return this.db.tenant(TENANT, async (tx) => {
      const { rows } = await sql<Record<'size' | 'log' | 'entities' | 'sources', string>>`
        select pg_database_size(current_database()) size, pg_current_wal_lsn() - '0/0'::pg_lsn log,
          (select count(*) from graph_entity where tenant_id = ${TENANT} and valid_to is null) entities,
          (select count(*) from graph_source where tenant_id = ${TENANT}) sources`.execute(tx);
      const [row] = rows;
      return { size: Number(row?.size), log: Number(row?.log), entities: Number(row?.entities), sources: Number(row?.sources) };
    });
  }

  close(): Promise<void> {
    return this.db.close();
  }
}
