import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';

/** The time of each account's last snapshot up to the end of a day (YYYY-MM-DD, UTC), and of the last one of any account. */
export interface SnapshotTimes {
  byAccount: ReadonlyMap<string, Date>;
  last: Date | null;
}

export async function readSnapshotTimes(tx: Tx, tenantId: string, day: string): Promise<SnapshotTimes> {
  const { rows } = await sql<{ account_id: string; at: Date | string }>`
    select s.account_id, max(n.taken_at) at from graph_snapshot n
      join graph_source s on s.tenant_id = n.tenant_id and s.source_uid = n.source_uid
    where n.tenant_id = ${tenantId} and n.state <> 'staging' and n.taken_at < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'
    group by 1`.execute(tx);
  const times = rows.map(({ account_id: id, at }) => [id, new Date(at)] as const);
  const last = times.reduce<Date | null>((latest, [, at]) => (latest === null || at > latest ? at : latest), null);
  return { byAccount: new Map(times), last };
}
