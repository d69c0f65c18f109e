import { sql } from 'kysely';
import type { RemoteId, RemoteVital } from '@cam/contracts/server';
import type { Db, Tx } from '../../platform/db/database';
import { bucketOf } from './fleet';

const DAY = 24 * 60 * 60 * 1000;

/** How long vitals count, ms. */
const KEPT = 30 * DAY;

export interface VitalCount {
  version: string;
  metric: RemoteVital['metric'];
  within: number;
  count: number;
}

/** Counts the web vitals that one browser reports. */
export async function countVitals(db: Db, vitals: readonly RemoteVital[], now: number): Promise<void> {
  const day = new Date(now).toISOString().slice(0, 10);
  await db.system(async (tx) => {
    // In one order for all browsers, so that two transactions never wait for each other.
    for (const { id, version, metric, ms } of [...vitals].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)))
      await tx
        .insertInto('remote_vital')
        .values({ remote_id: id, version, day, metric, within_ms: bucketOf(ms), count: 1 })
        .onConflict((conflict) =>
          conflict.columns(['remote_id', 'version', 'day', 'metric', 'within_ms']).doUpdateSet({ count: sql`remote_vital.count + 1` }),
        )
        .execute();
    await tx
      .deleteFrom('remote_vital')
      .where('day', '<', new Date(now - KEPT).toISOString().slice(0, 10))
      .execute();
  });
}

/** Returns the web vitals of the releases of one remote. */
export async function readVitals(tx: Tx, id: RemoteId): Promise<VitalCount[]> {
  const rows = await tx
    .selectFrom('remote_vital')
    .select(['version', 'metric', 'within_ms'])
    .select((is) => is.fn.sum<string>('count').as('total'))
    .where('remote_id', '=', id)
    .groupBy(['version', 'metric', 'within_ms'])
    .execute();
  return rows.map(({ version, metric, within_ms, total }) => ({ version, metric, within: within_ms, count: Number(total) }));
}
