import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { groupBy } from '../../../platform/group-by';
import { ActionBundles, type ActionSet, type CoveredSet } from './action-bundles';
import { edgeParts } from './action-parts';
import { ago, holdsNow, isRecentUse, UNUSED_DAYS, usageParts, type InventoryScope } from './parts';

/** A user whose privileges are counted. */
export interface PrivilegedUser {
  entity_id: string;
  uri: string;
  profile_id: string;
  /** Old enough to call what it did not use unused. */
  is_old: boolean;
}

/** A use in a log of the last 90 days, by a user itself or in the session of a role. */
export interface PrivilegeUse {
  /** Whoever acted: the user, or a role. */
  uri: string;
  /** The user who acted or started the session; null: unknown. */
  by: string | null;
  account_id: string;
  /** In lower case; `service:*` if the log does not say which. */
  action: string;
  last_at: string;
}

/** A bundle of actions that a principal class has in an account. */
export interface Grant {
  place: number;
  bundle: number;
}

/** The resources of an account in a cloud. */
export interface Place {
  account_id: string;
  cloud_type: string;
}

export interface Privileges {
  users: readonly PrivilegedUser[];
  uses: readonly PrivilegeUse[];
  /** By principal class. */
  grants: ReadonlyMap<string, readonly Grant[]>;
  /** Places by their number. */
  places: readonly Place[];
  bundles: ActionBundles;
  /** The principal classes of each acting identity itself, by URI. */
  principals: ReadonlyMap<string, readonly string[]>;
}

/** Reads what users can do and did, as sets that many of them share. */
export async function readPrivileges(tx: Tx, scope: InventoryScope, types: readonly string[]): Promise<Privileges> {
  const users = await readUsers(tx, scope, types);
  const uses = await readAttributedUses(tx, scope, types);
  const bundles = new ActionBundles(await readSets(tx, scope), await readUsedActions(tx, scope));
  const { rows: edges } = await sql<CoveredSet & Place & { pclass_id: string }>`
    with ${edgeParts(scope)} select e.pclass_id, e.account_id, e.cloud_type, e.action_set set_id, e.covered from edges e`.execute(tx);
  const places: Place[] = [];
  const placeNumbers = new Map<string, number>();
  const grants = new Map<string, Grant[]>();
  for (const all of groupBy(edges, ({ pclass_id: id, account_id: account, cloud_type: cloud }) => `${id} ${account} ${cloud}`).values()) {
    const [{ pclass_id: id, account_id: account, cloud_type: cloud }] = all as [(typeof all)[0], ...typeof all];
    const key = `${account} ${cloud}`;
    const place = placeNumbers.get(key) ?? places.push({ account_id: account, cloud_type: cloud }) - 1;
    placeNumbers.set(key, place);
    const grant = { place, bundle: bundles.numberOf(all) };
    const known = grants.get(id);
    if (known) known.push(grant);
    else grants.set(id, [grant]);
  }
  return { users, uses, grants, places, bundles, principals: await readPrincipals(tx, scope, uses) };
}

async function readUsers(tx: Tx, scope: InventoryScope, types: readonly string[]): Promise<PrivilegedUser[]> {
  const day = ago(scope, UNUSED_DAYS).slice(0, 10);
  const { rows } = await sql<PrivilegedUser>`
    select i.entity_id, i.uri, i.profile_id, coalesce(left(i.attributes ->> 'created', 10) <= ${day}, true) is_old
    from graph_entity i where ${holdsNow('i', scope)} and i.is_identity and i.profile_id is not null and i.type in (${sql.join(types)})`.execute(tx);
  return rows;
}

/** Reads the uses by users themselves, those of sessions that they started, and those of sessions that somebody unknown started. */
async function readAttributedUses(tx: Tx, scope: InventoryScope, types: readonly string[]): Promise<PrivilegeUse[]> {
  const { rows } = await sql<PrivilegeUse>`
    with ${usageParts(scope)},
    users as materialized (select distinct i.uri from graph_entity i where ${holdsNow('i', scope)} and i.is_identity and i.type in (${sql.join(types)})),
    attributed as (
      select n.uri, n.uri as by, u.source_uid, u.action, u.last_at from graph_usage u join names n on n.name = u.identity_id
        where n.uri in (select uri from users) and ${isRecentUse('u', scope)}
      union all
      select s.uri, b.uri, s.source_uid, s.action, s.last_at from sessions s join names b on b.name = s.starter where b.uri in (select uri from users)
      union all
      select s.uri, null, s.source_uid, s.action, s.last_at from sessions s where s.starter is null
    )
    select a.uri, a.by, g.account_id, lower(a.action) action, max(a.last_at) last_at
    from attributed a join graph_source g on g.tenant_id = ${scope.tenantId} and g.source_uid = a.source_uid group by 1, 2, 3, 4`.execute(tx);
  return rows;
}

/** Reads the actions that somebody with a name used, in lower case. */
async function readUsedActions(tx: Tx, scope: InventoryScope): Promise<Set<string>> {
  const { rows } = await sql<{ action: string }>`
    with ${usageParts(scope)}
    select distinct lower(u.action) action from graph_usage u where ${isRecentUse('u', scope)} and u.identity_id in (select n.name from names n)`.execute(
    tx,
  );
  return new Set(rows.map(({ action }) => action));
}

async function readSets(tx: Tx, scope: InventoryScope): Promise<ActionSet[]> {
  const { rows } = await sql<ActionSet>`select g.set_id, g.actions from graph_action_set g where g.tenant_id = ${scope.tenantId}`.execute(tx);
  return rows;
}

async function readPrincipals(tx: Tx, scope: InventoryScope, uses: readonly PrivilegeUse[]): Promise<Map<string, string[]>> {
  const uris = [...new Set(uses.map(({ uri }) => uri))];
  const { rows } = await sql<{ uri: string; pclass_id: string }>`
    select distinct h.uri, h.pclass_id from graph_holder h where ${holdsNow('h', scope)} and h.uri = any(${uris}::text[])`.execute(tx);
  return new Map([...groupBy(rows, ({ uri }) => uri)].map(([uri, all]) => [uri, all.map(({ pclass_id: id }) => id)]));
}
