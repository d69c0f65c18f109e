import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { RemoteError, RemoteId } from '@cam/contracts/server';
import type { Db } from '../../platform/db/database';

const DAY = 24 * 60 * 60 * 1000;

/** How long errors are kept after they happened last, ms. */
const KEPT = 30 * DAY;

/** Different errors that are kept of one release in a tenant. A release that fails in more ways than that needs no longer list. */
const KEPT_OF_RELEASE = 50;

/** Errors that an operator sees at once. */
const LISTED = 20;

export interface KeptError {
  version: string;
  message: string;
  stack: string;
  count: number;
  firstAt: string;
  lastAt: string;
}

/** Keeps the errors that one browser of a tenant reports. Equal errors share a row. */
export async function keepErrors(db: Db, tenantId: string, errors: readonly RemoteError[], now: number): Promise<void> {
  const at = new Date(now);
  const rows = errors
    .map(({ id, version, message, stack }) => ({
      tenant_id: tenantId,
      remote_id: id,
      version,
      fingerprint: createHash('sha256').update(`${message}\0${stack}`).digest('base64url').slice(0, 22),
      message,
      stack,
    }))
    // In one order for all browsers, so that two transactions never wait for each other.
    .sort((one, other) => (one.fingerprint < other.fingerprint ? -1 : 1));
  await db.tenant(tenantId, async (tx) => {
    for (const row of rows) {
      const own = { tenant_id: tenantId, remote_id: row.remote_id, version: row.version };
      const again = await tx
        .updateTable('remote_error')
        .set({ count: sql`count + 1`, last_at: at })
        .where((is) => is.and({ ...own, fingerprint: row.fingerprint }))
        .executeTakeFirst();
      if (again.numUpdatedRows > 0n) continue;
      const { kept } = await tx
        .selectFrom('remote_error')
        .select((is) => is.fn.countAll<string>().as('kept'))
        .where((is) => is.and(own))
        .executeTakeFirstOrThrow();
      if (Number(kept) >= KEPT_OF_RELEASE) continue;
      await tx
        .insertInto('remote_error')
        .values({ ...row, count: 1, first_at: at, last_at: at })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'remote_id', 'version', 'fingerprint']).doUpdateSet({ last_at: at }))
        .execute();
    }
    await tx
      .deleteFrom('remote_error')
      .where('tenant_id', '=', tenantId)
      .where('last_at', '<', new Date(now - KEPT))
      .execute();
  });
}

/** Returns the errors of a remote in the browsers of a tenant, the latest first. */
export async function readErrors(db: Db, tenantId: string, id: RemoteId): Promise<KeptError[]> {
  const rows = await db.tenant(tenantId, (tx) =>
    tx
      .selectFrom('remote_error')
      .select(['version', 'message', 'stack', 'count', 'first_at', 'last_at'])
      .where('tenant_id', '=', tenantId)
      .where('remote_id', '=', id)
      .orderBy('last_at', 'desc')
      .limit(LISTED)
      .execute(),
  );
  return rows.map(({ version, message, stack, count, first_at, last_at }) => ({
    version,
    message,
    stack,
    count,
    firstAt: new Date(first_at).toISOString(),
    lastAt: new Date(last_at).toISOString(),
  }));
}
