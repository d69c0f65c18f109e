import { Migrator, sql, type Migration } from 'kysely';
import type { Logger } from 'pino';
import { ConfigError } from '../config-error';
import type { Db, Tx } from './database';
import { FORMER_STEPS } from './former-steps';

/** Steps of the schema by name. The names sort in the order of application. */
export type Migrations = Record<string, Migration>;

/** Any number. Former releases take the same lock while they change the schema. */
const LOCK = 7_203_411;

/**
 * Brings the schema up to date. All missing steps share one transaction, and servers that start together wait for each other.
 * @throws ConfigError where a newer release has changed the database, because this one cannot tell whether it still fits
 */
export async function migrate(db: Db, migrations: Migrations, log: Logger): Promise<void> {
  await db.owner(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
    if (await hasTable(tx, 'cam_migration')) await takeOverFormerSteps(tx);
    await refuseNewerSchema(tx, migrations);
  });
  const { error, results = [] } = await db.changeSchema((kysely) =>
    new Migrator({
      db: kysely,
      provider: { getMigrations: async () => migrations },
      // The default compares by locale, which may order names differently from the list.
      nameComparator: (a, b) => (a < b ? -1 : 1),
    }).migrateToLatest(),
  );
  for (const { migrationName: migration, status } of results) {
    if (status === 'Error') log.error({ migration }, 'schema not changed');
    else if (error === undefined) log.info({ migration }, 'schema changed');
  }
  if (error !== undefined) throw error;
}

/** Hands the record of a former release, which is in a table of its own, over to kysely's. */
async function takeOverFormerSteps(tx: Tx): Promise<void> {
  const { rows } = await sql<{ name: string; applied_at: Date }>`select name, applied_at from cam_migration`.execute(tx);
  const applied = rows.map(({ name, applied_at }) => {
    const present = FORMER_STEPS[name];
    if (!present) throw new ConfigError(`The database has an unknown step of the schema, "${name}". Use a database of a released version.`);
    return { name: present, at: applied_at.getTime() };
  });
  // The same table as kysely creates.
  await sql`create table if not exists kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(tx);
  // Kysely reads the order of application from the times, and former releases applied new steps in the order of other names.
  let latest = 0;
  for (const { name, at } of applied.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    latest = Math.max(latest, at);
    const timestamp = new Date(latest).toISOString();
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp}) on conflict do nothing`.execute(tx);
  }
  await sql`drop table cam_migration`.execute(tx);
}

async function refuseNewerSchema(tx: Tx, migrations: Migrations): Promise<void> {
  if (!(await hasTable(tx, 'kysely_migration'))) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name desc`.execute(tx);
  const newer = rows.find(({ name }) => !migrations[name]);
  if (newer) {
    throw new ConfigError(
      `A newer release has changed this database (step "${newer.name}"). Start that release or a later one, or restore a backup.`,
    );
  }
}

async function hasTable(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${name}) is not null as found`.execute(tx);
  return rows[0]?.found === true;
}
