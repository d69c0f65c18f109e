import { sql } from 'kysely';
import type { Tx } from '../../db/database';
import { holdsNow, touchingParts, usageParts, type InventoryScope } from './parts';

/** How many entities of a type an account has. */
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

/** Of the resources of a type in an account, how many somebody may read, write or administer, and how many somebody did within 90 days. */
export interface AccessCount {
  account_id: string;
  type: string;
  n: number;
  read: number;
  write: number;
  admin: number;
  /** Null: no log would tell. */
  used_read: number | null;
  used_write: number | null;
  used_admin: number | null;
}

interface RawAccessCount extends AccessCount {
  tells_read: boolean;
  tells_write: boolean;
  tells_admin: boolean;
}

export async function countAccess(tx: Tx, scope: InventoryScope): Promise<AccessCount[]> {
  const { rows } = await sql<RawAccessCount>`
    with ${usageParts(scope)},
    ${touchingParts(scope)},
    reached as materialized (
      select a.class_id, max(a.read_mode) r, max(a.write_mode) w, max(a.admin_mode) x from graph_access a
      where ${holdsNow('a', scope)} and a.pclass_id in (select pclass_id from acts) group by 1
    ),
    touched as materialized (
      select u.entity_id,
        bool_or(u.read_mode > 0 and coalesce(u.kind, 'READ') = 'READ') r,
        bool_or(u.write_mode > 0 and coalesce(u.kind, 'WRITE') = 'WRITE') w,
        bool_or(u.admin_mode > 0 and coalesce(u.kind, 'ADMIN') = 'ADMIN') x
      from touching u group by 1
    ),
    telling as (
      select s.source_uid, array(select jsonb_array_elements_text(s.usage -> 'silent')) silent from graph_source s
      where s.tenant_id = ${scope.tenantId} and s.usage is not null
    )
    select k.account_id, k.type, count(*)::int n,
      (count(*) filter (where c.r > 0))::int "read", (count(*) filter (where c.w > 0))::int "write", (count(*) filter (where c.x > 0))::int "admin",
      (count(*) filter (where t.r))::int used_read, (count(*) filter (where t.w))::int used_write, (count(*) filter (where t.x))::int used_admin,
      coalesce(bool_or(not ('READ' = any(l.silent) or 'READ ' || k.type = any(l.silent))), false) tells_read,
      coalesce(bool_or(not ('WRITE' = any(l.silent) or 'WRITE ' || k.type = any(l.silent))), false) tells_write,
      coalesce(bool_or(not ('ADMIN' = any(l.silent) or 'ADMIN ' || k.type = any(l.silent))), false) tells_admin
    from graph_entity k left join reached c on c.class_id = k.class_id left join touched t on t.entity_id = k.entity_id
      left join telling l on l.source_uid = k.source_uid
    where ${holdsNow('k', scope)} and k.is_resource group by 1, 2`.execute(tx);
  const known = (count: number | null, tells: boolean): number | null => (tells || (count ?? 0) > 0 ? count : null);
  return rows.map(({ tells_read, tells_write, tells_admin, ...row }) => ({
    ...row,
    used_read: known(row.used_read, tells_read),
    used_write: known(row.used_write, tells_write),
    used_admin: known(row.used_admin, tells_admin),
  }));
}
