import type { Tx } from '../../platform/db/database';
import { sourceLinks } from '../engine/source-links';
import { TenantLinks, type SourceLinks, type StoredProfiles } from '../engine/tenant-links';
import type { Relation } from '../engine/source-facts';
import { nodeFinder } from './find-nodes';
import { readRelations } from './read-facts';
import { readSources } from './read-sources';

/** Relations of role assumption. */
export const LINKING: readonly Relation['kind'][] = ['member_of', 'can_become', 'runs_as'];

/** Returns the stored principal classes and role assumptions of a tenant. Sources are read one after another, because all rows together need gigabytes in a large organization. */
export async function readLinks(tx: Tx, tenantId: string): Promise<TenantLinks> {
  const links = new TenantLinks(await readProfiles(tx, tenantId));
  for (const { sourceUid } of await readSources(tx, tenantId)) links.load(sourceUid, await readSourceLinks(tx, tenantId, sourceUid));
  return links;
}

async function readSourceLinks(tx: Tx, tenantId: string, sourceUid: string): Promise<SourceLinks> {
  const holders = await tx
    .selectFrom('graph_holder')
    .select(['uri', 'pclass_id'])
    .where('tenant_id', '=', tenantId)
    .where('source_uid', '=', sourceUid)
    .where('valid_to', 'is', null)
    .execute();
  const steps = await tx
    .selectFrom('graph_step')
    .select(['child_uri', 'parent', 'relation', 'via_group', 'conditions'])
    .where('tenant_id', '=', tenantId)
    .where('source_uid', '=', sourceUid)
    .where('valid_to', 'is', null)
    .execute();
  const outsiders = await tx
    .selectFrom('graph_outsider')
    .select('entity')
    .where('tenant_id', '=', tenantId)
    .where('source_uid', '=', sourceUid)
    .where('valid_to', 'is', null)
    .execute();
  const relations = await readRelations(tx, { tenantId, sourceUid }, LINKING);
  const find = await nodeFinder(
    tx,
    tenantId,
    relations.flatMap(({ child, parent }) => [child, parent]),
  );
  const facts = {
    relations,
    pclassOf: new Map(holders.map(({ uri, pclass_id: id }) => [uri, id])),
    steps: steps.map(({ child_uri: childUri, parent, relation, via_group: group, conditions }) => ({
      childUri,
      parent,
      relation,
      group,
      conditions,
    })),
    externalPrincipals: outsiders.map(({ entity }) => entity),
  };
  return sourceLinks(facts, find);
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
