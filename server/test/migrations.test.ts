import { sql } from 'kysely';
import { FORMER_STEPS } from '../src/platform/db/former-steps';
import { migrate, type Migrations } from '../src/platform/db/migrate';
import { allMigrations } from '../src/platform/db/migrations';
import { emptyDatabase, schemaOf } from './support/schema-of';
import { openTestDatabase, silent, type TestDatabase } from './support/test-database';

const names = Object.keys(allMigrations);
const formerOf = new Map(Object.entries(FORMER_STEPS).map(([former, present]) => [present, former]));

let test: TestDatabase;
let current: string[];
beforeAll(async () => {
  test = await openTestDatabase();
  current = await schemaOf(test.db);
}, 240_000);
afterAll(() => test.remove());

const select = (list: readonly string[]): Migrations => Object.fromEntries(Object.entries(allMigrations).filter(([name]) => list.includes(name)));

/** All steps. Each one that runs is entered into `ran`. */
const recording = (ran: string[]): Migrations =>
  Object.fromEntries(
    Object.entries(allMigrations).map(([name, { up }]) => [
      name,
      {
        up: async (db) => {
          ran.push(name);
          await up(db);
        },
      },
    ]),
  );

const execute = (text: string) => test.db.owner((tx) => sql.raw(text).execute(tx));

const tableExists = async (table: string): Promise<boolean> => {
  const { rows } = await test.db.owner((tx) => sql<{ kept: boolean }>`select to_regclass(${table}) is not null as kept`.execute(tx));
  return rows[0]?.kept === true;
};

/** Records applied steps as former releases did. Those applied new steps in the order of their former names. */
async function recordAsFormerly(applied: readonly string[]): Promise<void> {
  await execute('drop table if exists kysely_migration, kysely_migration_lock');
  await execute('create table cam_migration (name text primary key, applied_at timestamptz not null default now())');
  const former = applied.flatMap((name) => formerOf.get(name) ?? []).sort();
  for (const [second, name] of former.entries()) {
    await test.db.owner((tx) =>
      sql`insert into cam_migration values (${name}, timestamptz '2026-11-21' + make_interval(secs => ${second}::int))`.execute(tx),
    );
  }
}

describe('a database of a former release', () => {
  it('adopts the new migration record once if all former steps ran, even if two servers start together', async () => {
    await emptyDatabase(test.db);
    const former = names.filter((name) => formerOf.has(name));
    await migrate(test.db, select(former), silent);
    await recordAsFormerly(former);
    const ran: string[] = [];
    await Promise.all([migrate(test.db, recording(ran), silent), migrate(test.db, recording(ran), silent)]);
    expect(ran).toEqual(names.filter((name) => !formerOf.has(name)));
    expect([await tableExists('cam_migration'), await tableExists('kysely_migration')]).toEqual([false, true]);
    expect(await schemaOf(test.db)).toEqual(current);
  });

  it.each([17, 73])('runs only the missing steps if %d steps ran before', async (count) => {
    await emptyDatabase(test.db);
    const applied = names.slice(0, count);
    await migrate(test.db, select(applied), silent);
    await recordAsFormerly(applied);
    const ran: string[] = [];
    await migrate(test.db, recording(ran), silent);
    expect(ran).toEqual(names.slice(count));
    expect(await schemaOf(test.db)).toEqual(current);
  });

  it('is repaired if it ran a step before that step was edited', async () => {
    await emptyDatabase(test.db);
    const before = names.slice(0, names.indexOf('20261123T0900_repair_edited_steps'));
    await migrate(test.db, select(before), silent);
    await execute('drop table graph_profile');
    await execute('create table graph_class (tenant_id text)');
    await execute('drop index graph_access_by_pclass');
    await execute(`
      create index graph_access_by_pclass on graph_access (tenant_id, pclass_id, type, class_id)
      include (account_id, cloud_type, read_mode, write_mode, admin_mode, action_set, marks) where valid_to is null`);
    await execute('alter sequence graph_snapshot_number start with 1');
    await migrate(test.db, allMigrations, silent);
    expect(await schemaOf(test.db)).toEqual(current);
  });

  it('keeps its new migration record if a former release started on it afterwards', async () => {
    await recordOf('0001_app_role', '0002_trigrams');
    const ran: string[] = [];
    await migrate(test.db, recording(ran), silent);
    expect(ran).toEqual([]);
    expect(await tableExists('cam_migration')).toBe(false);
  });

  it('is refused and left unchanged if it has a step that was never released', async () => {
    await recordOf('0001_app_role', '0100_remotes');
    await expect(migrate(test.db, allMigrations, silent)).rejects.toThrow('unknown step of the schema, "0100_remotes"');
    expect(await tableExists('cam_migration')).toBe(true);
    await execute('drop table cam_migration');
  });
});

/** Adds the former record beside the present one. */
async function recordOf(...former: string[]): Promise<void> {
  await execute('create table cam_migration (name text primary key, applied_at timestamptz not null default now())');
  for (const name of former) await test.db.owner((tx) => sql`insert into cam_migration values (${name})`.execute(tx));
}

it('a failing migration step rolls back all steps of its run', async () => {
  await emptyDatabase(test.db);
  const failing = { ...select(names.slice(0, 3)), [`${names[2]}_fails`]: { up: async () => Promise.reject(new Error('no such step')) } };
  await expect(migrate(test.db, failing, silent)).rejects.toThrow('no such step');
  expect(await tableExists('tenant')).toBe(false);
  await migrate(test.db, allMigrations, silent);
  expect(await schemaOf(test.db)).toEqual(current);
});
