import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { readInParts } from '../../../platform/db/read-in-parts';
import { runCooperatively } from '../../../platform/async/cooperative-scheduler';
import type { ActionBundles } from './action-bundles';
import { holdsNow, isRecentUse, type InventoryScope } from './parts';
import { readGrants, type Grants } from './read-grants';
import { readNames } from './read-uses';
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
  const granted = await readGrants(tx, scope);
  const used = await readUsedByName(tx, scope);
  const names = await readNames(tx, scope, new Set(used.keys()));
  const classes = new Map<string, string[]>();
  const query = sql<{ uri: string; pclass_id: string }>`select distinct h.uri, h.pclass_id from graph_holder h where ${holdsNow('h', scope)}`;
  for await (const rows of readInParts(tx, query)) {
    for (const { uri, pclass_id: id } of rows) {
      const known = classes.get(uri);
      if (known) known.push(id);
      else classes.set(uri, [id]);
    }
  }
  return runCooperatively(unusedActions(granted, classes, (uri) => usesOf((names.get(uri) ?? []).flatMap((name) => used.get(name) ?? []))));
}

type Uses = Pick<UnusedActions, 'used_actions' | 'used_services'>;

/** @param classes the principal classes of each holder, by its URI */
function* unusedActions(
  { grants, places, bundles }: Grants,
  classes: ReadonlyMap<string, readonly string[]>,
  usesBy: (uri: string) => Uses,
): Generator<number, { held: HeldActions[]; holders: UnusedActions[] }> {
  const held = new Map<string, HeldActions>();
  const holders: UnusedActions[] = [];
  let done = 0;
  for (const [uri, ids] of classes) {
    const inPlace = new Map<number, Set<number>>();
    for (const id of ids)
      for (const { place, bundle } of grants.get(id) ?? []) inPlace.set(place, (inPlace.get(place) ?? new Set<number>()).add(bundle));
    const uses = inPlace.size === 0 ? null : usesBy(uri);
    for (const [number, own] of inPlace) {
      const place = places[number];
      if (!place || !uses) continue;
      const numbers = [...own].sort((a, b) => a - b);
      const bundle = numbers.join(' ');
      if (!held.has(bundle)) held.set(bundle, { bundle, ...coveredIn(bundles, numbers) });
      holders.push({ uri, ...place, bundle, ...uses });
    }
    yield done++ / classes.size;
  }
  return { held: [...held.values()], holders };
}

/** Returns the actions of some bundles whose use a log covers. */
function coveredIn(bundles: ActionBundles, numbers: readonly number[]): Pick<HeldActions, 'actions' | 'sensitive'> {
  const actions = new Set<string>();
  for (const number of numbers) for (const [action, isCovered] of bundles.actionsOf(number)) if (isCovered) actions.add(action);
  const sorted = [...actions].sort();
  return { actions: sorted, sensitive: sorted.filter((action) => bundles.isSensitive(action)) };
}

/** Reads the actions that each name in logs used within 90 days, in lower case. Many identities may have one name. */
async function readUsedByName(tx: Tx, scope: InventoryScope): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; actions: string[] }>`
    select u.identity_id as name, array_agg(distinct lower(u.action)) actions from graph_usage u where ${isRecentUse('u', scope)} group by 1`.execute(
    tx,
  );
  return new Map(rows.map(({ name, actions }) => [name, actions]));
}

function usesOf(actions: readonly string[]): Uses {
  const of = (separator: string, text: string): string => text.split(separator, 1)[0] ?? '';
  // AWS separates service and action by a colon, Azure by a slash and Google Cloud by a dot. Services of Azure contain dots.
  const services = actions.flatMap((action) => [of('.', of('/', of(':', action))), of('/', action)]);
  return { used_actions: [...new Set(actions)], used_services: [...new Set(services)] };
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
