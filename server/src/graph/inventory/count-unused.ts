import { sql } from 'kysely';
import type { Tx } from '../../db/database';
import { holdsNow, usageParts, type InventoryScope } from './parts';

/** Actions of a service that a holder of policies has and did not use within 90 days. */
export interface UnusedActions {
  /** Of whoever holds them: a role, or an identity itself. */
  uri: string;
  account_id: string;
  cloud_type: string;
  actions: string[];
  /** Services, in lower case, of which it used something. */
  used_services: string[];
}

/** What roles, and identities by policies of their own, have and do not use, by the account of the resources. */
export async function findUnusedActions(tx: Tx, scope: InventoryScope): Promise<UnusedActions[]> {
  const { rows } = await sql<UnusedActions>`
    with ${usageParts(scope)},
    given as materialized (
      select distinct t.uri collate "C" uri, k.account_id collate "C" account_id, k.cloud_type, action from acts t join graph_access a on a.pclass_id = t.pclass_id and ${holdsNow('a', scope)}
        join (select distinct class_id, account_id, cloud_type from graph_entity e where ${holdsNow('e', scope)} and e.is_resource) k on k.class_id = a.class_id
        cross join lateral (select e collate "C" as action from jsonb_array_elements_text(a.actions) e) x
    ),
    did as materialized (select distinct uri, lower(action) action from uses),
    services as materialized (select uri, array_agg(distinct split_part(split_part(split_part(action, ':', 1), '/', 1), '.', 1)) names,
      array_agg(distinct split_part(action, '/', 1)) spaces from did group by 1)
    select g.uri, g.account_id, g.cloud_type, array_agg(g.action order by g.action) actions, coalesce(v.names || v.spaces, array[]::text[]) used_services
    from given g left join services v on v.uri = g.uri
      left join did d on d.uri = g.uri and d.action = lower(g.action)
      left join did s on s.uri = g.uri and s.action = lower(split_part(g.action, ':', 1)) || ':*'
    where d.uri is null and s.uri is null
    group by 1, 2, 3, 5`.execute(tx);
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
