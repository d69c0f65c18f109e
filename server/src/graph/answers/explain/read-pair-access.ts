import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { toGrantSource, type ProfileHop, type StoredGrant } from '../../engine/grant';
import { ACCESS_WITH_GRANTS } from '../../store/grants';
import { PATHS_WITH_HOPS } from '../../store/hops';
import { holdsAt } from '../../store/validity';
import { sharedElements, type PairAccess, type PathElement } from './shared-elements';

/** An identity and a resource by their URIs. */
export interface Pair {
  identityUri: string;
  resourceUri: string;
}

interface Entity {
  uri: string;
  name: string;
  accountId: string;
  cloudType: string;
  profileId: string | null;
  classId: string | null;
}

/**
 * Returns the elements that lie on every stored access path of each pair today, in the order of the pairs; none for a pair without access. Pairs of the
 * same profile and class share one read. Runs inside the caller's transaction.
 */
export async function readSharedElements(tx: Tx, tenantId: string, pairs: readonly Pair[]): Promise<PathElement[][]> {
  if (pairs.length === 0) return [];
  const entities = await readEntities(tx, tenantId, [...new Set(pairs.flatMap(({ identityUri, resourceUri }) => [identityUri, resourceUri]))]);
  const found = pairs.map(({ identityUri, resourceUri }) => {
    const identity = entities.get(identityUri)?.find(({ profileId }) => profileId !== null);
    const resource = entities.get(resourceUri)?.find(({ classId }) => classId !== null);
    return identity && resource ? { identity, resource, key: `${identity.profileId} ${resource.classId}` } : null;
  });
  const wanted = new Map(found.flatMap((pair) => (pair ? [[pair.key, { profile: pair.identity.profileId, class: pair.resource.classId }]] : [])));
  const routes = await readRoutes(tx, tenantId, wanted);
  return found.map((pair) => (pair ? sharedElements({ ...pair, routes: routes.get(pair.key) ?? [] }) : []));
}

async function readEntities(tx: Tx, tenantId: string, uris: readonly string[]): Promise<Map<string, Entity[]>> {
  const { rows } = await sql<Entity>`
    select e.uri, e.name, e.account_id "accountId", e.cloud_type "cloudType", e.profile_id "profileId", e.class_id "classId"
    from graph_entity e join jsonb_array_elements_text(${JSON.stringify(uris)}::jsonb) u(uri) on u.uri = e.uri
    where ${holdsAt('e', tenantId, null)}
    order by e.uri, e.entity_id`.execute(tx);
  const entities = new Map<string, Entity[]>();
  for (const row of rows) entities.set(row.uri, [...(entities.get(row.uri) ?? []), row]);
  return entities;
}

type Routes = Map<string, PairAccess['routes'][number][]>;

async function readRoutes(tx: Tx, tenantId: string, wanted: ReadonlyMap<string, { profile: string | null; class: string | null }>): Promise<Routes> {
  const asked = JSON.stringify([...wanted].map(([key, of]) => ({ key, ...of })));
  const { rows } = await sql<{ key: string; hops: ProfileHop[]; via: StoredGrant[] }>`
    select w.key, p.hops, a.via
    from jsonb_to_recordset(${asked}::jsonb) w("key" text, profile text, class text)
    join ${PATHS_WITH_HOPS} p on p.profile_id = w.profile and ${holdsAt('p', tenantId, null)}
    join ${ACCESS_WITH_GRANTS} a on a.pclass_id = p.pclass_id and a.class_id = w.class and ${holdsAt('a', tenantId, null)}`.execute(tx);
  const routes: Routes = new Map();
  for (const { key, hops, via } of rows) routes.set(key, [...(routes.get(key) ?? []), { hops, via: via.map(toGrantSource) }]);
  return routes;
}
