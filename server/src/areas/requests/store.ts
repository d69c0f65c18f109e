import { sql, type Insertable, type Selectable } from 'kysely';
import { DEFAULT_LONGEST_HOURS, type RequestLogKind, type RequestList, type RequestPolicy, type RequestState } from '@cam/contracts/server';
import { bulkInsert } from '../../platform/db/bulk-insert';
import type { Tx } from '../../platform/db/database';
import { lapsesAt, WATCHED, type RequestStatus } from './request-state';
import type { AccessRequestTable } from './tables';

export type StoredRequest = Selectable<AccessRequestTable>;

/** Something that happened, for the log. */
export interface RequestEntry {
  requestId: string;
  kind: RequestLogKind;
  at: Date;
  /** Empty: CAM itself. */
  actor: string;
  detail: Record<string, unknown>;
}

/** States of each list; those of `MINE` and `ALL` are all. */
const STATES: Readonly<Partial<Record<RequestList, readonly RequestState[]>>> = {
  TO_APPROVE: ['ASKED'],
  RUNNING: ['APPROVED', 'SEEN', 'OVERDUE'],
  HISTORY: ['ENDED', 'REFUSED', 'LAPSED', 'WITHDRAWN'],
};

/** Requests to which something can still happen. */
const OPEN: readonly RequestState[] = ['ASKED', 'APPROVED', 'SEEN', 'OVERDUE'];

export interface RequestFilter {
  list: RequestList;
  states?: readonly RequestState[];
  entityUri?: string;
}

/** Returns the conditions that a user may decide about a request: somebody else asked for it, for somebody else, and the user has not approved it. */
function decidableBy(me: string) {
  const email = me.toLowerCase();
  return sql<boolean>`(lower(asked_by) <> ${email} and not addresses ? ${email}
    and not exists (select from jsonb_array_elements(approvals) a where lower(a ->> 'by') = ${email}))`;
}

/** Returns a page of requests: open ones first, then the newest. */
export async function listRequests(
  tx: Tx,
  tenantId: string,
  { list, states, entityUri }: RequestFilter,
  me: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: StoredRequest[]; total: number }> {
  let query = tx.selectFrom('access_request').where('tenant_id', '=', tenantId);
  const ofList = STATES[list];
  if (ofList) query = query.where('state', 'in', [...ofList]);
  if (list === 'MINE') query = query.where(sql<boolean>`(lower(asked_by) = ${me.toLowerCase()} or addresses ? ${me.toLowerCase()})`);
  if (list === 'TO_APPROVE') query = query.where(decidableBy(me));
  if (states && states.length > 0) query = query.where('state', 'in', [...states]);
  if (entityUri !== undefined) query = query.where((eb) => eb.or([eb('identity_uri', '=', entityUri), eb('resource_uri', '=', entityUri)]));
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy(sql`case state when 'OVERDUE' then 0 when 'ASKED' then 1 when 'SEEN' then 2 when 'APPROVED' then 2 else 3 end`)
    .orderBy('asked_at', 'desc')
    .orderBy('request_id')
    .offset(offset)
    .limit(limit)
    .execute();
  return { rows, total };
}

/** Counts the requests of each list. */
export async function countRequests(
  tx: Tx,
  tenantId: string,
  me: string,
): Promise<{ mine: number; to_approve: number; running: number; overdue: number; history: number }> {
  const isIn = (states: readonly RequestState[]) => sql`state in (${sql.join(states.map((state) => sql.lit(state)))})`;
  const email = me.toLowerCase();
  return tx
    .selectFrom('access_request')
    .select([
      sql<number>`(count(*) filter (where ${isIn(OPEN)} and (lower(asked_by) = ${email} or addresses ? ${email})))::int`.as('mine'),
      sql<number>`(count(*) filter (where state = 'ASKED' and ${decidableBy(me)}))::int`.as('to_approve'),
      sql<number>`(count(*) filter (where ${isIn(STATES.RUNNING ?? [])}))::int`.as('running'),
      sql<number>`(count(*) filter (where state = 'OVERDUE'))::int`.as('overdue'),
      sql<number>`(count(*) filter (where ${isIn(STATES.HISTORY ?? [])}))::int`.as('history'),
    ])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
}

/** Returns a request; undefined: there is none. */
export async function findRequest(tx: Tx, tenantId: string, id: string, lock = false): Promise<StoredRequest | undefined> {
  const query = tx
    .selectFrom('access_request')
    .selectAll()
    .where((is) => is.and({ tenant_id: tenantId, request_id: id }));
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Returns the requests without a decision whose time may be over, and locks them. */
export async function lockDue(tx: Tx, tenantId: string, now: Date): Promise<StoredRequest[]> {
  const asked = await tx
    .selectFrom('access_request')
    .select(['request_id', 'asked_at', 'until'])
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'ASKED')
    .execute();
  const due = asked.filter(({ asked_at: at, until }) => now >= lapsesAt({ askedAt: new Date(at) }, { until: until && new Date(until) }));
  if (due.length === 0) return [];
  return tx
    .selectFrom('access_request')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where(
      'request_id',
      'in',
      due.map(({ request_id: id }) => id),
    )
    .orderBy('request_id')
    .forUpdate()
    .execute();
}

/** Returns the requests whose access is watched: approved ones, and ended ones before their end. */
export async function listWatched(tx: Tx, tenantId: string, now: Date, lock = false): Promise<StoredRequest[]> {
  const query = tx
    .selectFrom('access_request')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('state', 'in', [...WATCHED])
    .where((eb) => eb.or([eb('state', '<>', 'ENDED'), eb('until', '>', now)]))
    .orderBy('request_id');
  return (lock ? query.forUpdate() : query).execute();
}

export async function insertRequest(tx: Tx, row: Insertable<AccessRequestTable>): Promise<void> {
  await tx.insertInto('access_request').values(row).execute();
}

/** Stores the changed part of a request. */
export async function writeStatus(tx: Tx, tenantId: string, id: string, status: RequestStatus): Promise<void> {
  await tx
    .updateTable('access_request')
    .set({
      ...{ state: status.state, version: status.version, approvals: JSON.stringify(status.approvals), until: status.until },
      ...{ decided_by: status.decidedBy, decided_at: status.decidedAt, decision_reason: status.decisionReason },
      ...{ seen_at: status.seenAt, ended_at: status.endedAt },
    })
    .where((is) => is.and({ tenant_id: tenantId, request_id: id }))
    .execute();
}

/** Stores which snapshot was compared last, the parts of the set that it shows, and what it shows beyond the request. */
export async function writeCheck(
  tx: Tx,
  tenantId: string,
  id: string,
  { snapshot, at, more, partsSeen }: { snapshot: number; at: Date | null; more: StoredRequest['more']; partsSeen: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('access_request')
    .set({ checked_snapshot: snapshot, checked_at: at, more: JSON.stringify(more), parts_seen: JSON.stringify(partsSeen) })
    .where((is) => is.and({ tenant_id: tenantId, request_id: id }))
    .execute();
}

export async function appendLog(tx: Tx, tenantId: string, entries: readonly RequestEntry[]): Promise<void> {
  await bulkInsert(
    tx,
    'access_request_log',
    entries.map(({ requestId, ...entry }) => ({ tenant_id: tenantId, request_id: requestId, ...entry })),
  );
}

/** Returns the log of a request in its order. */
export async function readLog(tx: Tx, tenantId: string, id: string): Promise<Omit<RequestEntry, 'requestId'>[]> {
  const rows = await tx
    .selectFrom('access_request_log')
    .select(['kind', 'at', 'actor', 'detail'])
    .where('tenant_id', '=', tenantId)
    .where('request_id', '=', id)
    .orderBy('entry_id')
    .execute();
  return rows.map(({ at, ...entry }) => ({ ...entry, at: new Date(at) }));
}

/** Returns what a tenant allows of requests. */
export async function readPolicy(tx: Tx, tenantId: string): Promise<RequestPolicy> {
  const row = await tx
    .selectFrom('access_request_policy')
    .select(['longest_hours', 'connection_id'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row ?? { longest_hours: DEFAULT_LONGEST_HOURS, connection_id: null };
}

export async function writePolicy(tx: Tx, tenantId: string, policy: RequestPolicy): Promise<void> {
  await tx
    .insertInto('access_request_policy')
    .values({ tenant_id: tenantId, ...policy })
    .onConflict((taken) => taken.column('tenant_id').doUpdateSet(policy))
    .execute();
}

/** Notes that the resource of a request is in a more important tier than when it was asked for. */
export async function raiseTier(tx: Tx, tenantId: string, id: string, tier: number): Promise<void> {
  await tx
    .updateTable('access_request')
    .set({ tier })
    .where((is) => is.and({ tenant_id: tenantId, request_id: id }))
    .execute();
}
