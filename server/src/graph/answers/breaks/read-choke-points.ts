import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { groupBy } from '../../../platform/group-by';
import { toGrantSource, type GrantSource, type ProfileHop, type StoredGrant } from '../../engine/grant';
import { countsAt } from '../../store/tiers';
import { holdsAt } from '../../store/validity';
import { chokePointsOf, fallingAccess, isShared, JEWEL_TIERS, type ChokePoint, type LeftAccess, type ReachedJewels } from './choke-points';
import { elementsOf, type CutElement } from './elements';
import { readFacts, readSteps, stepsOfRoutes } from './read-ways';
import { MOST_WAYS, waysOf, type Route, type Way } from './ways';

/** The most stored rows of access to crown jewels, and of paths to their holders, that are looked at. */
const MOST_ROWS = 50_000;

/** Choke points that are kept, and changes of the falling line. */
const MOST_POINTS = 50;
const MOST_CHANGES = 10;

/** The choke points of a tenant. */
export interface ChokePoints {
  points: (ChokePoint & { element: CutElement })[];
  /** Without an element: today. */
  line: (Pick<LeftAccess, 'pairs'> & { element: CutElement | null })[];
  /** Resources of each tier. */
  jewels: [number, number, number];
  /** Identities outside tier 0, without groups. */
  identities: number;
  /** False: there is more access to crown jewels than was looked at. */
  isComplete: boolean;
}

/** Returns the elements that end the most access to resources of tiers 0 to 2 alone. Identities of tier 0 do not count. */
export async function readChokePoints(tx: Tx, tenantId: string): Promise<ChokePoints> {
  const classes = await readJewelClasses(tx, tenantId);
  const profiles = await readProfiles(tx, tenantId);
  const { access, isComplete } = await readAccess(tx, tenantId, [...new Set(classes.map(({ classId }) => classId))]);
  const paths = await readPaths(tx, tenantId, [...new Set(access.map(({ pclassId }) => pclassId))]);
  const pairs = pairsOf(profiles, classes, access, paths.rows);
  const steps = await readSteps(
    tx,
    tenantId,
    pairs.flatMap(({ profile, routes }) => stepsOfRoutes(profile.uri, routes)),
  );
  const ways = pairs.map(({ profile, jewels, routes }) =>
    waysOf({ identityUri: profile.uri, resourceUri: jewels.uri, routes }, (by, on) => steps.get(`${by} ${on}`) ?? null),
  );
  const { reached, elements } = await readReached(tx, tenantId, pairs, ways);
  const points = chokePointsOf(reached).flatMap((point) => {
    const element = elements.get(point.id);
    return element ? [{ ...point, element }] : [];
  });
  const jewels = JEWEL_TIERS.map((tier) => classes.filter((one) => one.tier === tier).reduce((sum, { resources }) => sum + resources, 0));
  return {
    points: points.slice(0, MOST_POINTS),
    line: fallingAccess(reached, MOST_CHANGES).map(({ id, pairs: left }) => ({ pairs: left, element: (id !== null && elements.get(id)) || null })),
    jewels: jewels as [number, number, number],
    identities: profiles.reduce((sum, { identities }) => sum + identities, 0),
    isComplete: isComplete && paths.isComplete && ways.every(({ length }) => length < MOST_WAYS),
  };
}

/** Resources of one tier in one class, with the one that stands for them. */
interface JewelClass {
  classId: string;
  tier: ReachedJewels['tier'];
  uri: string;
  nativeId: string;
  resources: number;
}

async function readJewelClasses(tx: Tx, tenantId: string): Promise<JewelClass[]> {
  const { rows } = await sql<JewelClass>`
    with jewel as (
      select m.uri, min(m.tier)::int tier from tier_member m
      where ${countsAt('m', tenantId, null)} and m.tier is not null group by m.uri)
    select e.class_id "classId", j.tier, min(e.uri) uri, min(e.native_id) "nativeId", count(*)::int resources
    from jewel j join graph_entity e on e.uri = j.uri and e.is_resource and e.class_id is not null and ${holdsAt('e', tenantId, null)}
    group by e.class_id, j.tier order by 1, 2`.execute(tx);
  return rows;
}

/** Identities with the same access, with the one that stands for them. */
interface Profile {
  profileId: string;
  uri: string;
  nativeId: string;
  identities: number;
}

async function readProfiles(tx: Tx, tenantId: string): Promise<Profile[]> {
  const { rows } = await sql<Profile>`
    with administrators as (
      select m.uri from tier_member m where ${countsAt('m', tenantId, null)} and m.tier = 0)
    select e.profile_id "profileId", min(e.uri) uri, min(e.native_id) "nativeId", count(*)::int identities
    from graph_entity e
    where ${holdsAt('e', tenantId, null)} and e.is_identity and e.profile_id is not null and e.type not in ('GROUP', 'FEDERATED_GROUP')
      and e.uri not in (select uri from administrators)
    group by e.profile_id order by 1`.execute(tx);
  return rows;
}

interface Access {
  pclassId: string;
  classId: string;
  via: GrantSource[];
}

async function readAccess(tx: Tx, tenantId: string, classIds: readonly string[]): Promise<{ access: Access[]; isComplete: boolean }> {
  const { rows } = await sql<{ pclassId: string; classId: string; via: StoredGrant[] }>`
    select a.pclass_id "pclassId", a.class_id "classId", a.via from graph_access a
    where ${holdsAt('a', tenantId, null)} and a.class_id = any(${sql.val([...classIds])}::text[])
      and greatest(a.read_mode, a.write_mode, a.admin_mode) > 0
    order by 1, 2 limit ${MOST_ROWS + 1}`.execute(tx);
  const access = rows.slice(0, MOST_ROWS).map((row) => ({ ...row, via: row.via.map(toGrantSource) }));
  return { access, isComplete: rows.length <= MOST_ROWS };
}

interface Path {
  profileId: string;
  pclassId: string;
  hops: ProfileHop[];
}

async function readPaths(tx: Tx, tenantId: string, pclassIds: readonly string[]): Promise<{ rows: Path[]; isComplete: boolean }> {
  const { rows } = await sql<Path>`
    select p.profile_id "profileId", p.pclass_id "pclassId", p.hops from graph_profile_class p
    where ${holdsAt('p', tenantId, null)} and p.pclass_id = any(${sql.val([...pclassIds])}::text[])
    order by p.profile_id, p.depth, p.pclass_id limit ${MOST_ROWS + 1}`.execute(tx);
  return { rows: rows.slice(0, MOST_ROWS), isComplete: rows.length <= MOST_ROWS };
}

/** A profile with its routes to a class of crown jewels. */
interface ReachedPair {
  profile: Profile;
  jewels: JewelClass;
  routes: Route[];
}

function pairsOf(profiles: readonly Profile[], classes: readonly JewelClass[], access: readonly Access[], paths: readonly Path[]): ReachedPair[] {
  const ofHolder = groupBy(access, ({ pclassId }) => pclassId);
  const ofProfile = groupBy(paths, ({ profileId }) => profileId);
  const ofClass = groupBy(classes, ({ classId }) => classId);
  return profiles.flatMap((profile) => {
    const routes = (ofProfile.get(profile.profileId) ?? []).flatMap(({ pclassId, hops }) =>
      (ofHolder.get(pclassId) ?? []).map(({ classId, via }) => ({ classId, hops, via })),
    );
    return [...groupBy(routes, ({ classId }) => classId)].flatMap(([classId, reaching]) =>
      (ofClass.get(classId) ?? []).map((jewels) => ({ profile, jewels, routes: reaching })),
    );
  });
}

async function readReached(
  tx: Tx,
  tenantId: string,
  pairs: readonly ReachedPair[],
  ways: readonly Way[][],
): Promise<{ reached: ReachedJewels[]; elements: Map<string, CutElement> }> {
  const facts = { ...(await readFacts(tx, tenantId, ways.flat())), before: new Map() };
  const elements = new Map<string, CutElement>();
  const reached = pairs.map(({ profile, jewels }, index) => {
    const of = { identityId: profile.nativeId, resourceId: jewels.nativeId, identities: profile.identities, resources: jewels.resources };
    return {
      profileId: profile.profileId,
      identities: profile.identities,
      resources: jewels.resources,
      tier: jewels.tier,
      ways: (ways[index] ?? []).map((way) => {
        const shared = elementsOf(way, facts).filter((element) => isShared(element, of));
        for (const element of shared) elements.set(element.id, element);
        return shared.map(({ id }) => id);
      }),
    };
  });
  return { reached, elements };
}
