import type { Tx } from '../../platform/db/database';
import { sourceLinks, type LinkFacts } from '../engine/source-links';
import { TenantLinks, type StoredProfiles } from '../engine/tenant-links';
import type { Relation } from '../engine/source-facts';
import { nodeFinder } from './find-nodes';
import { readRelations } from './read-facts';

/** Relations of role assumption. */
export const LINKING: readonly Relation['kind'][] = ['member_of', 'can_become', 'runs_as'];

type Mutable = {
  relations: Relation[];
  pclassOf: Map<string, string>;
  steps: LinkFacts['steps'][number][];
  externalPrincipals: LinkFacts['externalPrincipals'][number][];
};

/** Returns the stored principal classes and role assumptions of a tenant. */
export async function readLinks(tx: Tx, tenantId: string): Promise<TenantLinks> {
  const holders = tx.selectFrom('graph_holder').select(['source_uid', 'uri', 'pclass_id']).where('tenant_id', '=', tenantId);
  const steps = tx
    .selectFrom('graph_step')
    .select(['source_uid', 'child_uri', 'parent', 'relation', 'via_group', 'conditions'])
    .where('tenant_id', '=', tenantId);
  const outsiders = tx.selectFrom('graph_outsider').select(['source_uid', 'entity']).where('tenant_id', '=', tenantId);
  const bySource = new Map<string, Mutable>();
  const of = (sourceUid: string): Mutable => {
    const known = bySource.get(sourceUid) ?? { relations: [], pclassOf: new Map(), steps: [], externalPrincipals: [] };
    bySource.set(sourceUid, known);
    return known;
  };
  for (const { source_uid, uri, pclass_id } of await holders.where('valid_to', 'is', null).execute()) {
    of(source_uid).pclassOf.set(uri, pclass_id);
  }
  for (const { source_uid, child_uri: childUri, parent, relation, via_group: group, conditions } of await steps
    .where('valid_to', 'is', null)
    .execute()) {
    of(source_uid).steps.push({ childUri, parent, relation, group, conditions });
  }
  for (const { source_uid, entity } of await outsiders.where('valid_to', 'is', null).execute()) of(source_uid).externalPrincipals.push(entity);
  const relations: Relation[] = [];
  for (const { sourceUid, ...relation } of await readRelations(tx, { tenantId }, LINKING)) {
    of(sourceUid).relations.push(relation);
    relations.push(relation);
  }
  const find = await nodeFinder(
    tx,
    tenantId,
    relations.flatMap(({ child, parent }) => [child, parent]),
  );
  const links = new TenantLinks(await readProfiles(tx, tenantId));
  for (const [sourceUid, facts] of bySource) links.load(sourceUid, sourceLinks(facts, find));
  return links;
}

async function readProfiles(tx: Tx, tenantId: string): Promise<StoredProfiles> {
  const rows = await tx
    .selectFrom('graph_entity')
    .select(['uri', 'profile_id'])
    .where('tenant_id', '=', tenantId)
    .where('profile_id', 'is not', null)
    .where('valid_to', 'is', null)
    .execute();
  const profiles = await tx
    .selectFrom('graph_profile')
    .select(['profile_id', 'hash'])
    .where('tenant_id', '=', tenantId)
    .where('valid_to', 'is', null)
    .execute();
  return {
    profileOf: new Map(rows.flatMap(({ uri, profile_id: id }) => (id === null ? [] : [[uri, id] as const]))),
    hashOf: new Map(profiles.map(({ profile_id: id, hash }) => [id, hash])),
  };
}
