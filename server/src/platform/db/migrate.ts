import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db, Tx } from './database';

/** Steps of the schema by name; the names sort in the order in which they run, and a step that ran is never changed. */
export type Migrations = Record<string, { up(tx: Tx): Promise<void> }>;

/** Any number: it keeps two starting servers from migrating at once. */
const LOCK = 7_203_411;

/** Brings the schema up to date, each step in a transaction of its own. */
export async function migrate(db: Db, migrations: Migrations, log: Logger): Promise<void> {
  await db.owner(async (tx) => {
    await sql`create table if not exists cam_migration (name text primary key, applied_at timestamptz not null default now())`.execute(tx);
  });
  for (const name of Object.keys(migrations).sort()) {
    await db.owner(async (tx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
      const done = await sql`select 1 from cam_migration where name = ${name}`.execute(tx);
      if (done.rows.length > 0) return;
      await migrations[name]?.up(tx);
      await sql`insert into cam_migration (name) values (${name})`.execute(tx);
      log.info({ migration: name }, 'schema changed');
    });
  }
}
