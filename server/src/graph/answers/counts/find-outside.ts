import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import type { GrantSource } from '../../engine/grant';
import { Bitset } from '../../engine/bitset';
import { groupBy } from '../../../platform/group-by';
import { runCooperatively } from '../../../platform/async/cooperative-scheduler';
import { ACCESS_WITH_GRANTS } from '../../store/grants';
import { holdsNow, type InventoryScope } from './parts';
import { AccessOfProfiles } from './access-of-profiles';
import type { ProfileReach } from './profile-reach';
import type { ReadReach } from './tenant-reach';

/**
 * A resource that its policy, settings or network open to the internet: the ones with the attribute `public`. The access modes and the granting
 * policies are those of the anonymous public, and none where only the network is open.
 */
export interface PublicResource {
  uri: string;
  name: string;
  type: string;
  account_id: string;
  cloud_type: string;
  region: string;
  attributes: Record<string, unknown>;
  /** Access modes of the public: 0 none, 1 conditional, 2 unconditional. */
  modes: { read: number; write: number; admin: number };
  /** Names of the actions that the public has, in alphabetical order. */
  actions: { names: string[] };
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
      from w join ${ACCESS_WITH_GRANTS} a on a.pclass_id = w.pclass_id and ${holdsNow('a', scope)} group by 1
    )
    select r.uri, r.name, r.type, r.account_id, r.cloud_type, r.region, r.attributes, coalesce(c.via, '[]'::jsonb) via, coalesce(c.actions, '[]'::jsonb) actions,
      coalesce(c.read, 0) "read", coalesce(c.write, 0) "write", coalesce(c.admin, 0) "admin"
    from graph_entity r left join accessible c on c.class_id = r.class_id where ${holdsNow('r', scope)} and r.attributes ->> 'public' = 'true'`.execute(
    tx,
  );
  return rows.map(({ via, actions, read, write, admin, ...row }) => ({
    ...row,
    modes: { read, write, admin },
    actions: { names: [...new Set(actions.flat())].sort() },
    policies: policiesOf(via.flat()),
  }));
}

function policiesOf(via: readonly GrantSource[]): { id: string; name: string }[] {
  const granting = via.filter(({ effect, kinds }) => effect === 'Allow' && kinds.length > 0);
  return [...new Map(granting.map(({ policy_id: id, policy_name: name }) => [id, { id, name }])).values()];
}

/** The access of the users of one account to the resources of another, connected one. */
export interface ShadowAccount {
  shadow_account_id: string;
  account_id: string;
  resources_available: number;
  /** The account is a connected source. */
  connected: boolean;
}

interface ActingProfile {
  account_id: string;
  profile_id: string;
  connected: boolean;
}

/** Finds access between accounts. An account that is not connected stands for its users, whom no source lists. */
export async function findShadowAccounts(tx: Tx, scope: InventoryScope, readReach: ReadReach): Promise<ShadowAccount[]> {
  const { rows: profiles } = await sql<ActingProfile>`
    with connected as materialized (select distinct s.account_id from graph_source s where s.tenant_id = ${scope.tenantId})
    select distinct i.account_id, i.profile_id, i.account_id in (select account_id from connected) connected from graph_entity i
    where ${holdsNow('i', scope)} and i.is_identity and i.type in ('EXT_ACCOUNT', 'USER') and i.profile_id is not null`.execute(tx);
  const { rows: sizes } = await sql<{ class_id: string; account_id: string; n: number }>`
    select r.class_id, r.account_id, count(*)::int n from graph_entity r
    where ${holdsNow('r', scope)} and r.is_resource and r.class_id is not null group by 1, 2`.execute(tx);
  return runCooperatively(accessBetweenAccounts(profiles, sizes, await readReach(tx, scope)));
}

function* accessBetweenAccounts(
  profiles: readonly ActingProfile[],
  sizes: readonly { class_id: string; account_id: string; n: number }[],
  reach: ProfileReach,
): Generator<number, ShadowAccount[]> {
  const inClass = groupBy(sizes, ({ class_id: id }) => id);
  const found: ShadowAccount[] = [];
  const byAccount = [...groupBy(profiles, ({ account_id: id }) => id)];
  const access = AccessOfProfiles.over(reach);
  for (const [done, [from, own]] of byAccount.entries()) {
    const classes = Bitset.empty(reach.classes.length);
    for (const { profile_id: id } of own) access.of(id).any.read.forEach((number) => classes.add(number));
    const totals = new Map<string, number>();
    classes.forEach((number) => {
      for (const { account_id: to, n } of inClass.get(reach.classes[number]?.id ?? '') ?? []) totals.set(to, (totals.get(to) ?? 0) + n);
    });
    const connected = own.some((one) => one.connected);
    for (const [to, n] of totals)
      if (to !== from || !connected) found.push({ shadow_account_id: from, account_id: to, resources_available: n, connected });
    yield (done + 1) / byAccount.length;
  }
  return found;
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
