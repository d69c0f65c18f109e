import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { isOneOf } from '../../../platform/db/is-one-of';
import { groupBy } from '../../../platform/group-by';
import { countsAt } from '../../store/tiers';
import { holdsAt, type Moment } from '../../store/validity';
import { readUnits } from './read-units';
import type { ReviewUnit } from './units-of-identities';

/** A resource that a unit of a review gave. */
export interface ResourceOfUnit {
  uri: string;
  name: string;
}

interface RankedResource extends ResourceOfUnit {
  classId: string;
  tier: number;
  isAccount: boolean;
}

/**
 * Returns for each unit the most important resource that it gave at a snapshot, by the URI of the identity and the key of the unit. Resources that no other
 * unit of the identity gives come first, because only these are out of reach when the unit is gone.
 */
export async function readResourcesOfUnits(tx: Tx, moment: Moment, uris: readonly string[]): Promise<Map<string, ResourceOfUnit>> {
  const { units } = await readUnits(tx, moment, uris);
  const resources = await readResources(tx, moment, [...new Set(units.flatMap(({ classes }) => [...classes.keys()]))]);
  const found = new Map<string, ResourceOfUnit>();
  for (const [identityUri, own] of groupBy(units, ({ identity }) => identity.uri)) {
    for (const unit of own) {
      const best = bestOf(unit, own, resources);
      if (best) found.set(`${identityUri} ${unit.key}`, { uri: best.uri, name: best.name });
    }
  }
  return found;
}

function bestOf(unit: ReviewUnit, all: readonly ReviewUnit[], resources: ReadonlyMap<string, RankedResource>): RankedResource | undefined {
  const isShared = (classId: string): boolean => all.some((other) => other.key !== unit.key && other.classes.has(classId));
  const rank = ({ classId, tier, isAccount }: RankedResource): number => (isAccount ? 100 : 0) + (isShared(classId) ? 10 : 0) + tier;
  return [...unit.classes.keys()].flatMap((classId) => resources.get(classId) ?? []).sort((a, b) => rank(a) - rank(b) || (a.uri < b.uri ? -1 : 1))[0];
}

/** Returns the most important resource of each class. */
async function readResources(tx: Tx, { tenantId, snapshotId }: Moment, classIds: readonly string[]): Promise<Map<string, RankedResource>> {
  const { rows } = await sql<RankedResource>`
    with ranked as (
      select m.uri, min(m.tier)::int tier from tier_member m
      where ${countsAt('m', tenantId, null)} and m.tier is not null group by m.uri)
    select distinct on (e.class_id) e.class_id "classId", e.uri, e.name, coalesce(r.tier, 3) tier, e.type = 'ACCOUNT_DATA' "isAccount"
    from graph_entity e left join ranked r on r.uri = e.uri
    where ${holdsAt('e', tenantId, snapshotId)} and e.is_resource and ${isOneOf('e.class_id', classIds)}
    order by e.class_id, coalesce(r.tier, 3), e.uri`.execute(tx);
  return new Map(rows.map((row) => [row.classId, row]));
}
