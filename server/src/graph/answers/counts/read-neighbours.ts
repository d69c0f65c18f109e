import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import type { Entity } from '../../engine/model';
import type { Relation } from '../../engine/source-facts';
import { toEntity } from '../../store/read-facts';
import { readPaths } from '../../store/read-paths';
import { namesInLogs } from '../../store/use';
import { usesOfIdentity } from './identity-uses';
import { ago, holdsNow, UNUSED_DAYS, type InventoryScope } from './parts';

/** The most rows of a table. */
const MOST = 500;

/** Relations from a part to its whole. */
export const MEMBERSHIPS = ['member_of', 'contains', 'located_in', 'guarded_by', 'routed_by'] as const;

/** Selects the neighbours of some entities. */
export interface NeighbourQuery {
  /** Native ids of those entities. */
  of: readonly string[];
  kind: Relation['kind'];
  side: 'children' | 'parents';
  type?: string;
}

/** The first 500 neighbours by name, and their total. */
export interface NeighbourPage {
  entities: Entity[];
  total: number;
}

/** Returns the entities on the other side of a relation from these native ids, optionally of one type. */
export async function neighbours(tx: Tx, scope: InventoryScope, wanted: NeighbourQuery): Promise<NeighbourPage> {
  if (wanted.of.length === 0) return { entities: [], total: 0 };
  const { rows } = await sql<Parameters<typeof toEntity>[0] & { total: number }>`
    select x.*, (count(*) over ())::int total from (select distinct on (e.name, e.uri) e.* ${nextTo(scope, wanted)} order by e.name, e.uri) x
    order by x.name, x.uri limit ${MOST}`.execute(tx);
  return { entities: rows.map(toEntity), total: rows[0]?.total ?? 0 };
}

/** Returns the native ids of all such entities. */
export async function neighbourIds(tx: Tx, scope: InventoryScope, wanted: NeighbourQuery): Promise<string[]> {
  if (wanted.of.length === 0) return [];
  const { rows } = await sql<{ native_id: string }>`select distinct e.native_id ${nextTo(scope, wanted)}`.execute(tx);
  return rows.map(({ native_id: id }) => id);
}

function nextTo(scope: InventoryScope, { of, kind, side, type }: NeighbourQuery): RawBuilder<unknown> {
  const [own, other] = side === 'children' ? [sql`m.parent_id`, sql`m.child_id`] : [sql`m.child_id`, sql`m.parent_id`];
  return sql`from graph_edge m join graph_entity e on e.native_id = ${other} and ${holdsNow('e', scope)}
    where ${holdsNow('m', scope)} and m.kind = ${kind} and ${own} in (${sql.join([...of])}) and ${type === undefined ? sql`true` : sql`e.type = ${type}`}`;
}

/** Counts the groups, scopes and networks that contain an entity. */
export async function countMemberships(tx: Tx, scope: InventoryScope, nativeId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct (m.kind, e.uri))::int n from graph_edge m join graph_entity e on e.native_id = m.parent_id and ${holdsNow('e', scope)}
    where ${holdsNow('m', scope)} and m.child_id = ${nativeId} and m.kind in (${sql.join(MEMBERSHIPS)})`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** A role that an identity may assume, with its path there. */
export interface AssumableRole {
  uri: string;
  name: string;
  type: string;
  account_id: string;
  by: string;
  conditional: boolean;
  /** Last use in sessions that the identity started; null: none is logged. */
  last_used: string | null;
  /** Last use in sessions that an unknown user started; null: none. */
  used_through: string | null;
}

export async function rolesOf(tx: Tx, scope: InventoryScope, identity: { uri: string; profileId: string | null }): Promise<AssumableRole[]> {
  const paths = await readPaths(tx, { tenantId: scope.tenantId, snapshotId: null }, identity);
  const roles = new Map<string, AssumableRole>();
  for (const { hops, conditional } of paths) {
    const last = hops.at(-1);
    if (last?.type !== 'ROLE') continue;
    const before = hops.slice(0, -1).map(({ name }) => name);
    const known = roles.get(last.uri);
    if (known && (!known.conditional || conditional)) continue;
    roles.set(last.uri, { ...last, by: before.join(' → ') || 'directly', conditional, last_used: null, used_through: null });
  }
  if (roles.size === 0) return [];
  const { rows } = await sql<Pick<AssumableRole, 'uri' | 'last_used' | 'used_through'>>`
    select h.uri, max(v.used_at) last_used, max(v.perhaps_at) used_through from graph_entity h join (${usesOfIdentity(scope, identity)}) v on v.identity_id = h.native_id
    where ${holdsNow('h', scope)} and h.uri in (${sql.join([...roles.keys()])}) group by 1`.execute(tx);
  const uses = new Map(rows.map(({ uri, ...use }) => [uri, use]));
  return [...roles.values()].map((role) => ({ ...role, ...uses.get(role.uri) })).sort((a, b) => a.name.localeCompare(b.name));
}

/** The uses by an identity or of a resource, by action. */
export interface AuditLine {
  action: string;
  other: string;
  other_uri: string;
  other_type: string;
  account_id: string;
  count: number;
  failures: number;
  last_at: string;
  source_ip: string | null;
  region: string | null;
  /** The role or service account in whose sessions the identity acted; empty: it acted itself. */
  through: string;
}

/** Returns the uses of the last 90 days, newest first, at most 500. The sessions of roles that an identity started are its uses too. */
export async function auditOf(
  tx: Tx,
  scope: InventoryScope,
  { nativeId, uri, side }: { nativeId: string; uri: string; side: 'identity' | 'resource' },
) {
  const since = ago(scope, UNUSED_DAYS);
  const names = sql`array(select n.name from (${namesInLogs({ tenantId: scope.tenantId, snapshotId: null }, sql`${uri}::text`)}) n)`;
  const columns = sql`u.action, g.account_id, u.source_ip, u.region`;
  const from = sql`from graph_usage u join graph_source g on g.tenant_id = ${scope.tenantId} and g.source_uid = u.source_uid`;
  const isRecent = sql`${holdsNow('u', scope)} and u.last_at > ${since}`;
  const lines =
    side === 'resource'
      ? sql`select ${columns}, u.identity_id id, '' through, u.count n, u.failures, u.last_at at ${from} where ${isRecent} and u.resource_id = ${nativeId}`
      : sql`
        select ${columns}, u.resource_id id, '' through, u.count n, u.failures, u.last_at at ${from} where ${isRecent} and u.identity_id = any(${names})
        union all
        select ${columns}, u.resource_id, u.identity_id, max((s.value ->> 'n')::int), 0, max(s.value ->> 'at') ${from} cross join lateral jsonb_each(u.started_by) s
        where ${isRecent} and s.key = any(${names}) and s.value ->> 'at' > ${since} and not u.identity_id = any(${names})
        group by u.action, g.account_id, u.source_ip, u.region, u.resource_id, u.identity_id, u.source_uid, u.day`;
  const { rows } = await sql<AuditLine>`
    select x.*, coalesce(e.name, x.id) other, coalesce(e.uri, '') other_uri, coalesce(e.type, '') other_type, coalesce(w.name, x.role) through from (
      select l.action, l.id, l.account_id, l.through as role, sum(l.n)::int count, sum(l.failures)::int failures, max(l.at) last_at,
        (array_agg(l.source_ip order by l.at desc))[1] source_ip, (array_agg(l.region order by l.at desc))[1] region
      from (${lines}) l group by 1, 2, 3, 4
    ) x left join lateral (
      select e.name, e.uri, e.type from graph_entity e where ${holdsNow('e', scope)} and e.native_id = x.id order by e.source_uid desc limit 1
    ) e on true left join lateral (
      select e.name from graph_entity e where ${holdsNow('e', scope)} and e.native_id = x.role order by e.source_uid desc limit 1
    ) w on true order by x.last_at desc limit ${MOST}`.execute(tx);
  return rows;
}
