import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { actionParts } from './action-parts';
import { holdsNow, usageParts, type InventoryScope } from './parts';
import type { ReadReach } from './tenant-reach';

/** The actions that policy holders have in an account, and those covered by a log. Many holders share them. */
export interface HeldActions {
  bundle: string;
  actions: string[];
  /** The sensitive ones. */
  sensitive: string[];
}

/** The actions that a policy holder, a role or an identity itself, has and uses in an account. */
export interface UnusedActions {
  uri: string;
  account_id: string;
  cloud_type: string;
  /** Refers to one of `HeldActions`. */
  bundle: string;
  /** Lower-case actions used within 90 days; `s3:*` for a whole service. */
  used_actions: string[];
  /** Lower-case services with any use. */
  used_services: string[];
}

/** Returns what roles, and identities by their own policies, hold and use, by the account of the resources. */
export async function findUnusedActions(tx: Tx, scope: InventoryScope): Promise<{ held: HeldActions[]; holders: UnusedActions[] }> {
  const parts = sql`
    ${usageParts(scope)},
    ${actionParts(scope)},
    holding as materialized (
      select distinct t.uri, g.account_id, g.cloud_type, g.bundle from grants g join acts t on t.pclass_id = g.pclass_id
    ),
    whole as materialized (
      select h.uri, h.account_id, h.cloud_type, array_agg(h.bundle order by h.bundle) bundles from holding h group by 1, 2, 3
    )`;
  const { rows: held } = await sql<HeldActions>`
    with ${parts}, distinct_bundles as (select distinct bundles from whole)
    select array_to_string(d.bundles, ' ') bundle, coalesce(array_agg(distinct b.action) filter (where b.covered), array[]::text[]) actions,
      coalesce(array_agg(distinct b.action) filter (where b.covered and b.sensitive), array[]::text[]) sensitive
    from distinct_bundles d cross join lateral unnest(d.bundles) one join bundle_actions b on b.bundle = one group by 1`.execute(tx);
  const { rows: holders } = await sql<UnusedActions>`
    with ${parts},
    did as materialized (select distinct uri, lower(action) action from uses),
    summed as materialized (
      select uri, array_agg(action) actions, array_agg(distinct split_part(split_part(split_part(action, ':', 1), '/', 1), '.', 1)) names,
        array_agg(distinct split_part(action, '/', 1)) spaces from did group by 1
    )
    select w.uri, w.account_id, w.cloud_type, array_to_string(w.bundles, ' ') bundle, coalesce(v.actions, array[]::text[]) used_actions,
      coalesce(v.names || v.spaces, array[]::text[]) used_services
    from whole w left join summed v on v.uri = w.uri`.execute(tx);
  return { held, holders };
}

/** The roles that identities with a profile may assume. */
export interface AssumableRoles {
  profile_id: string;
  roles: string[];
}

/** Returns the assumable roles of all users, by profile. */
export async function findAssumableRoles(
  tx: Tx,
  scope: InventoryScope,
  { types, readReach }: { types: readonly string[]; readReach: ReadReach },
): Promise<AssumableRoles[]> {
  const { rows } = await sql<{ profile_id: string }>`
    select distinct i.profile_id from graph_entity i
    where ${holdsNow('i', scope)} and i.is_identity and i.profile_id is not null and i.type in (${sql.join(types)})`.execute(tx);
  const { paths } = await readReach(tx, scope);
  return rows.flatMap(({ profile_id: id }) => {
    const roles = [...paths.hopsOf(id)].flatMap(({ uri, type }) => (type === 'ROLE' ? [uri] : []));
    return roles.length > 0 ? [{ profile_id: id, roles: roles.sort() }] : [];
  });
}
