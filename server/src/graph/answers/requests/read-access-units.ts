import type { AccessUnit } from '@cam/contracts/server';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { readTiersOf } from '../../store/tiers';
import { holdsAt } from '../../store/validity';
import type { Pair } from '../explain/read-pair-access';
import { readIdentities } from '../reviews/read-units';
import { lackingOf, readHeldAccess, type HeldAccess, type ResourcesByTier, type WantedAccess } from './held-access';
import { readShares } from './read-besides';
import { readCandidates, type CandidateUnit, type Requested } from './read-candidates';
import { Besides, leastSets, MOST_TOGETHER } from './unit-sets';
import { byLeastBesides, keysOfSet, setUnit, singleUnit, type RequestedResource } from './units-that-give';

/** Groups, and policies and roles, whose other access is counted: those that give the least by the sums of the graph. */
const MOST = 25;
/** The least of them that are compared as parts of sets, for each action. */
const LEAST_OF_ACTION = 5;

/** The units that would give an access, with the facts that a request keeps. */
export interface AccessUnits extends Requested {
  tier: number;
  held: HeldAccess;
  /** Single units, and sets that give less besides than each of them. Those that give the least besides come first. */
  units: AccessUnit[];
  /** False: more units give the access than were compared. */
  isComplete: boolean;
}

/** Returns the identity and the resource of a request with its present tier and access; null: the graph lacks one of them. */
async function readRequested(tx: Tx, tenantId: string, pair: Pair): Promise<Omit<AccessUnits, 'units' | 'isComplete'> | null> {
  const [identity] = await readIdentities(tx, { tenantId, snapshotId: null }, [pair.identityUri]);
  const { rows } = await sql<RequestedResource>`
    select k.uri, k.name, k.type, k.account_id "accountId", k.cloud_type "cloudType", k.source_uid "sourceUid", k.class_id "classId"
    from graph_entity k where ${holdsAt('k', tenantId, null)} and k.is_resource and k.uri = ${pair.resourceUri}
    order by k.class_id nulls last, k.source_uid limit 1`.execute(tx);
  const [resource] = rows;
  if (!identity || !resource) return null;
  const [ranked] = await readTiersOf(tx, tenantId, [resource.uri]);
  return { identity, resource, tier: ranked?.tier ?? 3, held: (await readHeldAccess(tx, tenantId, [pair]))(pair) };
}

/**
 * Returns what exists and would give an access: single units, and the smallest sets of them if no single one is enough, or each gives more besides. It reads what
 * the graph stores; only a trial shows the whole effect. Runs inside the caller's transaction.
 * @param chosen key of a unit or set that is returned too if it still gives the access, although others give less
 * @returns null if the graph lacks the identity or the resource
 */
export async function readAccessUnits(tx: Tx, tenantId: string, pair: Pair, wanted: WantedAccess, chosen = ''): Promise<AccessUnits | null> {
  const requested = await readRequested(tx, tenantId, pair);
  if (!requested) return null;
  const lacking = lackingOf(requested.held, wanted);
  const { groups, grants } = await readCandidates(tx, tenantId, requested, wanted, lacking);
  const isEnoughAlone = ({ gives }: CandidateUnit): boolean => gives.size === lacking.length;
  const candidates = [...groups, ...grants];
  const parts = new Set(keysOfSet(chosen));
  const kept = new Set([groups, grants].flatMap((some) => [...some.filter(isEnoughAlone).slice(0, MOST), ...leastOfEach(some, lacking)]));
  const compared = candidates.filter((one) => kept.has(one) || parts.has(one.unit.key));
  const shares = await readShares(tx, tenantId, requested, compared);
  const besides = new Besides(shares);
  const setOf = (places: readonly number[]): AccessUnit =>
    setUnit(
      places.flatMap((place) => compared[place]?.unit ?? []),
      besides.of(places),
    );
  const single = compared.flatMap((one, place) => (isEnoughAlone(one) ? [singleUnit(one.unit, besides.of([place]))] : [])).sort(byLeastBesides);
  const given = compared.map(({ gives }) => gives);
  const { sets, isExact } = leastSets(given, lacking, shares, { below: single[0]?.besides as ResourcesByTier | undefined });
  const offered = [...single, ...sets.map(setOf)];
  const ofChosen = compared.flatMap(({ unit }, place) => (parts.has(unit.key) ? [place] : []));
  const isGiving = ofChosen.length === parts.size && isLeast(given, ofChosen, lacking);
  const chosenSet = parts.size > 1 && parts.size <= MOST_TOGETHER && isGiving ? [setOf(ofChosen)] : [];
  const units = [...offered, ...chosenSet.filter(({ key }) => !offered.some((one) => one.key === key))];
  return { ...requested, units: units.sort(byLeastBesides), isComplete: isExact && kept.size === candidates.length };
}

/** Returns the first candidates that give each name, but not all names, so that the search for sets has some of each. */
function leastOfEach(candidates: readonly CandidateUnit[], lacking: readonly string[]): CandidateUnit[] {
  const most = Math.max(LEAST_OF_ACTION, Math.floor(MOST / lacking.length));
  return lacking.flatMap((name) => candidates.filter(({ gives }) => gives.has(name) && gives.size < lacking.length).slice(0, most));
}

/** Returns whether some of the units give all names together, and each of them is needed for it. */
function isLeast(given: readonly ReadonlySet<string>[], units: readonly number[], lacking: readonly string[]): boolean {
  const isEnough = (some: readonly number[]): boolean => lacking.every((name) => some.some((unit) => given[unit]?.has(name)));
  return isEnough(units) && units.every((unit) => !isEnough(units.filter((other) => other !== unit)));
}
