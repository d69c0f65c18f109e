import { sql } from 'kysely';
import type { Tx } from '../../db/database';
import { holdsNow, type InventoryScope } from './parts';

/** Who reaches the resources of a class, by the type of whoever does. */
export interface HolderCount {
  class_id: string;
  type: string;
  n: number;
  /** Of them, who administers. */
  admins: number;
  /** Of them, who reaches it under conditions only, and who only by becoming something else. */
  conditional: number;
  becoming: number;
  /** Types of the resources of the class. */
  resource_types: string[];
}

/** Worked out by profiles, which many identities share: pairs of identities and resources never exist. */
export async function countHolders(tx: Tx, scope: InventoryScope): Promise<HolderCount[]> {
  const { rows } = await sql<HolderCount>`
    with sizes as materialized (
      select i.profile_id, i.type, count(*)::int n from graph_entity i where ${holdsNow('i', scope)} and i.is_identity and i.profile_id is not null group by 1, 2
    ),
    kinds as materialized (
      select r.class_id, array_agg(distinct r.type) types from graph_entity r where ${holdsNow('r', scope)} and r.is_resource and r.class_id is not null group by 1
    )
    select x.class_id, s.type, sum(s.n)::int n, coalesce(sum(s.n) filter (where x.admin), 0)::int admins,
      coalesce(sum(s.n) filter (where not x.always), 0)::int conditional, coalesce(sum(s.n) filter (where not x.direct), 0)::int becoming, k.types resource_types
    from (
      select a.class_id, p.profile_id, bool_or(a.admin_mode > 0) admin,
        bool_or(not p.conditional and greatest(a.read_mode, a.write_mode, a.admin_mode) = 2) "always", bool_or(p.depth = 0) direct from graph_access a
        join graph_profile_class p on p.pclass_id = a.pclass_id and ${holdsNow('p', scope)}
        where ${holdsNow('a', scope)} group by 1, 2
    ) x join sizes s on s.profile_id = x.profile_id join kinds k on k.class_id = x.class_id group by x.class_id, s.type, k.types`.execute(tx);
  return rows;
}
