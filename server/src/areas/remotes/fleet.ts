import { sql } from 'kysely';
import type { RemoteFleet, RemoteId, RemoteLoad } from '@cam/contracts/server';
import type { Db } from '../../platform/db/database';

/** Upper bounds of the time buckets, ms. The last one takes everything above. */
const LONGEST = 600_000;
const BUCKETS: readonly number[] = [50, 100, 200, 400, 800, 1600, 3200, 6400, 12_800, LONGEST];

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** How long loads are kept, ms. */
const KEPT = 30 * DAY;

export interface LoadCount {
  id: RemoteId;
  version: string;
  outcome: RemoteLoad['outcome'];
  within: number;
  count: number;
}

/** Returns the upper bound of the bucket of a time, ms. */
export function bucketOf(ms: number): number {
  return BUCKETS.find((bound) => ms <= bound) ?? LONGEST;
}

/** Counts the loads that one browser reports. */
export async function countLoads(db: Db, tenantId: string, loads: readonly RemoteLoad[], now: number): Promise<void> {
  const hour = new Date(Math.floor(now / HOUR) * HOUR);
  await db.tenant(tenantId, async (tx) => {
    for (const { id, version, outcome, ms } of loads) {
      const within = bucketOf(ms);
      await tx
        .insertInto('remote_load')
        .values({ tenant_id: tenantId, remote_id: id, version, hour, outcome, within_ms: within, count: 1 })
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'remote_id', 'version', 'hour', 'outcome', 'within_ms']).doUpdateSet({ count: sql`remote_load.count + 1` }),
        )
        .execute();
    }
    await tx
      .deleteFrom('remote_load')
      .where('tenant_id', '=', tenantId)
      .where('hour', '<', new Date(now - KEPT))
      .execute();
  });
}

/** Returns the counts of the last 24 hours. */
export async function readLoads(db: Db, tenantId: string, now: number): Promise<LoadCount[]> {
  const rows = await db.tenant(tenantId, (tx) =>
    tx
      .selectFrom('remote_load')
      .select(['remote_id', 'version', 'outcome', 'within_ms'])
      .select((expression) => expression.fn.sum<string>('count').as('total'))
      .where('tenant_id', '=', tenantId)
      .where('hour', '>', new Date(now - DAY))
      .groupBy(['remote_id', 'version', 'outcome', 'within_ms'])
      .execute(),
  );
  return rows.map((row) => ({ id: row.remote_id, version: row.version, outcome: row.outcome, within: row.within_ms, count: Number(row.total) }));
}

/** Returns the load statistics of one remote. Times are those of successful loads. */
export function fleetOf(id: RemoteId, counts: readonly LoadCount[]): RemoteFleet {
  const ofRemote = counts.filter((count) => count.id === id);
  // A crash happens after the load, possibly many times.
  const crashed = ofRemote.filter(({ outcome }) => outcome === 'crashed');
  const own = ofRemote.filter(({ outcome }) => outcome !== 'crashed');
  const failed = own.filter(({ outcome }) => outcome !== 'ready');
  const good = own.filter(({ outcome }) => outcome === 'ready');
  const versions = [...new Set(ofRemote.map(({ version }) => version))].map((version) => ({
    version,
    loads: sum(own.filter((count) => count.version === version)),
    failures: sum(failed.filter((count) => count.version === version)),
    crashes: sum(crashed.filter((count) => count.version === version)),
  }));
  const kinds = [...new Set(failed.map(({ outcome }) => outcome))].map((kind) => ({
    kind,
    count: sum(failed.filter(({ outcome }) => outcome === kind)),
  }));
  return {
    loads: sum(own),
    failures: sum(failed),
    crashes: sum(crashed),
    p50_ms: quantile(good, 0.5),
    p95_ms: quantile(good, 0.95),
    versions: versions.sort((one, other) => other.loads - one.loads),
    kinds: kinds.sort((one, other) => other.count - one.count),
  };
}

function sum(counts: readonly Pick<LoadCount, 'count'>[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}

/** Returns the upper bound of the bucket that a share of the counts stays within; null without counts. */
export function quantile(counts: readonly Pick<LoadCount, 'within' | 'count'>[], share: number): number | null {
  const total = sum(counts);
  let seen = 0;
  for (const bound of BUCKETS) {
    seen += sum(counts.filter(({ within }) => within === bound));
    if (total > 0 && seen >= total * share) return bound;
  }
  return null;
}
