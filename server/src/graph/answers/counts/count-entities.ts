import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { runCooperatively } from '../../../platform/async/cooperative-scheduler';
import type { AccessKind } from '../../engine/catalogue/action-kinds';
import { holdsNow, usageParts, type InventoryScope } from './parts';
import type { ProfileReach } from './profile-reach';
import type { ReadReach } from './tenant-reach';
import { loggedLetters } from './log-coverage';
import { usesBeside } from './read-uses';
import { UsedResources, type LoggedUses } from './used-resources';

/** The number of entities of a type in an account. */
export interface TypeCount {
  account_id: string;
  type: string;
  n: number;
}

export async function countTypes(tx: Tx, scope: InventoryScope): Promise<TypeCount[]> {
  const { rows } = await sql<TypeCount>`
    select account_id, type, count(*)::int n from graph_entity e where ${holdsNow('e', scope)} group by 1, 2`.execute(tx);
  return rows;
}

/** For the resources of a type in an account: how many are readable, writable or administrable, and how many were so used within 90 days. */
export interface AccessCount {
  account_id: string;
  type: string;
  n: number;
  read: number;
  write: number;
  admin: number;
  /** Null: no log covers this for 90 days. */
  used_read: number | null;
  used_write: number | null;
  used_admin: number | null;
}

interface RawAccessCount extends Omit<AccessCount, 'used_read' | 'used_write' | 'used_admin'> {
  covers_read: boolean;
  covers_write: boolean;
  covers_admin: boolean;
}

export async function countAccess(tx: Tx, scope: InventoryScope, readReach: ReadReach): Promise<AccessCount[]> {
  const { rows } = await sql<RawAccessCount>`
    with ${usageParts(scope)},
    accessible as materialized (
      select a.class_id, max(a.read_mode) r, max(a.write_mode) w, max(a.admin_mode) x from graph_access a
      where ${holdsNow('a', scope)} and a.pclass_id in (select pclass_id from acts) group by 1
    ),
    counts as (
      select k.source_uid, k.account_id, k.type, count(*) n, count(*) filter (where c.r > 0) r, count(*) filter (where c.w > 0) w, count(*) filter (where c.x > 0) x
      from graph_entity k left join accessible c on c.class_id = k.class_id where ${holdsNow('k', scope)} and k.is_resource group by 1, 2, 3
    ),
    logged_counts as (
      select k.*, coalesce(${loggedLetters(sql`s.usage`, sql`k.type`, scope)}, '') covered from counts k
        left join graph_source s on s.tenant_id = ${scope.tenantId} and s.source_uid = k.source_uid
    )
    select k.account_id, k.type, sum(k.n)::int n, sum(k.r)::int "read", sum(k.w)::int "write", sum(k.x)::int "admin",
      bool_or(position('r' in k.covered) > 0) covers_read, bool_or(position('w' in k.covered) > 0) covers_write, bool_or(position('a' in k.covered) > 0) covers_admin
    from logged_counts k group by 1, 2`.execute(tx);
  const reach = await readReach(tx, scope);
  const logged = await usesBeside(reach, tx, scope);
  const { rows: profiles } = await sql<IdentityProfile>`
    select i.uri, i.profile_id from graph_entity i where ${holdsNow('i', scope)} and i.is_identity and i.profile_id is not null`.execute(tx);
  const used = await runCooperatively(usedByPlace(reach, logged, profiles));
  return rows.map(({ covers_read, covers_write, covers_admin, ...row }) => {
    const count = (kind: AccessKind, tells: boolean): number | null => {
      const n = used[kind].get(`${row.account_id} ${row.type}`) ?? 0;
      return tells || n > 0 ? n : null;
    };
    return { ...row, used_read: count('READ', covers_read), used_write: count('WRITE', covers_write), used_admin: count('ADMIN', covers_admin) };
  });
}

interface IdentityProfile {
  uri: string;
  profile_id: string;
}

/** Counts the resources that were read, written and administered, by `account type`. */
function* usedByPlace(
  reach: ProfileReach,
  logged: LoggedUses,
  profiles: readonly IdentityProfile[],
): Generator<number, Record<AccessKind, Map<string, number>>> {
  const acting = new Map<string, Set<string>>();
  const act = (uri: string, pclass: string): void => void acting.set(uri, (acting.get(uri) ?? new Set()).add(pclass));
  for (const paths of reach.paths.values()) for (const { assumed, pclass_id: pclass } of paths) if (assumed !== null) act(assumed, pclass);
  yield 0;
  for (const { uri, profile_id: profile } of profiles)
    for (const { depth, pclass_id: pclass } of reach.paths.get(profile) ?? []) if (depth === 0) act(uri, pclass);
  yield 0;
  const used = { READ: new Map<string, number>(), WRITE: new Map<string, number>(), ADMIN: new Map<string, number>() };
  for (const kind of ['READ', 'WRITE', 'ADMIN'] as const) {
    const usedResources = new UsedResources(reach, logged, kind);
    const all = [...usedResources.actors].flatMap((uri) => [...(acting.get(uri) ?? [])].map((pclass) => usedResources.by(uri, pclass)));
    used[kind] = usedResources.countByPlace(usedResources.union(all));
    yield 0;
  }
  return used;
}
