import { sql } from 'kysely';
import type { Tx } from '../../db/database';

/** An event of a log, as it is kept. */
export interface StoredEvent {
  eventId: string;
  /** What happened, in the log's own word. */
  name: string;
  /** In the provider's own notation: `cloudtrail:StopLogging`. */
  action: string;
  /** Native id of whoever did it, sessions as their role. */
  identity: string;
  /** The e-mail address under which somebody acted as that identity; empty: none is known. */
  session: string;
  accountId: string;
  /** Native id of what it was done to; empty: nothing that is known. */
  resource: string;
  /** ISO 8601, UTC. */
  at: string;
  succeeded: boolean;
  sourceIp: string;
  userAgent: string;
  region: string;
  /** What the action does, in the letters of the catalogue: `a` administers, `p` changes permissions, `s` is sensitive. */
  letters: string;
  /** The instance that a session of AWS belongs to: `i-0abc…`; empty: none. */
  instance: string;
  /** The record as JSON text, where it was asked for. */
  raw: string | null;
}

export interface EventsWanted {
  /** Actions of which the record is wanted, in lower case. It comes too with what was refused and with what tells of a place. */
  recordsOf: readonly string[];
  /** The newest so many. */
  most: number;
}

/** The newest events of all logs of a tenant, in no order. */
export async function readEvents(tx: Tx, tenantId: string, { recordsOf, most }: EventsWanted): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select event_id "eventId", name, action, identity_id "identity", session, account_id "accountId", resource_id "resource", at, succeeded,
           source_ip "sourceIp", user_agent "userAgent", region, letters,
           coalesce(substring(raw from ':assumed-role/[^/"]+/(i-[0-9a-f]{8,17})"'), '') instance,
           case when not succeeded or lower(action) in (${sql.join(recordsOf)}) or position('"geographicalContext"' in raw) > 0
                  or position('"geoCoordinates"' in raw) > 0 then raw end raw
    from graph_event where tenant_id = ${tenantId} order by tenant_id, at desc, event_id desc, action desc limit ${most}`.execute(tx);
  return rows;
}

export interface NamedIdentity {
  uri: string;
  name: string;
  type: string;
}

/** What identities are called that logs know by these native ids; those that are not in the graph are left out. */
export async function readNamesInLogs(tx: Tx, tenantId: string, nativeIds: readonly string[]): Promise<Map<string, NamedIdentity>> {
  if (nativeIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('graph_entity')
    .select(['native_id', 'uri', 'name', 'type'])
    .where('tenant_id', '=', tenantId)
    .where('native_id', 'in', [...nativeIds])
    .where('is_identity', '=', true)
    .where('valid_to', 'is', null)
    .execute();
  return new Map(rows.map(({ native_id: id, uri, name, type }) => [id, { uri, name, type }]));
}

/** By address, the last record of a log that places it, JSON text; addresses that no log places are left out. */
export async function readPlaceRecords(tx: Tx, tenantId: string, addresses: readonly string[]): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const { rows } = await sql<{ address: string; raw: string }>`
    select distinct on (source_ip) source_ip address, raw from graph_event
    where tenant_id = ${tenantId} and source_ip in (${sql.join([...addresses])})
      and (position('"geographicalContext"' in raw) > 0 or position('"geoCoordinates"' in raw) > 0)
    order by source_ip, at desc`.execute(tx);
  return new Map(rows.map(({ address, raw }) => [address, raw]));
}
