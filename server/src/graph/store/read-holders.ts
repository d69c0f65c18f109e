import type { Tx } from '../../db/database';
import { parsePolicyDocument } from '../compile/policy-document';
import type { Attachment, Entity, Principal } from '../model';

/** An entity as it is stored, with where it came from. */
export interface StoredEntity extends Entity {
  sourceUid: string;
  profileId: string | null;
}

export type StoredPolicy = Attachment & { accountId: string };

export interface Holders {
  /** Identities, roles and their groups with the policies that they hold, by URI. */
  principals: Map<string, Principal>;
  /** By id. */
  policies: Map<string, StoredPolicy>;
}

interface Place {
  tenantId: string;
  sourceUid: string;
}

/** What holds now of an entity; several where several sources speak of it. */
export async function findEntities(tx: Tx, tenantId: string, uris: readonly string[], sourceUid?: string): Promise<StoredEntity[]> {
  if (uris.length === 0) return [];
  let query = tx
    .selectFrom('graph_entity')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('uri', 'in', [...uris])
    .where('valid_to', 'is', null);
  if (sourceUid !== undefined) query = query.where('source_uid', '=', sourceUid);
  return (await query.execute()).map((row) => ({
    uri: row.uri,
    nativeId: row.native_id,
    name: row.name,
    type: row.type,
    accountId: row.account_id,
    cloudType: row.cloud_type,
    region: row.region,
    isIdentity: row.is_identity,
    isResource: row.is_resource,
    attributes: row.attributes,
    sourceUid: row.source_uid,
    profileId: row.profile_id,
  }));
}

/** Puts together what some identities of a source hold: their own policies, boundaries, groups and those of the groups. */
export async function readHolders(tx: Tx, place: Place, uris: readonly string[]): Promise<Holders> {
  const own = await readEdges(tx, place, uris, ['member_of', 'attached', 'boundary']);
  const groups = [...new Set(own.filter(({ kind }) => kind === 'member_of').map(({ parent_uri: uri }) => uri))];
  const edges = [...own, ...(await readEdges(tx, place, groups, ['attached']))];
  const holders = [...new Set([...uris, ...groups])];
  const policies = await readPolicies(tx, place, [...holders, ...edges.map(({ parent_uri: uri }) => uri)]);
  const parentsOf = (uri: string, kind: string): string[] =>
    edges.filter((edge) => edge.child_uri === uri && edge.kind === kind).map(({ parent_uri: parent }) => parent);
  const entities = await findEntities(tx, place.tenantId, holders, place.sourceUid);
  const principals = entities.map((entity): Principal => {
    const attached = new Set([entity.uri, ...parentsOf(entity.uri, 'attached')]);
    const [boundary] = parentsOf(entity.uri, 'boundary');
    return {
      entity,
      policies: policies.filter(({ policyUri }) => attached.has(policyUri)),
      boundary: policies.find(({ policyUri }) => policyUri === boundary) ?? (entity.attributes.boundary === true ? NOTHING : null),
      groups: parentsOf(entity.uri, 'member_of'),
    };
  });
  return {
    principals: new Map(principals.map((principal) => [principal.entity.uri, principal])),
    policies: new Map(policies.map((policy) => [policy.policyId, policy])),
  };
}

/** A boundary whose document the account did not give allows nothing. */
const NOTHING: Attachment = {
  policyId: '',
  policyName: 'whose document is not known',
  policyUri: '',
  document: { hash: '', text: '{}', allowsVariables: true, statements: [], faults: [] },
};

function readEdges(tx: Tx, { tenantId, sourceUid }: Place, children: readonly string[], kinds: readonly string[]) {
  if (children.length === 0) return [];
  return tx
    .selectFrom('graph_edge')
    .select(['child_uri', 'parent_uri', 'kind'])
    .where('tenant_id', '=', tenantId)
    .where('source_uid', '=', sourceUid)
    .where('child_uri', 'in', [...children])
    .where('kind', 'in', [...kinds])
    .where('valid_to', 'is', null)
    .orderBy('parent_uri')
    .execute();
}

async function readPolicies(tx: Tx, { tenantId, sourceUid }: Place, uris: readonly string[]): Promise<StoredPolicy[]> {
  const rows = await tx
    .selectFrom('graph_policy as p')
    .innerJoin('graph_document as d', (join) => join.onRef('d.tenant_id', '=', 'p.tenant_id').onRef('d.hash', '=', 'p.hash'))
    .select(['p.policy_id', 'p.name', 'p.uri', 'p.account_id', 'd.document'])
    .where('p.tenant_id', '=', tenantId)
    .where('p.source_uid', '=', sourceUid)
    .where('p.uri', 'in', [...new Set(uris)])
    .where('p.valid_to', 'is', null)
    .orderBy('p.policy_id')
    .execute();
  return rows.flatMap(({ policy_id: policyId, name: policyName, uri: policyUri, account_id: accountId, document: text }) => {
    const document = parsePolicyDocument(text);
    return document ? [{ policyId, policyName, policyUri, accountId, document }] : [];
  });
}
