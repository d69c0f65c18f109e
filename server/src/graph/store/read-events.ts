import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database';

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
  /** Whether the record says where the address is. */
  tellsPlace: boolean;
  /** The record as JSON text, where it was asked for. */
  raw: string | null;
}

export interface EventFilter {
  /** Actions of which the record is wanted, in lower case. It comes too with what was refused and with what tells of a place. */
  recordsOf: readonly string[];
  /** Those at that time and later, ISO 8601. */
  since: string;
}

/** Those of these identities (native ids), and those that somebody made under one of these addresses. */
export interface EventActors {
  identities: readonly string[];
  sessions: readonly string[];
}

/** The events of some of all logs of a tenant, in no order. */
export async function readEvents(tx: Tx, tenantId: string, wanted: EventFilter, { identities, sessions }: EventActors): Promise<StoredEvent[]> {
  const [columns, within] = [columnsOf(wanted), isWithin(tenantId, wanted)];
  const byIdentity = await sql<StoredEvent>`
    select ${columns} from ${listed(identities)} join graph_event e on e.identity_id = w.word where ${within}`.execute(tx);
  const bySession = await sql<StoredEvent>`
    select ${columns} from ${listed(sessions)} join graph_event e on e.session = w.word where ${within} and e.session <> ''`.execute(tx);
  const known = new Set(identities);
  return [...byIdentity.rows, ...bySession.rows.filter(({ identity }) => !known.has(identity))];
}

/** Where a part of a log ends. */
export type EventPlace = readonly [at: string, eventId: string, action: string, sourceUid: string];

export interface EventPart {
  events: StoredEvent[];
  /** Null: there is no further part. */
  end: EventPlace | null;
}

/** Events that are read at once: of a whole log others wait no longer than for these. */
const PART = 2000;

/** The next part of the events of all logs of a tenant, from the oldest on. */
export async function readEventPart(tx: Tx, tenantId: string, wanted: EventFilter, after: EventPlace | null): Promise<EventPart> {
  const key = sql`e.at, e.event_id, e.action, e.source_uid`;
  const { rows } = await sql<StoredEvent & { sourceUid: string }>`
    select ${columnsOf(wanted)}, e.source_uid "sourceUid" from graph_event e
    where ${isWithin(tenantId, wanted)} and ${after ? sql`(${key}) > (${sql.join([...after])})` : sql`true`}
    order by ${key} limit ${PART}`.execute(tx);
  const last = rows.length === PART ? rows.at(-1) : undefined;
  return { events: rows, end: last ? [last.at, last.eventId, last.action, last.sourceUid] : null };
}

function columnsOf({ recordsOf }: EventFilter): RawBuilder<unknown> {
  return sql`
    e.event_id "eventId", e.name, e.action, e.identity_id "identity", e.session, e.account_id "accountId", e.resource_id "resource", e.at, e.succeeded,
    e.source_ip "sourceIp", e.user_agent "userAgent", e.region, e.letters, e.instance, e.tells_place "tellsPlace",
    case when not e.succeeded or e.tells_place or lower(e.action) in (${sql.join(recordsOf)}) then e.raw end raw`;
}

function isWithin(tenantId: string, { since }: EventFilter): RawBuilder<boolean> {
  return sql<boolean>`e.tenant_id = ${tenantId} and e.at >= ${since}`;
}

/** The time of the newest event, and that from which on there are the newest so many; empty where there are fewer or none. */
export async function readEventSpan(tx: Tx, tenantId: string, most: number): Promise<{ newest: string; since: string }> {
  const at = (offset: number) => sql<string>`coalesce((
    select at from graph_event where tenant_id = ${tenantId} order by tenant_id, at desc offset ${offset} limit 1), '')`;
  const { rows } = await sql<{ newest: string; since: string }>`select ${at(0)} newest, ${at(most - 1)} since`.execute(tx);
  return rows[0] ?? { newest: '', since: '' };
}

export interface DayOfCalls {
  accountId: string;
  identity: string;
  /** YYYY-MM-DD, UTC. */
  day: string;
  calls: number;
}

/** How often each identity of these accounts called on each day, in the order of days. */
export async function readDaysOfCalls(tx: Tx, tenantId: string, accountIds: readonly string[], since: string): Promise<DayOfCalls[]> {
  const { rows } = await sql<DayOfCalls>`
    select e.account_id "accountId", e.identity_id "identity", left(e.at, 10) "day", count(*)::int calls
    from ${listed(accountIds)} join graph_event e on e.account_id = w.word where e.tenant_id = ${tenantId} and e.at >= ${since}
    group by 1, 2, 3 order by 3`.execute(tx);
  return rows;
}

/** Who uses these actions: native ids, by action. */
export async function readUsersOf(tx: Tx, tenantId: string, actions: readonly string[], since: string): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ action: string; identities: string[] }>`
    select e.action, array_agg(distinct e.identity_id) identities
    from ${listed(actions)} join graph_event e on e.action = w.word where e.tenant_id = ${tenantId} and e.at >= ${since} group by 1`.execute(tx);
  return new Map(rows.map(({ action, identities }) => [action, identities]));
}

/** Whoever did something at these addresses. */
export async function readActorsAt(
  tx: Tx,
  tenantId: string,
  addresses: readonly string[],
  since: string,
): Promise<{ identity: string; session: string }[]> {
  const { rows } = await sql<{ identity: string; session: string }>`
    select distinct e.identity_id "identity", e.session
    from ${listed(addresses)} join graph_event e on e.source_ip = w.word where e.tenant_id = ${tenantId} and e.at >= ${since}`.execute(tx);
  return rows;
}

/** A table `w` of words: each is looked up by an index, however many they are. */
function listed(words: readonly string[]) {
  return sql`(select distinct jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) word) w`;
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
export async function readPlaceRecords(tx: Tx, tenantId: string, addresses: readonly string[], since = ''): Promise<Map<string, string>> {
  const { rows } = await sql<{ address: string; raw: string }>`
    select w.word address, last.raw from ${listed(addresses)} cross join lateral (
      select e.raw from graph_event e
      where e.tenant_id = ${tenantId} and e.source_ip = w.word and e.tells_place and e.at >= ${since}
      order by e.at desc, e.event_id collate "C" desc limit 1) last`.execute(tx);
  return new Map(rows.map(({ address, raw }) => [address, raw]));
}
