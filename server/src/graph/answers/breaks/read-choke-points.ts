import { sql } from 'kysely';
import { runCooperatively } from '../../../platform/async/cooperative-scheduler';
import type { Tx } from '../../../platform/db/database';
import { groupBy } from '../../../platform/group-by';
import { toGrantSource, type GrantSource, type ProfileHop, type StoredGrant } from '../../engine/grant';
import { ACCESS_WITH_GRANTS } from '../../store/grants';
import { PATHS_WITH_HOPS } from '../../store/hops';
import { countsAt } from '../../store/tiers';
import { holdsAt } from '../../store/validity';
import { chokePointsOf, fallingAccess, isShared, JEWEL_TIERS, type ChokePoint, type LeftAccess, type ReachedJewels } from './choke-points';
import { elementFinder } from './elements';
import type { CutElement, PartFacts } from './part-facts';
import { readMembershipChains } from './membership-chains';
import { actorsOf, readFacts, readSteps, stepsOfRoutes } from './read-ways';
import { waysOf, type Route, type Step, type Way, type WayGraph } from './ways';

/** The most stored rows of access to crown jewels, and of paths to their holders, that are looked at. */
const MOST_ROWS = 50_000;

/** The most pairs of a profile and a class of crown jewels, and the most ways of each, that are looked at. */
const MOST_PAIRS = 20_000;
const MOST_WAYS = 50;

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
  const { pairs, steps, areAll } = await runCooperatively(pairsOf(profiles, classes, access, paths.rows));
  const grants = await readSteps(tx, tenantId, steps);
  const actors = new Set(pairs.flatMap(({ profile, routes }) => actorsOf(profile.uri, routes)));
  const chains = await readMembershipChains(tx, tenantId, [...actors]);
  const graph: WayGraph = { grants: (by, on) => grants.get(`${by} ${on}`) ?? null, chains: (member, group) => chains.between(member, group) };
  const ways = await runCooperatively(waysOfPairs(pairs, graph));
  const facts = { ...(await readFacts(tx, tenantId, ways.flat())), before: new Map() };
  const { reached, elements } = await runCooperatively(reachedBy(pairs, ways, facts));
  const points = await runCooperatively(chokePointsOf(reached));
  const line = await runCooperatively(fallingAccess(reached, MOST_CHANGES));
  const jewels = JEWEL_TIERS.map((tier) => classes.filter((one) => one.tier === tier).reduce((sum, { resources }) => sum + resources, 0));
  return {
    points: points.slice(0, MOST_POINTS).flatMap((point) => {
      const element = elements.get(point.id);
      return element ? [{ ...point, element }] : [];
    }),
    line: line.map(({ id, pairs: left }) => ({ pairs: left, element: (id !== null && elements.get(id)) || null })),
    jewels: jewels as [number, number, number],
    identities: profiles.reduce((sum, { identities }) => sum + identities, 0),
    isComplete: isComplete && paths.isComplete && areAll && ways.every(({ length }) => length < MOST_WAYS),
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
    select e.class_id "classId", j.tier, min(e.uri) uri, min(e.native_id) "nativeId", count(distinct e.uri)::int resources
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
    select e.profile_id "profileId", min(e.uri) uri, min(e.native_id) "nativeId", count(distinct e.uri)::int identities
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
    select a.pclass_id "pclassId", a.class_id "classId", a.via from ${ACCESS_WITH_GRANTS} a
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
    select p.profile_id "profileId", p.pclass_id "pclassId", p.hops from ${PATHS_WITH_HOPS} p
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

interface Pairs {
  pairs: ReachedPair[];
  /** The steps of all paths. */
  steps: Step[];
  areAll: boolean;
}

function* pairsOf(
  profiles: readonly Profile[],
  classes: readonly JewelClass[],
  access: readonly Access[],
  paths: readonly Path[],
): Generator<number, Pairs> {
  const ofHolder = groupBy(access, ({ pclassId }) => pclassId);
  const ofProfile = groupBy(paths, ({ profileId }) => profileId);
  const ofClass = groupBy(classes, ({ classId }) => classId);
  const pairs: ReachedPair[] = [];
  const steps = new Map<string, Step>();
  for (const [index, profile] of profiles.entries()) {
    yield index / profiles.length;
    const own = ofProfile.get(profile.profileId) ?? [];
    for (const step of stepsOfRoutes(profile.uri, own)) steps.set(`${step.by} ${step.on}`, step);
    const routes = own.flatMap(({ pclassId, hops }) => (ofHolder.get(pclassId) ?? []).map(({ classId, via }) => ({ classId, hops, via })));
    for (const [classId, reaching] of groupBy(routes, (route) => route.classId))
      for (const jewels of ofClass.get(classId) ?? []) pairs.push({ profile, jewels, routes: reaching });
    if (pairs.length > MOST_PAIRS) return { pairs: pairs.slice(0, MOST_PAIRS), steps: [...steps.values()], areAll: false };
  }
  return { pairs, steps: [...steps.values()], areAll: true };
}

function* waysOfPairs(pairs: readonly ReachedPair[], graph: WayGraph): Generator<number, Way[][]> {
  const ways: Way[][] = [];
  for (const { profile, jewels, routes } of pairs) {
    yield ways.length / pairs.length;
    const pair = { identityUri: profile.uri, resourceUri: jewels.uri, routes };
    ways.push(waysOf(pair, graph, MOST_WAYS));
  }
  return ways;
}

function* reachedBy(
  pairs: readonly ReachedPair[],
  ways: readonly Way[][],
  facts: PartFacts,
): Generator<number, { reached: ReachedJewels[]; elements: Map<string, CutElement> }> {
  const elementsOf = elementFinder(facts);
  const elements = new Map<string, CutElement>();
  const reached: ReachedJewels[] = [];
  for (const [index, { profile, jewels }] of pairs.entries()) {
    yield index / pairs.length;
    const { profileId, identities } = profile;
    const { resources, tier } = jewels;
    const of = { identityId: profile.nativeId, resourceId: jewels.nativeId, identities, resources };
    const found = (ways[index] ?? []).map((way) => elementsOf(way).filter((element) => isShared(element, of)));
    for (const element of found.flat()) elements.set(element.id, element);
    // A pair with more ways is not assessed: what they have in common is not known.
    const known = found.length < MOST_WAYS ? found : [];
    reached.push({ profileId, identities, resources, tier, ways: known.map((way) => way.map(({ id }) => id)) });
  }
  return { reached, elements };
}
