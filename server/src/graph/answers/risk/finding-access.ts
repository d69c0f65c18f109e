import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { groupBy } from '../../../platform/group-by';
import { Bitset } from '../../engine/bitset';
import type { Tier } from '../../store/risk-rows';
import { scoredAt } from '../../store/tiers';
import { holdsAt } from '../../store/validity';
import type { ProfileReach } from '../counts/profile-reach';
import type { ReadReach } from '../counts/tenant-reach';
import { AccessOfProfiles, type AccessSets } from '../counts/access-of-profiles';
import type { FindingToScore, ReadFoundAccess } from './read-findings';
import { MODES, type Mode } from './score';
import type { FoundAccess } from './score-finding';

interface FoundResource extends Omit<FoundAccess, 'modes' | 'tier'> {
  /** -1: nobody can access its class. */
  classNumber: number;
  tier: Tier | null;
}

/** The facts of one state of the graph that many findings share. */
interface KnownGraph {
  reach: ProfileReach;
  access: AccessOfProfiles;
  /** The numbers of classes, by id. */
  numbers: ReadonlyMap<string, number>;
  /** By URI. */
  resources: Map<string, FoundResource[]>;
}

/**
 * Finds the access of many findings in memory. The access of all profiles is kept after the scores of entities, and the findings of a subject need one pass over its paths,
 * where a query for each pair reads those paths again. Pass findings by profile (`profilesOf`), because those of one call share the pass.
 */
export class FindingAccess {
  #graph: KnownGraph | null = null;

  constructor(private readonly readReach: ReadReach) {}

  readonly read: ReadFoundAccess = async (tx, tenantId, findings) => {
    const reach = await this.readReach(tx, { tenantId, now: new Date() });
    if (this.#graph?.reach !== reach) {
      const numbers = new Map(reach.classes.map(({ id }, number) => [id, number]));
      this.#graph = { reach, access: AccessOfProfiles.over(reach), numbers, resources: new Map() };
    }
    // Other parts may be scored meanwhile, also on a newer graph.
    const { access, numbers, resources: known } = this.#graph;
    await readResources(tx, tenantId, findings, { numbers, known });
    const profiles = await readProfiles(
      tx,
      tenantId,
      findings.flatMap(({ subjectUri, objectUris }) => (objectUris.length === 0 ? [] : [subjectUri])),
    );
    // Many subjects have one profile, so the paths of each are joined once.
    const modes = new Map<string, Map<number, Record<Mode, number>>>();
    for (const [profileId, all] of byProfile(findings, profiles)) {
      const classes = new Set<number>();
      for (const { objectUris } of all)
        for (const uri of objectUris) for (const { classNumber } of known.get(uri) ?? []) if (classNumber >= 0) classes.add(classNumber);
      const sets = access.of(profileId, Bitset.of(reach.classes.length, [...classes]));
      modes.set(profileId, new Map([...classes].map((number) => [number, modesOf(sets, number)])));
    }
    return (subject, object) => {
      const resources = known.get(object) ?? [];
      const own = profiles.get(subject);
      const [first] = resources;
      if (!first || !own) return undefined;
      const most = { read: 0, write: 0, admin: 0 };
      for (const profileId of own) {
        for (const { classNumber } of resources) {
          const found = modes.get(profileId)?.get(classNumber);
          if (found) for (const mode of MODES) most[mode] = Math.max(most[mode], found[mode]);
        }
      }
      return { uri: first.uri, name: first.name, type: first.type, tier: first.tier ?? 3, modes: most };
    };
  };

  /** Returns the first profile of each subject, by URI. A subject without any is left out. */
  async profilesOf(tx: Tx, tenantId: string, subjectUris: readonly string[]): Promise<Map<string, string>> {
    const profiles = await readProfiles(tx, tenantId, subjectUris);
    return new Map([...profiles].flatMap(([uri, [first]]) => (first === undefined ? [] : [[uri, first] as const])));
  }
}

/** Reads the resources that are not known yet. */
async function readResources(
  tx: Tx,
  tenantId: string,
  findings: readonly FindingToScore[],
  { numbers, known }: { numbers: ReadonlyMap<string, number>; known: Map<string, FoundResource[]> },
): Promise<void> {
  const uris = new Set<string>();
  for (const { objectUris } of findings) for (const uri of objectUris) if (!known.has(uri)) uris.add(uri);
  if (uris.size === 0) return;
  const { rows } = await sql<Omit<FoundResource, 'classNumber'> & { class_id: string }>`
    select o.uri, o.name, o.type, o.class_id, k.tier::int tier
    from jsonb_array_elements_text(${JSON.stringify([...uris])}::jsonb) u(uri)
    join graph_entity o on o.uri = u.uri and ${holdsAt('o', tenantId, null)} and o.class_id is not null
    left join risk_score k on k.entity_id = o.entity_id and ${scoredAt('k', tenantId, null)}
    order by o.uri, k.tier`.execute(tx);
  for (const uri of uris) known.set(uri, []);
  for (const { uri, name, type, class_id: id, tier } of rows) known.get(uri)?.push({ uri, name, type, tier, classNumber: numbers.get(id) ?? -1 });
}

/** Reads the profiles of the subjects, by URI. A subject without any is left out. */
async function readProfiles(tx: Tx, tenantId: string, subjectUris: readonly string[]): Promise<Map<string, string[]>> {
  const uris = [...new Set(subjectUris)];
  if (uris.length === 0) return new Map();
  const { rows } = await sql<{ uri: string; profile_id: string }>`
    select s.uri, s.profile_id from jsonb_array_elements_text(${JSON.stringify(uris)}::jsonb) u(uri)
    join graph_entity s on s.uri = u.uri and ${holdsAt('s', tenantId, null)} and s.profile_id is not null`.execute(tx);
  return new Map([...groupBy(rows, ({ uri }) => uri)].map(([uri, all]) => [uri, all.map(({ profile_id: id }) => id)]));
}

function byProfile(findings: readonly FindingToScore[], profiles: ReadonlyMap<string, readonly string[]>): Map<string, FindingToScore[]> {
  const found = new Map<string, FindingToScore[]>();
  for (const finding of findings) {
    for (const profileId of profiles.get(finding.subjectUri) ?? []) {
      const known = found.get(profileId);
      if (known) known.push(finding);
      else found.set(profileId, [finding]);
    }
  }
  return found;
}

/** Returns how sure each kind of access to a class is, or a stronger one: 0 none, 1 conditional, 2 unconditional. */
function modesOf({ any, sure }: AccessSets, number: number): Record<Mode, number> {
  const of = (mode: Mode): number => (any[mode].has(number) ? (sure[mode].has(number) ? 2 : 1) : 0);
  return { read: of('read'), write: of('write'), admin: of('admin') };
}
