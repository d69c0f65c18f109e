import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { RemoteId, RemoteLoad } from '@cam/contracts/server';
import type { Db, Tx } from '../../platform/db/database';
import type { Version } from './live-manifests';

const DAY = 24 * 60 * 60 * 1000;

/** How long reports count, ms. */
const KEPT = 30 * DAY;

/** Outcomes that the release itself causes. A bad connection or an overloaded server says nothing about it. */
const OWN_FAULTS: readonly RemoteLoad['outcome'][] = ['crashed', 'invalid', 'integrity', 'missing', 'empty'];

/** Users that a release must have failed, so that a single browser decides nothing. */
const TROUBLED_USERS = 3;

/** Share of the days of its users on which a release failed, from which on it counts as broken. */
const TROUBLED_SHARE = 0.2;

/** The experience of the users with a release in all tenants. */
export interface Health extends Version {
  /** Pairs of a user and a day with a report. */
  days: number;
  /** Those on which it failed at least once. */
  troubledDays: number;
  /** Users that it failed. */
  troubledUsers: number;
}

/** Reports whether a release failed for so many users that their share means something. */
export function isMeasured({ troubledUsers }: Pick<Health, 'troubledUsers'>): boolean {
  return troubledUsers >= TROUBLED_USERS;
}

/** Reports whether a release fails so often that it is no fallback. */
export function isBroken(health: Omit<Health, keyof Version>): boolean {
  return isMeasured(health) && health.troubledDays >= health.days * TROUBLED_SHARE;
}

/**
 * Records the loads that one browser reports.
 * @returns the releases that failed
 */
export async function recordHealth(db: Db, user: { tenantId: string; email: string }, loads: readonly RemoteLoad[], now: number): Promise<Version[]> {
  const reporter = createHash('sha256').update(`${user.tenantId}\0${user.email}`).digest('base64url').slice(0, 22);
  const day = new Date(now).toISOString().slice(0, 10);
  const outcomes = new Map<string, Version & { isTroubled: boolean }>();
  for (const { id, version, outcome } of loads) {
    const isTroubled = OWN_FAULTS.includes(outcome);
    const known = outcomes.get(`${id}@${version}`);
    if (isTroubled || outcome === 'ready') outcomes.set(`${id}@${version}`, { id, version, isTroubled: isTroubled || known?.isTroubled === true });
  }
  await db.system(async (tx) => {
    // In one order for all browsers, so that two transactions never wait for each other.
    for (const [, { id, version, isTroubled }] of [...outcomes].sort(([one], [other]) => (one < other ? -1 : 1))) {
      await tx
        .insertInto('remote_health')
        .values({ remote_id: id, version, day, reporter, is_troubled: isTroubled })
        .onConflict((conflict) =>
          conflict
            .columns(['remote_id', 'version', 'day', 'reporter'])
            .doUpdateSet({ is_troubled: true })
            // Most loads of a day tell nothing new.
            .where(sql<boolean>`excluded.is_troubled and not remote_health.is_troubled`),
        )
        .execute();
    }
    await tx
      .deleteFrom('remote_health')
      .where('day', '<', new Date(now - KEPT).toISOString().slice(0, 10))
      .execute();
  });
  return [...outcomes.values()].filter(({ isTroubled }) => isTroubled);
}

/** Returns the health of every release that failed somewhere. */
export async function readHealth(tx: Tx): Promise<Health[]> {
  const rows = await countsOf(tx)
    .having((is) => is.fn.countAll().filterWhere('is_troubled', '=', true), '>', 0)
    .execute();
  return rows.map(toHealth);
}

/** Returns the health of the releases of one remote. */
export async function readHealthOf(tx: Tx, id: RemoteId): Promise<Health[]> {
  return (await countsOf(tx).where('remote_id', '=', id).execute()).map(toHealth);
}

function countsOf(tx: Tx) {
  return tx
    .selectFrom('remote_health')
    .select(['remote_id', 'version'])
    .select((is) => [
      is.fn.countAll<string>().as('days'),
      is.fn.countAll<string>().filterWhere('is_troubled', '=', true).as('troubled_days'),
      is.fn.count<string>('reporter').distinct().filterWhere('is_troubled', '=', true).as('troubled_users'),
    ])
    .groupBy(['remote_id', 'version']);
}

function toHealth(row: Awaited<ReturnType<ReturnType<typeof countsOf>['execute']>>[number]): Health {
  return {
    id: row.remote_id as RemoteId,
    version: row.version,
    days: Number(row.days),
    troubledDays: Number(row.troubled_days),
    troubledUsers: Number(row.troubled_users),
  };
}
