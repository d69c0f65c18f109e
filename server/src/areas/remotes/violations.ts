import { sql } from 'kysely';
import type { PolicyViolation, RemoteId } from '@cam/contracts/server';
import type { Db } from '../../platform/db/database';
import type { Violation } from './violation-report';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** How long violations are kept, ms. */
const KEPT = 30 * DAY;

/** Limit of different violations in an hour. Anyone can send reports, so made-up ones must not fill the disk. */
const MOST_AN_HOUR = 500;

/** Limit of listed violations of one remote. */
const SHOWN = 20;

/** Counts violations that browsers report. They belong to releases, which all tenants share, and contain no tenant data. */
export async function countViolations(db: Db, violations: readonly Violation[], now: number): Promise<void> {
  const hour = new Date(Math.floor(now / HOUR) * HOUR);
  await db.system(async (tx) => {
    const { many } = await tx
      .selectFrom('remote_violation')
      .select((expression) => expression.fn.countAll<string>().as('many'))
      .where('hour', '=', hour)
      .executeTakeFirstOrThrow();
    const isFull = Number(many) >= MOST_AN_HOUR;
    for (const { id, version, directive, blocked, source } of violations) {
      const values = { remote_id: id ?? '', version, hour, directive, blocked, source, count: 1, last_at: new Date(now) };
      const seen = { count: sql<number>`remote_violation.count + 1`, last_at: new Date(now) };
      const key = ['remote_id', 'version', 'hour', 'directive', 'blocked', 'source'] as const;
      if (isFull) {
        let update = tx.updateTable('remote_violation').set(seen);
        for (const column of key) update = update.where(column, '=', values[column]);
        await update.execute();
      } else {
        await tx
          .insertInto('remote_violation')
          .values(values)
          .onConflict((conflict) => conflict.columns([...key]).doUpdateSet(seen))
          .execute();
      }
    }
    await tx
      .deleteFrom('remote_violation')
      .where('hour', '<', new Date(now - KEPT))
      .execute();
  });
}

export interface CountedViolation extends PolicyViolation {
  id: RemoteId | null;
}

/** Returns the violations of the last 24 hours, most frequent first. */
export async function readViolationCounts(db: Db, now: number): Promise<CountedViolation[]> {
  const rows = await db.system((tx) =>
    tx
      .selectFrom('remote_violation')
      .select(['remote_id', 'version', 'directive', 'blocked', 'source'])
      .select((expression) => [expression.fn.sum<string>('count').as('total'), expression.fn.max('last_at').as('last')])
      .where('hour', '>', new Date(now - DAY))
      .groupBy(['remote_id', 'version', 'directive', 'blocked', 'source'])
      .orderBy('total', 'desc')
      .execute(),
  );
  return rows.map(({ remote_id, total, last, ...row }) => ({
    id: remote_id === '' ? null : (remote_id as RemoteId),
    ...row,
    count: Number(total),
    last_at: new Date(last).toISOString(),
  }));
}

/** Returns the violations of one remote or of the console (null), for operators. */
export function violationsOf(id: RemoteId | null, counts: readonly CountedViolation[]): PolicyViolation[] {
  return counts
    .filter((one) => one.id === id)
    .slice(0, SHOWN)
    .map(({ id: _owner, ...violation }) => violation);
}
