import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import type { Tier } from '../../store/risk-rows';
import { countsAt } from '../../store/tiers';
import { holdsNow, type InventoryScope } from '../counts/parts';

/** An entity that acts, with the facts that its score needs. */
export interface IdentityRow {
  entity_id: string;
  uri: string;
  name: string;
  type: string;
  account_id: string;
  is_identity: boolean;
  profile_id: string | null;
  class_id: string | null;
  mfa: string | null;
  password: string | null;
  key_age: string | null;
  /** Day of the last sign-in, YYYY-MM-DD; null: not known. */
  last_used: string | null;
  external: boolean;
  /** As the directory writes it; null: not known. */
  employee_type: string | null;
  public: boolean;
  addressed: boolean;
  created: string | null;
}

/** The entities that have a risk that they pose. All others have a risk that they are exposed to. */
export const ACTS = sql<boolean>`(e.is_identity or e.type in ('USER', 'GROUP', 'ROLE', 'SERVICE_ACCOUNT', 'FEDERATED_USER', 'FEDERATED_GROUP'))`;

export async function readIdentities(tx: Tx, scope: InventoryScope): Promise<IdentityRow[]> {
  const { rows } = await sql<IdentityRow>`
    select e.entity_id, e.uri, e.name, e.type, e.account_id, e.is_identity, e.profile_id, case when e.is_resource then e.class_id end class_id,
      e.attributes ->> 'mfa' mfa, e.attributes ->> 'password' "password", e.attributes ->> 'keyage' key_age, left(e.attributes ->> 'lastused', 10) last_used, coalesce(e.attributes ->> 'external' = 'true', false) "external",
      e.attributes ->> 'employeetype' employee_type, coalesce(e.attributes ->> 'public' = 'true', false) "public", e.attributes ? 'publicip' addressed, left(e.attributes ->> 'created', 10) created
    from graph_entity e where ${holdsNow('e', scope)} and ${ACTS} order by e.name, e.entity_id`.execute(tx);
  return rows;
}

/** A resource with a tier other than the last one. */
export interface TieredResource {
  class_id: string;
  uri: string;
  name: string;
  type: string;
  tier: Tier;
}

export async function readTieredResources(tx: Tx, scope: InventoryScope): Promise<TieredResource[]> {
  const { rows } = await sql<TieredResource>`
    with t as materialized (
      select m.uri, min(m.tier)::int tier from tier_member m where ${countsAt('m', scope.tenantId, null)} and m.tier < 3 group by 1
    )
    select e.class_id, e.uri, e.name, e.type, t.tier from t join graph_entity e on e.uri = t.uri
    where ${holdsNow('e', scope)} and e.is_resource and e.class_id is not null order by t.tier, e.name, e.entity_id`.execute(tx);
  return rows;
}

/** Returns the direct members of each group, by URI. */
export async function readMembers(tx: Tx, scope: InventoryScope): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ child: string; parent: string }>`
    select distinct c.uri child, g.uri parent from graph_edge m
      join graph_entity c on c.native_id = m.child_id and ${holdsNow('c', scope)}
      join graph_entity g on g.native_id = m.parent_id and ${holdsNow('g', scope)} and g.type in ('GROUP', 'FEDERATED_GROUP')
    where ${holdsNow('m', scope)} and m.kind = 'member_of'`.execute(tx);
  const members = new Map<string, string[]>();
  for (const { child, parent } of rows) {
    const known = members.get(parent);
    if (known) known.push(child);
    else members.set(parent, [child]);
  }
  return members;
}
