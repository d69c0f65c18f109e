import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database';

/** A stored log event. */
export interface StoredEvent {
  eventId: string;
  /** The name of the event in the log. */
  name: string;
  /** The action in the provider's notation, such as `cloudtrail:StopLogging`. */
  action: string;
  /** Native id of the actor. For a session it is the role. */
  identity: string;
  /** The person who started the session, by native id or e-mail address; empty: unknown, or no session. */
  session: string;
  accountId: string;
  /** Native id of the resource; empty: unknown. */
  resource: string;
  /** ISO 8601, UTC. */
  at: string;
  succeeded: boolean;
  sourceIp: string;
  userAgent: string;
  region: string;
  /** The traits of the action in the catalogue's letters: `a` administers, `p` changes permissions, `s` is sensitive. */
  letters: string;
  /** The EC2 instance of an AWS session, such as `i-0abc…`; empty: none. */
  instance: string;
  /** True when the log record locates the IP address. */
  tellsPlace: boolean;
  /** The log record as JSON text, if requested. */
  raw: string | null;
}

export interface EventFilter {
  /** Lower-case actions whose log record is wanted. Records of denied events and of events with a location are always included. */
  recordsOf: readonly string[];
  /** Events at this moment and later, ISO 8601. */
  since: string;
}

/** Events of these identities (native ids), and events from one of these IP addresses. */
export interface EventActors {
  identities: readonly string[];
  sessions: readonly string[];
}

/** Returns some events of all logs of a tenant, unordered. */
export async function readEvents(tx: Tx, tenantId: string, wanted: EventFilter, { identities, sessions }: EventActors): Promise<StoredEvent[]> {
  const [columns, within] = [columnsOf(wanted), isWithin(tenantId, wanted)];
  const byIdentity = await sql<StoredEvent>`
    select ${columns} from ${listed(identities)} join graph_event e on e.identity_id = w.word where ${within}`.execute(tx);
  const bySession = await sql<StoredEvent>`
    select ${columns} from ${listed(sessions)} join graph_event e on e.session = w.word where ${within} and e.session <> ''`.execute(tx);
  const known = new Set(identities);
  return [...byIdentity.rows, ...bySession.rows.filter(({ identity }) => !known.has(identity))];
}

/** The last event of a part. */
export type EventPlace = readonly [at: string, eventId: string, action: string, sourceUid: string];

export interface EventPart {
  events: StoredEvent[];
  /** Null on the last part. */
  end: EventPlace | null;
}

/** Events per read, which bounds how long others wait. */
const PART = 2000;

/** Returns the next part of all events of a tenant, oldest first. */
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

/** Returns the time of the newest event, and the time from which on the given number of newest events starts. Empty when there are fewer. */
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

/** Counts the calls of each identity of these accounts per day, in the order of days. */
export async function readDaysOfCalls(tx: Tx, tenantId: string, accountIds: readonly string[], since: string): Promise<DayOfCalls[]> {
  const { rows } = await sql<DayOfCalls>`
    select e.account_id "accountId", e.identity_id "identity", left(e.at, 10) "day", count(*)::int calls
    from ${listed(accountIds)} join graph_event e on e.account_id = w.word where e.tenant_id = ${tenantId} and e.at >= ${since}
    group by 1, 2, 3 order by 3`.execute(tx);
  return rows;
}

/** Returns the native ids of identities that use these actions, by action. */
export async function readUsersOf(tx: Tx, tenantId: string, actions: readonly string[], since: string): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ action: string; identities: string[] }>`
    select e.action, array_agg(distinct e.identity_id) identities
    from ${listed(actions)} join graph_event e on e.action = w.word where e.tenant_id = ${tenantId} and e.at >= ${since} group by 1`.execute(tx);
  return new Map(rows.map(({ action, identities }) => [action, identities]));
}

/** Returns the actors at these IP addresses. */
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

/** A table `w` of words. Each is looked up through an index, however many there are. */
function listed(words: readonly string[]) {
  return sql`(select distinct jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) word) w`;
}

export interface NamedIdentity {
  uri: string;
  name: string;
  type: string;
}

/** Returns the identities that logs name by these native ids. Identities outside the graph are left out. */
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

/** Returns the newest log record with a location per IP address, as JSON text. Addresses without a location are left out. */
export async function readPlaceRecords(tx: Tx, tenantId: string, addresses: readonly string[], since = ''): Promise<Map<string, string>> {
  const { rows } = await sql<{ address: string; raw: string }>`
    select w.word address, last.raw from ${listed(addresses)} cross join lateral (
      select e.raw from graph_event e
      where e.tenant_id = ${tenantId} and e.source_ip = w.word and e.tells_place and e.at >= ${since}
      order by e.at desc, e.event_id collate "C" desc limit 1) last`.execute(tx);
  return new Map(rows.map(({ address, raw }) => [address, raw]));
}
