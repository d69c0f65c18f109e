import { sql } from 'kysely';
import { withinTime } from '../src/platform/db/time-limit';
import { openTestDatabase, type TestDatabase } from './support/test-database';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.remove());

const TENANT = 'acme';
const snapshots = async (): Promise<string[]> =>
  database.db.tenant(TENANT, async (tx) => {
    const { rows } = await sql<{ source_uid: string }>`select source_uid from graph_snapshot where tenant_id = ${TENANT} order by 1`.execute(tx);
    return rows.map(({ source_uid: uid }) => uid);
  });
const write = (uid: string) =>
  sql`insert into graph_snapshot (tenant_id, snapshot_id, source_uid, taken_at, state)
    select ${TENANT}, coalesce(max(snapshot_id), 0) + 1, ${uid}, now(), 'current' from graph_snapshot`;

const onPostgres = process.env.CAM_TEST_DATABASE === 'postgres' ? it : it.skip;

describe('a part of a transaction within a time limit', () => {
  it('returns its result, and its statements hold', async () => {
    await database.db.tenant(TENANT, async (tx) => {
      expect(await withinTime(tx, 60_000, async () => (await write('in time').execute(tx)) && 'done')).toBe('done');
    });
    expect(await snapshots()).toEqual(['in time']);
  });

  it('does not begin without any time', async () => {
    await database.db.tenant(TENANT, async (tx) => {
      expect(await withinTime(tx, 0, () => write('too late').execute(tx))).toBeNull();
    });
    expect(await snapshots()).toEqual(['in time']);
  });

  it('fails as it would without a limit', async () => {
    const failing = database.db.tenant(TENANT, (tx) => withinTime(tx, 60_000, () => sql`select 1 / 0`.execute(tx)));
    await expect(failing).rejects.toThrow('division by zero');
  });

  onPostgres('is undone where a statement takes longer, and the transaction goes on with the limit from before', async () => {
    await database.db.tenant(TENANT, async (tx) => {
      await sql`select set_config('statement_timeout', '50000', true)`.execute(tx);
      const result = await withinTime(tx, 20, async () => {
        await write('undone').execute(tx);
        await sql`select pg_sleep(30)`.execute(tx);
      });
      expect(result).toBeNull();
      const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') "limit"`.execute(tx);
      expect(rows[0]?.limit).toBe('50s');
      await write('afterwards').execute(tx);
    });
    expect(await snapshots()).toEqual(['afterwards', 'in time']);
  });

  onPostgres('does not give a statement more time than it has anyway', async () => {
    await database.db.tenant(TENANT, async (tx) => {
      await sql`select set_config('statement_timeout', '20', true)`.execute(tx);
      expect(await withinTime(tx, 60_000, () => sql`select pg_sleep(30)`.execute(tx))).toBeNull();
    });
  });
});
