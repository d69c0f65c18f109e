import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import type { Entity } from '../../engine/model';
import type { Relation } from '../../engine/source-facts';
import { toEntity } from '../../store/read-facts';
import { readPaths } from '../../store/read-paths';
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
  last_used: string | null;
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
    roles.set(last.uri, { ...last, by: before.join(' → ') || 'directly', conditional, last_used: null });
  }
  if (roles.size === 0) return [];
  const { rows } = await sql<{ uri: string; last_at: string }>`
    select h.uri, max(u.last_at) last_at from graph_entity h join graph_usage u on u.identity_id = h.native_id and ${holdsNow('u', scope)} and u.count > 0
    where ${holdsNow('h', scope)} and h.uri in (${sql.join([...roles.keys()])}) group by 1`.execute(tx);
  const lastUsed = new Map(rows.map(({ uri, last_at }) => [uri, last_at]));
  return [...roles.values()].map((role) => ({ ...role, last_used: lastUsed.get(role.uri) ?? null })).sort((a, b) => a.name.localeCompare(b.name));
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
}

/** Returns the uses of the last 90 days, newest first, at most 500. */
export async function auditOf(
  tx: Tx,
  scope: InventoryScope,
  { nativeId, email, side }: { nativeId: string; email: string | null; side: 'identity' | 'resource' },
) {
  const [own, other] = side === 'identity' ? [sql`u.identity_id`, sql`u.resource_id`] : [sql`u.resource_id`, sql`u.identity_id`];
  const names = [nativeId, ...(email ? [email.toLowerCase()] : [])];
  const { rows } = await sql<AuditLine>`
    select x.*, coalesce(e.name, x.id) other, coalesce(e.uri, '') other_uri, coalesce(e.type, '') other_type from (
      select u.action, ${other} id, g.account_id, sum(u.count)::int count, sum(u.failures)::int failures, max(u.last_at) last_at,
        (array_agg(u.source_ip order by u.last_at desc))[1] source_ip, (array_agg(u.region order by u.last_at desc))[1] region
      from graph_usage u join graph_source g on g.tenant_id = ${scope.tenantId} and g.source_uid = u.source_uid
      where ${holdsNow('u', scope)} and ${own} in (${sql.join(names)}) and u.last_at > ${ago(scope, UNUSED_DAYS)} group by 1, 2, 3
    ) x left join lateral (
      select e.name, e.uri, e.type from graph_entity e where ${holdsNow('e', scope)} and e.native_id = x.id order by e.source_uid desc limit 1
    ) e on true order by x.last_at desc limit ${MOST}`.execute(tx);
  return rows;
}
