import type { RiskWeights } from '@cam/contracts/server';
import { groupBy } from '../../../platform/group-by';
import type { OutsideCount, StoredControl, Tier } from '../../store/risk-rows';
import { ProfileResources } from '../counts/count-identities';
import type { ProfileReach } from '../counts/profile-reach';
import { UsedResources, type LoggedUses } from '../counts/used-resources';
import { assumersOf, becomingOf } from './becoming';
import { exposures, isContractorType, withOwnExposure, type Exposure, type ExposedIdentity, type OwnExposure } from './exposure';
import { findControl } from './find-control';
import { AccessOfProfiles, type AccessSets } from '../counts/access-of-profiles';
import { ClassTiers } from './class-tiers';
import type { IdentityRow, TieredResource } from './read-graph';
import { disuseOf, impactOf, rounded, scoreOfIdentity, scoreOfResource, type Way } from './score';
import type { IdentityFactors, ResourceFactors } from './stored-factors';
import { WaysIn } from './ways-in';

/** Everything that scores depend on. */
export interface GraphToScore {
  reach: ProfileReach;
  uses: LoggedUses;
  /** By name. */
  identities: readonly IdentityRow[];
  /** Direct members of groups, by URI. */
  members: ReadonlyMap<string, readonly string[]>;
  tiers: ReadonlyMap<string, Tier>;
  tiered: readonly TieredResource[];
  /** Ids of connected and named accounts. */
  knownAccounts: ReadonlySet<string>;
  /** The day from which on an identity is too young to judge its disuse, and not idle if somebody signed in, YYYY-MM-DD. */
  youngSince: string;
}

export interface ScoredIdentity {
  row: IdentityRow;
  tier: Tier;
  score: number;
  factors: IdentityFactors;
  control: StoredControl | null;
}

export interface ResourceScore {
  tier: Tier;
  score: number;
  factors: ResourceFactors;
}

/** The scores of identities, and what the scores of resources are made of. */
export interface ScoredGraph {
  /** Without control, which `addControl` finds. */
  identities: ScoredIdentity[];
  /** Finds who controls tier 0. No score depends on it, so that scores can be written meanwhile. The generator yields how many profiles have a way to it. */
  addControl(): Generator<number, void>;
  outside: OutsideCount[];
  /**
   * Returns the score of the resources of a class and tier: one object for all classes with the same ways in.
   * @param classId null: nobody can access them
   */
  scoreResources(classId: string | null, tier: Tier): ResourceScore;
}

/** Scores the graph. The generator yields the share of the work that is done. */
export function* scoreGraph(graph: GraphToScore, weights: RiskWeights): Generator<number, ScoredGraph> {
  const { reach, identities, tiers } = graph;
  const classTiers = new ClassTiers(reach, graph.tiered);
  const usedResources = UsedResources.over(reach, graph.uses);
  const access = AccessOfProfiles.over(reach);
  yield 0;
  const exposed = identities.map((row) => withOwnExposure(toExposed(row, graph), weights));
  const profiles = groupBy(
    identities.map((row, index) => ({ row, own: exposed[index] as OwnExposure })),
    ({ row }) => row.profile_id ?? '',
  );
  const assumers = assumersOf(reach.paths, profiles.keys());
  yield 0.05;
  const byProfile = new Map([...profiles].map(([profileId, members]) => [profileId, members.map(({ own }) => own)]));
  const exposure = exposures(new Map(exposed.map((own) => [own.identity.uri, own])), becomingOf(byProfile, assumers, graph.members), weights);
  yield 0.1;
  const waysIn = new WaysIn(reach, weights);
  const exact = ([0, 1, 2] as const).map((tier) => classTiers.exactly(tier));
  const outside: OutsideCount[] = exact.map(() => ({ reaching: 0, identities: 0 }));
  const scored: ScoredIdentity[] = [];
  const administered = new Map<string, AccessSets['any']['admin']>();
  for (const [profileId, members] of profiles) {
    const sets = access.of(profileId);
    administered.set(profileId, sets.any.admin);
    const impact = impactOf(classTiers.levels(sets), weights);
    const names = impact ? classTiers.names(sets, impact.level) : [];
    const resources = new ProfileResources(profileId, reach, usedResources);
    const logged = reach.count(sets.logged);
    const reaches = exact.map((classes) => sets.any.read.intersects(classes));
    for (const { row } of members) {
      const own = exposure.get(row.uri) as Exposure;
      const used = row.is_identity ? resources.setUsedBy(row.uri) : resources.setUsedBy('');
      const usedCount = usedResources.count(used);
      const isOld = row.created === null || row.created <= graph.youngSince;
      const judged = (isOld ? logged : 0) + (isOld ? usedResources.countOutside(used, sets.logged) : usedCount);
      const use = { judged, unused: Math.max(0, judged - usedCount) };
      const factors: IdentityFactors = {
        worst: impact?.worst ?? 0,
        breadth: impact?.breadth ?? 0,
        exposure: rounded(own.value),
        disuse: disuseOf(use, weights),
        level: impact?.level ?? null,
        names,
        cause: own.cause,
        through: own.through,
        keyAge: own.cause === 'OLD_KEY' ? Number(row.key_age) : null,
        ...use,
      };
      const tier = tiers.get(row.uri) ?? 3;
      scored.push({ row, tier, score: impact ? scoreOfIdentity(factors, weights) : 0, factors, control: null });
      if (row.is_identity) {
        for (const [number, count] of outside.entries()) {
          if (tier <= number) continue;
          count.identities += 1;
          if (reaches[number]) count.reaching += 1;
        }
      }
    }
    waysIn.add(
      sets,
      members.filter(({ row }) => row.is_identity).map(({ own }) => own),
    );
    yield 0.1 + (0.8 * scored.length) / identities.length;
  }
  const numbers = new Map(reach.classes.map(({ id }, number) => [id, number]));
  const addControl = function* (): Generator<number, void> {
    const control = yield* findControl({
      identities: identities
        .filter((row) => row.is_identity)
        .map(({ uri, name, type, profile_id: profileId, class_id: classId }) => ({
          ...{ uri, name, type, profileId },
          classNumber: classId === null ? null : (numbers.get(classId) ?? null),
        })),
      resources: new Map(
        [...(exact[0] ?? [])].flatMap((number) => {
          const first = classTiers.first(number, 0);
          return first ? [[number, { uri: first.uri, name: first.name, type: first.type }] as const] : [];
        }),
      ),
      members: new Set([...tiers].flatMap(([uri, tier]) => (tier === 0 ? [uri] : []))),
      administers: (profileId) => administered.get(profileId) ?? access.of(profileId).any.admin,
      assumers,
      groups: graph.members,
      classes: reach.classes.length,
    });
    for (const one of scored) one.control = control.get(one.row.uri) ?? null;
  };
  const ofResources = new Map<string, ResourceScore>();
  return {
    identities: scored.sort((a, b) => (a.row.entity_id < b.row.entity_id ? -1 : 1)),
    outside,
    addControl,
    scoreResources: (classId, tier) => {
      const number = classId === null ? -1 : (numbers.get(classId) ?? -1);
      const key = `${tier} ${waysIn.keyOf(number)}`;
      const known = ofResources.get(key);
      if (known) return known;
      const ways = waysIn.of(number);
      const weight = weights.tiers[tier] ?? 0;
      const value = (way: Way): number => ways[way]?.value ?? 0;
      const values = { public: value('public'), external: value('external'), people: value('people'), programs: value('programs') };
      const score = { tier, score: scoreOfResource(weight, values), factors: { tier: weight, ways } };
      ofResources.set(key, score);
      return score;
    },
  };
}

function toExposed(row: IdentityRow, { knownAccounts, youngSince }: Pick<GraphToScore, 'knownAccounts' | 'youngSince'>): ExposedIdentity {
  return {
    uri: row.uri,
    name: row.name,
    type: row.type,
    mfa: row.mfa === null ? null : row.mfa === 'true',
    password: row.password === null ? null : row.password === 'true',
    keyAge: row.key_age !== null && /^\d{1,6}$/.test(row.key_age) ? Number(row.key_age) : null,
    idle: row.last_used !== null && row.last_used < youngSince,
    external: row.external,
    isContractor: row.employee_type !== null && isContractorType(row.employee_type),
    public: row.public,
    isAddressed: row.addressed,
    isKnownAccount: knownAccounts.has(row.account_id),
  };
}
