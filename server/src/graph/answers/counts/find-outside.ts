import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import type { GrantSource } from '../../engine/grant';
import { holdsNow, type InventoryScope } from './parts';

/** A resource that is reachable from the internet, with the access modes and the granting policies. */
export interface PublicResource {
  uri: string;
  name: string;
  type: string;
  account_id: string;
  cloud_type: string;
  region: string;
  attributes: Record<string, unknown>;
  conditional: boolean;
  actions: { read: boolean; write: boolean; admin: boolean; names: string[] };
  policies: { id: string; name: string }[];
}

interface RawPublic {
  uri: string;
  name: string;
  type: string;
  account_id: string;
  cloud_type: string;
  region: string;
  attributes: Record<string, unknown>;
  via: GrantSource[][];
  actions: string[][];
  read: number;
  write: number;
  admin: number;
}

export async function findPublic(tx: Tx, scope: InventoryScope): Promise<PublicResource[]> {
  const mode = (kind: string) =>
    sql`max(case when w.conditional then least(a.${sql.ref(`${kind}_mode`)}, 1) else a.${sql.ref(`${kind}_mode`)} end) ${sql.ref(kind)}`;
  const { rows } = await sql<RawPublic>`
    with w as materialized (
      select p.pclass_id, bool_and(p.conditional) conditional from graph_entity i join graph_profile_class p on p.profile_id = i.profile_id and ${holdsNow('p', scope)}
      where ${holdsNow('i', scope)} and i.type = 'PUBLIC_NODE' group by 1
    ),
    accessible as materialized (
      select a.class_id, jsonb_agg(a.via) via, jsonb_agg(a.actions) actions, ${mode('read')}, ${mode('write')}, ${mode('admin')}
      from w join graph_access a on a.pclass_id = w.pclass_id and ${holdsNow('a', scope)} group by 1
    )
    select r.uri, r.name, r.type, r.account_id, r.cloud_type, r.region, r.attributes, c.via, c.actions, c.read, c.write, c.admin
    from graph_entity r join accessible c on c.class_id = r.class_id where ${holdsNow('r', scope)} and r.is_resource`.execute(tx);
  return rows.map(({ via, actions, read, write, admin, ...row }) => ({
    ...row,
    conditional: Math.max(read, write, admin) < 2,
    actions: { read: read > 0, write: write > 0, admin: admin > 0, names: [...new Set(actions.flat())].sort() },
    policies: policiesOf(via.flat()),
  }));
}

function policiesOf(via: readonly GrantSource[]): { id: string; name: string }[] {
  const granting = via.filter(({ effect, kinds }) => effect === 'Allow' && kinds.length > 0);
  return [...new Map(granting.map(({ policy_id: id, policy_name: name }) => [id, { id, name }])).values()];
}

/** The access of an unconnected account to a connected one. */
export interface ShadowAccount {
  shadow_account_id: string;
  account_id: string;
  resources_available: number;
}

export async function findShadowAccounts(tx: Tx, scope: InventoryScope): Promise<ShadowAccount[]> {
  const { rows } = await sql<ShadowAccount>`
    select x.shadow_account_id, r.account_id, count(distinct r.entity_id)::int resources_available
    from (
      select distinct i.account_id shadow_account_id, a.class_id from graph_entity i
        join graph_profile_class p on p.profile_id = i.profile_id and ${holdsNow('p', scope)}
        join graph_access a on a.pclass_id = p.pclass_id and ${holdsNow('a', scope)}
      where ${holdsNow('i', scope)} and i.type in ('EXT_ACCOUNT', 'USER')
        and i.account_id not in (select s.account_id from graph_source s where s.tenant_id = ${scope.tenantId})
    ) x join graph_entity r on r.class_id = x.class_id and ${holdsNow('r', scope)} and r.is_resource
    group by 1, 2`.execute(tx);
  return rows;
}

/** An external network that policies or firewalls of an account allow. */
export interface ShadowNetwork {
  uri: string;
  name: string;
  account_id: string;
  out_obj_store: number;
  out_sg: number;
}

export async function findShadowNetworks(tx: Tx, scope: InventoryScope): Promise<ShadowNetwork[]> {
  const { rows } = await sql<ShadowNetwork>`
    with nodes as materialized (select i.uri, i.name, i.account_id, i.profile_id from graph_entity i where ${holdsNow('i', scope)} and i.type = 'NETWORK_NODE'),
    reach as materialized (
      select distinct p.profile_id, a.class_id from graph_profile_class p join graph_access a on a.pclass_id = p.pclass_id and ${holdsNow('a', scope)}
      where ${holdsNow('p', scope)} and p.profile_id in (select profile_id from nodes)
    )
    select i.uri, i.name, i.account_id, (count(distinct r.entity_id) filter (where r.type = 'OBJECT_STORE'))::int out_obj_store,
      (count(distinct r.entity_id) filter (where r.type = 'SECURITY_GROUP'))::int out_sg
    from nodes i left join reach w on w.profile_id = i.profile_id
      left join graph_entity r on r.class_id = w.class_id and ${holdsNow('r', scope)} and r.is_resource and r.account_id = i.account_id
        and r.type in ('OBJECT_STORE', 'SECURITY_GROUP')
    group by 1, 2, 3`.execute(tx);
  return rows;
}
