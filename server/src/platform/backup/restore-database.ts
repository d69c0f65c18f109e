import { sql } from 'kysely';
import PgBoss from 'pg-boss';
import { ConfigError } from '../config-error';
import type { Db, Tx } from '../db/database';
import type { Migrations } from '../db/migrate';
import { fixTextFormats, OWN_SCHEMA, QUEUE_SCHEMA, queueVersionOf, tablesOf, type Table } from './catalogue';
import type { EntryStart } from './records';

type BackupStart = Extract<EntryStart, { entry: 'backup' }>;

/** @throws ConfigError if the database has tables or jobs */
export async function refuseUsedDatabase(db: Db): Promise<void> {
  const isUsed = await db.owner(async (tx) => {
    const tables = await tablesOf(tx);
    if (tables.some(({ schema }) => schema === OWN_SCHEMA)) return true;
    // An interrupted restore leaves the queue's tables without rows.
    if (tables.length === 0) return false;
    const { rows } = await sql`select 1 from ${sql.table(`${QUEUE_SCHEMA}.queue`)} limit 1`.execute(tx);
    return rows.length > 0;
  });
  if (isUsed) throw new ConfigError('The database is not empty, so nothing was restored.\nCreate an empty database, and set DATABASE_URL to it.');
}

/** Writes the rows of a backup into an empty database, in one transaction: all of them are there afterwards, or none. */
export class DatabaseRestore {
  #tables: Table[] = [];
  #table: Table | null = null;
  #columns: string[] = [];
  rows = 0;

  private constructor(
    private readonly tx: Tx,
    private readonly backup: BackupStart,
  ) {}

  /**
   * Creates the tables as of the backup, and runs `work` to fill them.
   * @param migrations all migrations of this release; those that the backup does not have run when the server starts
   */
  static async run(db: Db, backup: BackupStart, migrations: Migrations, work: (restore: DatabaseRestore) => Promise<void>): Promise<void> {
    const hasQueue = await db.owner(async (tx) => (await queueVersionOf(tx)) !== null);
    if (backup.queueVersion !== null && !hasQueue) await db.executeSql(PgBoss.getConstructionPlans(QUEUE_SCHEMA));
    await db.owner(async (tx) => {
      for (const name of [...backup.migrations].sort()) await migrations[name]?.up(tx);
      // The same tables as kysely creates.
      await sql`create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(tx);
      await sql`create table kysely_migration_lock (id varchar(255) not null primary key, is_locked integer default 0 not null)`.execute(tx);
      await fixTextFormats(tx);
      const restore = new DatabaseRestore(tx, backup);
      await restore.#begin();
      await work(restore);
      await restore.#end();
    });
    await db.executeSql('analyze');
  }

  async #begin(): Promise<void> {
    this.#tables = await tablesOf(this.tx);
    const own = this.#tables.filter(({ schema }) => schema === OWN_SCHEMA).map(({ schema, name }) => sql.table(`${schema}.${name}`));
    // Migrations may have written rows, which the backup has as well.
    await sql`truncate ${sql.join(own)}`.execute(this.tx);
    await this.#forceSecurity(false);
    await this.#triggers('disable');
  }

  /** The owner of the tables writes the rows of all tenants, which forced row-level security would refuse. */
  async #forceSecurity(isForced: boolean): Promise<void> {
    for (const { schema, name } of this.#tables.filter((table) => table.isForced))
      await sql`alter table ${sql.table(`${schema}.${name}`)} ${sql.raw(isForced ? 'force' : 'no force')} row level security`.execute(this.tx);
  }

  /** A trigger would write rows that the backup has already. */
  async #triggers(change: 'enable' | 'disable'): Promise<void> {
    for (const { schema, name } of this.#tables.filter((table) => table.schema === OWN_SCHEMA))
      await sql`alter table ${sql.table(`${schema}.${name}`)} ${sql.raw(change)} trigger user`.execute(this.tx);
  }

  async #end(): Promise<void> {
    // Checks of references wait for the end of the transaction, and a table with waiting checks cannot be altered.
    await sql`set constraints all immediate`.execute(this.tx);
    await this.#triggers('enable');
    await this.#forceSecurity(true);
  }

  /** Begins to fill a table. */
  async table({ schema, name, columns }: Extract<EntryStart, { entry: 'table' }>): Promise<void> {
    this.#table = this.#tables.find((table) => table.schema === schema && table.name === name) ?? null;
    this.#columns = columns;
    const isQueue = schema === QUEUE_SCHEMA;
    const version = isQueue ? await queueVersionOf(this.tx) : null;
    // This release's queue has a version of its own.
    if (isQueue && name === 'version' && version !== this.backup.queueVersion) this.#table = null;
    else if (isQueue && name === 'version') await sql`delete from ${sql.table(`${schema}.${name}`)}`.execute(this.tx);
    const unknown = isQueue ? [] : columns.filter((column) => !this.#table?.columns.some((known) => known.name === column));
    if (unknown.length > 0)
      throw new ConfigError(
        `The backup has columns of the table ${name} that this release does not know: ${unknown.join(', ')}.\nRestore it with the release that wrote it.`,
      );
  }

  /** Writes a part of the rows of the current table. */
  async part(content: Buffer): Promise<void> {
    const text = content.toString();
    const lines = JSON.parse(text) as (string | null)[][];
    this.rows += lines.length;
    if (!this.#table) return;
    const { schema, name, columns } = this.#table;
    if (schema === QUEUE_SCHEMA && name === 'queue') await this.#createQueues(lines);
    const common = this.#columns.flatMap((column, index) =>
      columns.filter((known) => known.name === column).map(({ type }) => ({ column, type, index })),
    );
    const names = sql.join(common.map(({ column }) => sql.ref(column)));
    const values = sql.join(common.map(({ type, index }) => sql`(line ->> ${sql.lit(index)})::${sql.raw(type)}`));
    await sql`
      insert into ${sql.table(`${schema}.${name}`)} (${names}) overriding system value
      select ${values} from jsonb_array_elements(${text}::jsonb) as line`.execute(this.tx);
  }

  /** Each queue has a table for its jobs, which the queue's own function creates with a row that the backup then replaces. */
  async #createQueues(lines: readonly (string | null)[][]): Promise<void> {
    const index = this.#columns.indexOf('name');
    const names = lines.map((line) => line[index] ?? '');
    for (const queue of names) await sql`select cam_jobs.create_queue(${queue}, '{}'::json)`.execute(this.tx);
    await sql`delete from ${sql.table(`${QUEUE_SCHEMA}.queue`)} where name = any(${names}::text[])`.execute(this.tx);
  }

  async sequences(values: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(values))
      await sql`select setval(format('%I.%I', ${OWN_SCHEMA}::text, ${name}::text)::regclass, ${value}::bigint)`.execute(this.tx);
  }
}
