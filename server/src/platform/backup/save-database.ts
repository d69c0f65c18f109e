import { sql } from 'kysely';
import { ConfigError } from '../config-error';
import type { Db, Tx } from '../db/database';
import { fixTextFormats, OWN_SCHEMA, queueVersionOf, tablesOf, type Table } from './catalogue';
import type { RecordWriter } from './records';

/** Rows are fetched in parts of about this size, bytes. */
const PART = 2 ** 22;
const MOST_ROWS = 5000;

export interface SaveOptions {
  /** Returns the ids of all tenants. On PostgreSQL, row-level security shows the rows of one tenant at a time even to the owner of the tables. */
  tenantsOf: (tx: Tx) => Promise<string[]>;
  /** Called after each table. */
  progress: (table: string, rows: number) => void;
}

/**
 * Writes all rows of all tables as of one moment, while servers on PostgreSQL go on.
 * @param afterwards runs before the moment ends, for what the rows refer to
 * @returns the number of rows
 * @throws ConfigError if the database has no schema that this release knows
 */
export async function saveDatabase(
  db: Db,
  writer: RecordWriter,
  { tenantsOf, progress }: SaveOptions,
  afterwards: () => Promise<void>,
): Promise<number> {
  return db.owner(async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    await fixTextFormats(tx);
    const migrations = await migrationsOf(tx);
    const start = { createdAt: new Date().toISOString(), database: db.kind, migrations, queueVersion: await queueVersionOf(tx) };
    await writer.start({ entry: 'backup', ...start });
    const tenants = await tenantsOf(tx);
    let total = 0;
    for (const table of await tablesOf(tx)) {
      const { schema, name, columns } = table;
      await writer.start({ entry: 'table', schema, name, columns: columns.map((column) => column.name) });
      let rows = 0;
      for (const tenant of table.isHidden ? tenants : ['']) {
        await sql`select set_config('cam.tenant_id', ${tenant}, true)`.execute(tx);
        rows += await saveRows(tx, table, writer);
      }
      progress(name, rows);
      total += rows;
    }
    const { rows: sequences } = await sql<{ name: string; value: string }>`
      select sequencename as name, last_value::text as value from pg_sequences where schemaname = ${OWN_SCHEMA} and last_value is not null`.execute(
      tx,
    );
    await writer.start({ entry: 'sequences', values: Object.fromEntries(sequences.map(({ name, value }) => [name, value])) });
    await afterwards();
    return total;
  });
}

/** Writes rows as JSON arrays of the text of each column, which every version of the database reads back to the same value. */
async function saveRows(tx: Tx, { schema, name, columns }: Table, writer: RecordWriter): Promise<number> {
  const texts = sql.join(columns.map((column) => sql`${sql.ref(column.name)}::text`));
  await sql`declare saved no scroll cursor for select json_build_array(${texts})::text as line from ${sql.table(`${schema}.${name}`)}`.execute(tx);
  let saved = 0;
  for (let count = 100; ;) {
    const { rows } = await sql<{ line: string }>`fetch forward ${sql.lit(count)} from saved`.execute(tx);
    if (rows.length > 0) {
      const part = Buffer.from(`[${rows.map(({ line }) => line).join(',')}]`);
      await writer.part(part);
      count = Math.max(1, Math.min(MOST_ROWS, Math.round((rows.length * PART) / part.length)));
    }
    saved += rows.length;
    if (rows.length === 0) break;
  }
  await sql`close saved`.execute(tx);
  return saved;
}

async function migrationsOf(tx: Tx): Promise<string[]> {
  const { rows: found } = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(tx);
  if (!found[0]?.found)
    throw new ConfigError(
      'The database has no schema of this release, so there is nothing to save.\nCheck CAM_DATA and DATABASE_URL. If an older release made it, start this release once, or save it with that one.',
    );
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(tx);
  return rows.map(({ name }) => name);
}
