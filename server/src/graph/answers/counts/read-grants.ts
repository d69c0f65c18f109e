import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { groupBy } from '../../../platform/group-by';
import { ActionBundles, type ActionSet, type CoveredSet } from './action-bundles';
import { logParts } from './log-coverage';
import { holdsNow, isRecentUse, usageParts, type InventoryScope } from './parts';

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

/** The actions that principal classes have, as bundles that many of them share. */
export interface Grants {
  /** By principal class. */
  grants: ReadonlyMap<string, readonly Grant[]>;
  /** Places by their number. */
  places: readonly Place[];
  bundles: ActionBundles;
}

/** Reads what principal classes have in each account, with what logs cover. */
export async function readGrants(tx: Tx, scope: InventoryScope): Promise<Grants> {
  const bundles = new ActionBundles(await readSets(tx, scope), await readUsedActions(tx, scope));
  const { rows: edges } = await sql<CoveredSet & Place & { pclass_id: string }>`
    with ${logParts(scope)}
    select x.pclass_id, x.account_id, x.cloud_type, x.action_set set_id, string_agg(distinct x.covered, '') covered from (
      select distinct r.pclass_id, r.account_id, r.cloud_type, r.action_set, '' covered from graph_reach r where r.tenant_id = ${scope.tenantId}
      union all
      select distinct a.pclass_id, a.account_id, a.cloud_type, a.action_set, l.covered from graph_access a
        join logs l on l.source_uid = a.source_uid and l.type = a.type and l.covered <> ''
        where ${holdsNow('a', scope)} and a.valid_from not in (select snapshot_id from young)
    ) x group by 1, 2, 3, 4`.execute(tx);
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
  return { grants, places, bundles };
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
