import { sql } from 'kysely';
import type { Tx } from '../../db/database';
import { actionParts, holdsNow, usageParts, type InventoryScope } from './parts';

/** Actions of a service that a holder of policies has and did not use within 90 days. */
export interface UnusedActions {
  /** Of whoever holds them: a role, or an identity itself. */
  uri: string;
  account_id: string;
  cloud_type: string;
  actions: string[];
  /** Those that are sensitive. */
  sensitive: string[];
  /** Services, in lower case, of which it used something. */
  used_services: string[];
}

/** What roles, and identities by policies of their own, have and do not use, by the account of the resources. */
export async function findUnusedActions(tx: Tx, scope: InventoryScope): Promise<UnusedActions[]> {
  const { rows } = await sql<UnusedActions>`
    with ${usageParts(scope)},
    ${actionParts(scope)},
    holding as materialized (select distinct t.uri collate "C" uri, g.account_id, g.cloud_type, g.action, g.sensitive from given g join acts t on t.pclass_id = g.pclass_id),
    did as materialized (select distinct uri, lower(action) action from uses),
    services as materialized (select uri, array_agg(distinct split_part(split_part(split_part(action, ':', 1), '/', 1), '.', 1)) names,
      array_agg(distinct split_part(action, '/', 1)) spaces from did group by 1)
    select g.uri, g.account_id, g.cloud_type, array_agg(g.action order by g.action) actions,
      coalesce(array_agg(g.action order by g.action) filter (where g.sensitive), array[]::text[]) sensitive, coalesce(v.names || v.spaces, array[]::text[]) used_services
    from holding g left join services v on v.uri = g.uri
      left join did d on d.uri = g.uri and d.action = lower(g.action)
      left join did s on s.uri = g.uri and s.action = lower(split_part(g.action, ':', 1)) || ':*'
    where d.uri is null and s.uri is null
    group by 1, 2, 3, 6`.execute(tx);
  return rows;
}

/** As which role an identity may act. */
export interface RoleWay {
  entity_id: string;
  role_uri: string;
}

/** Of everybody who is a user, by people and programs. */
export async function findRoleWays(tx: Tx, scope: InventoryScope, types: readonly string[]): Promise<RoleWay[]> {
  const { rows } = await sql<RoleWay>`
    select distinct i.entity_id, h ->> 'uri' role_uri from graph_entity i
      join graph_profile_class p on p.profile_id = i.profile_id and ${holdsNow('p', scope)}
      cross join lateral jsonb_array_elements(p.hops) h
    where h ->> 'type' = 'ROLE' and ${holdsNow('i', scope)} and i.is_identity and i.type in (${sql.join(types)})`.execute(tx);
  return rows;
}
