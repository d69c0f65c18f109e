import { sql } from 'kysely';
import type { ScoreRow } from '../src/graph/answers/risk/store';
import { changedScores, readKnownScores, writeScores } from '../src/graph/answers/risk/write-scores';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

const snapshots = StoredSnapshots.ofEachTest();

function resource(name: string, score: number): ScoreRow {
  const place = { uri: `urn:${name}`, type: 'OBJECT_STORE', account_id: '111122223333', name };
  return { entity_id: name, ...place, kind: 'RESOURCE', tier: 3, score, factors: { tier: 0.1, ways: {} }, control: null };
}

/** Returns the number of scores that were written. */
async function write(day: string, ...rows: ScoreRow[]): Promise<number> {
  const { db } = snapshots;
  const known = await db.tenant(TENANT, (tx) => readKnownScores(tx, TENANT, rows));
  const changed = await changedScores(db, TENANT, rows, known);
  await db.tenant(TENANT, (tx) => writeScores(tx, TENANT, day, changed));
  return changed.length;
}

/** Returns the stored spans of a resource, as `score first-day last-day`. */
async function spans(name: string): Promise<string[]> {
  const { rows } = await snapshots.db.tenant(TENANT, (tx) =>
    sql<{ span: string }>`
      select score || ' ' || from_day || ' ' || coalesce(to_day, 'now') span from risk_score
      where tenant_id = ${TENANT} and entity_id = ${name} order by from_day`.execute(tx),
  );
  return rows.map(({ span }) => span);
}

describe('the history of a score', () => {
  it('has a row for each span of equal scores, and at most one for a day', async () => {
    expect(await write('2026-01-01', resource('logs', 10), resource('payroll', 40))).toBe(2);
    expect(await write('2026-01-02', resource('logs', 10), resource('payroll', 40))).toBe(0);
    expect(await write('2026-01-03', resource('logs', 10), resource('payroll', 60))).toBe(1);
    expect(await write('2026-01-03', resource('logs', 10), resource('payroll', 70))).toBe(1);
    expect(await write('2026-01-04', resource('logs', 10), resource('payroll', 40))).toBe(1);
    expect(await spans('logs')).toEqual(['10 2026-01-01 now']);
    expect(await spans('payroll')).toEqual(['40 2026-01-01 2026-01-03', '70 2026-01-03 2026-01-04', '40 2026-01-04 now']);
  });

  it('goes on with the rows of an earlier release, which have no digest', async () => {
    await write('2026-01-01', resource('logs', 10), resource('payroll', 40));
    await snapshots.db.tenant(TENANT, (tx) => sql`update risk_score set digest = null where tenant_id = ${TENANT}`.execute(tx));
    expect(await write('2026-01-02', resource('logs', 10), resource('payroll', 50))).toBe(1);
    expect(await spans('logs')).toEqual(['10 2026-01-01 now']);
    expect(await spans('payroll')).toEqual(['40 2026-01-01 2026-01-02', '50 2026-01-02 now']);
    expect(await write('2026-01-03', resource('logs', 10), resource('payroll', 50))).toBe(0);
  });
});
