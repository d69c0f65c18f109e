import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database';
import type { eventRows } from './snapshot-tables';

/** The common attributes of added or removed events, once per group of equal events. */
export interface EventKind {
  accountId: string;
  /** Native id of the actor. */
  identity: string;
  session: string;
  action: string;
  letters: string;
  sourceIp: string;
  /** True when the log record locates the IP address. */
  tellsPlace: boolean;
}

/** Events added or removed by one statement. */
export interface EventChanges extends EventKind {
  newsId: string;
}

const KIND = sql.raw('account_id, identity_id, session, action, letters, source_ip, tells_place');
const AS_KIND = sql.raw('account_id "accountId", identity_id "identity", session, action, letters, source_ip "sourceIp", tells_place "tellsPlace"');

/**
 * Stores new events and records that they were added.
 * @returns whether any was new
 */
export async function insertEvents(tx: Tx, tenantId: string, rows: ReturnType<typeof eventRows>): Promise<boolean> {
  const [first] = rows;
  if (!first) return false;
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)));
  return noting(
    tx,
    tenantId,
    sql`insert into graph_event (${columns})
        select ${columns} from json_populate_recordset(null::graph_event, ${JSON.stringify(rows)}::json) on conflict do nothing`,
  );
}

/**
 * Deletes the events of a source, all or those before a moment (ISO 8601), and records that they were removed.
 * @returns whether there were any
 */
export async function deleteEvents(tx: Tx, tenantId: string, sourceUid: string, before: string | null): Promise<boolean> {
  const until = before === null ? sql`` : sql`and at < ${before}`;
  return noting(tx, tenantId, sql`delete from graph_event where tenant_id = ${tenantId} and source_uid = ${sourceUid} ${until}`);
}

/**
 * One statement changes the events and records the change, so that they cannot diverge.
 * @returns whether any event changed
 */
async function noting(tx: Tx, tenantId: string, change: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`
    with changed as (${change} returning ${KIND})
    insert into graph_event_news (tenant_id, news_id, n, ${KIND})
    select ${tenantId}, ${randomUUID()}, row_number() over (), k.* from (select distinct ${KIND} from changed) k returning n`.execute(tx);
  return rows.length > 0;
}

/** Returns the recorded changes that no scan has processed. */
export async function readEventChanges(tx: Tx, tenantId: string): Promise<EventChanges[]> {
  const { rows } = await sql<EventChanges>`select news_id "newsId", ${AS_KIND} from graph_event_news where tenant_id = ${tenantId}`.execute(tx);
  return rows;
}

/** Deletes recorded changes that a scan has processed. */
export async function deleteEventChanges(tx: Tx, tenantId: string, newsIds: readonly string[]): Promise<void> {
  if (newsIds.length === 0) return;
  await tx
    .deleteFrom('graph_event_news')
    .where('tenant_id', '=', tenantId)
    .where('news_id', 'in', [...newsIds])
    .execute();
}

/** Returns the common attributes of the events between two moments, the first included. */
export async function readEventKinds(tx: Tx, tenantId: string, since: string, until: string): Promise<EventKind[]> {
  const { rows } = await sql<EventKind>`
    select distinct ${AS_KIND} from graph_event where tenant_id = ${tenantId} and at >= ${since} and at < ${until}`.execute(tx);
  return rows;
}
