import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { groupBy } from '../../../platform/group-by';
import { Bitset } from '../../engine/bitset';
import type { Tier } from '../../store/risk-rows';
import { scoredAt } from '../../store/tiers';
import { holdsAt } from '../../store/validity';
import type { ProfileReach } from '../counts/profile-reach';
import type { ReadReach } from '../counts/tenant-reach';
import { AccessOfProfiles, type AccessSets } from './access-of-profiles';
import type { FindingToScore, ReadFoundAccess } from './read-findings';
import { YoungPaths } from './read-graph';
import { MODES, type Mode } from './score';
import type { FoundAccess } from './score-finding';

interface FoundResource extends Omit<FoundAccess, 'modes' | 'tier'> {
  class_id: string;
  tier: Tier | null;
}

/**
 * Finds the access of many findings in memory. The access of all profiles is kept after the scores of entities, and the findings of a subject need one pass over its paths,
 * where a query for each pair reads those paths again. Pass findings by subject, because the access of one subject is kept at a time.
 */
export class FindingAccess {
  #graph: { reach: ProfileReach; access: AccessOfProfiles; numbers: ReadonlyMap<string, number> } | null = null;
  readonly #resources = new Map<string, FoundResource[]>();

  constructor(private readonly readReach: ReadReach) {}

  readonly read: ReadFoundAccess = async (tx, tenantId, findings) => {
    const reach = await this.readReach(tx, { tenantId, now: new Date() });
    if (this.#graph?.reach !== reach) {
      // Which uses a log would show does not matter here.
      const access = new AccessOfProfiles(reach, new YoungPaths(new Set(), new Map()));
      this.#graph = { reach, access, numbers: new Map(reach.classes.map(({ id }, number) => [id, number])) };
      this.#resources.clear();
    }
    const { access, numbers } = this.#graph;
    await this.#readResources(tx, tenantId, findings);
    const profiles = await readProfiles(tx, tenantId, findings);
    const wanted = groupBy(findings, ({ subjectUri }) => subjectUri);
    let last: { subject: string; sets: AccessSets[] } | null = null;
    const setsOf = (subject: string): AccessSets[] => {
      const objects = (wanted.get(subject) ?? []).flatMap(({ objectUris }) => objectUris.flatMap((uri) => this.#resources.get(uri) ?? []));
      const within = Bitset.of(
        reach.classes.length,
        objects.flatMap(({ class_id: id }) => numbers.get(id) ?? []),
      );
      return (profiles.get(subject) ?? []).map((profileId) => access.of(profileId, within));
    };
    return (subject, object) => {
      const resources = this.#resources.get(object);
      const [first] = resources ?? [];
      if (!first || !profiles.has(subject)) return undefined;
      if (last?.subject !== subject) last = { subject, sets: setsOf(subject) };
      const { sets } = last;
      const most = (mode: Mode): number =>
        Math.max(0, ...(resources ?? []).flatMap(({ class_id: id }) => sets.map((one) => modeOf(one, mode, numbers.get(id)))));
      const modes = Object.fromEntries(MODES.map((mode) => [mode, most(mode)])) as Record<Mode, number>;
      return { uri: first.uri, name: first.name, type: first.type, tier: first.tier ?? 3, modes };
    };
  };

  /** Reads the resources that were not read before. */
  async #readResources(tx: Tx, tenantId: string, findings: readonly FindingToScore[]): Promise<void> {
    const uris = [...new Set(findings.flatMap(({ objectUris }) => objectUris))].filter((uri) => !this.#resources.has(uri));
    if (uris.length === 0) return;
    const { rows } = await sql<FoundResource>`
      select o.uri, o.name, o.type, o.class_id, k.tier::int tier
      from jsonb_array_elements_text(${JSON.stringify(uris)}::jsonb) u(uri)
      join graph_entity o on o.uri = u.uri and ${holdsAt('o', tenantId, null)} and o.class_id is not null
      left join risk_score k on k.entity_id = o.entity_id and ${scoredAt('k', tenantId, null)}
      order by o.uri, k.tier`.execute(tx);
    for (const uri of uris) this.#resources.set(uri, []);
    for (const row of rows) this.#resources.get(row.uri)?.push(row);
  }
}

/** Reads the profiles of the subjects, by URI. A subject without any is left out. */
async function readProfiles(tx: Tx, tenantId: string, findings: readonly FindingToScore[]): Promise<Map<string, string[]>> {
  const uris = [...new Set(findings.flatMap(({ subjectUri, objectUris }) => (objectUris.length === 0 ? [] : [subjectUri])))];
  if (uris.length === 0) return new Map();
  const { rows } = await sql<{ uri: string; profile_id: string }>`
    select s.uri, s.profile_id from jsonb_array_elements_text(${JSON.stringify(uris)}::jsonb) u(uri)
    join graph_entity s on s.uri = u.uri and ${holdsAt('s', tenantId, null)} and s.profile_id is not null`.execute(tx);
  return new Map([...groupBy(rows, ({ uri }) => uri)].map(([uri, all]) => [uri, all.map(({ profile_id: id }) => id)]));
}

/** Returns how sure access of a kind or a stronger one is: 0 none, 1 conditional, 2 unconditional. */
function modeOf({ any, sure }: AccessSets, mode: Mode, number: number | undefined): number {
  if (number === undefined || !any[mode].has(number)) return 0;
  return sure[mode].has(number) ? 2 : 1;
}
