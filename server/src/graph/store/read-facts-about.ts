import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database';
import type { Entity } from '../engine/model';
import type { PolicyFact, Relation, SourceFacts } from '../engine/source-facts';
import { readEntities, readPolicies, readRelations, withScopes, type FactsPlace } from './read-facts';
import { readScopes } from './scopes';

type Cloud = SourceFacts['cloudType'];
type PresentPlace = Omit<FactsPlace, 'snapshotId'>;

/** Some facts of a source. */
export interface FactsAbout {
  /** Everything that the source says about the native ids of `about`, without the facts that `readFactsBeside` returns. */
  facts: SourceFacts;
  /** The native ids that were asked for, and everything that these lie in. */
  about: ReadonlySet<string>;
}

/** The relations that lead to what an id lies in. Organizations of AWS are read apart, and access in directories depends on groups only. */
const LEADING: Readonly<Record<Cloud, readonly Relation['kind'][]>> = {
  AWS: ['member_of'],
  AZURE: ['member_of', 'contains'],
  GCP: ['member_of', 'contains'],
  IDP_AZURE_AD: ['member_of'],
  IDP_OKTA: ['member_of'],
};

/** The policies that lie beside what they decide. */
const BESIDE: Readonly<Record<Cloud, RawBuilder<boolean> | null>> = {
  AWS: sql<boolean>`p.kind = 'vpc_endpoint'`,
  // A source has few, and a role with a wildcard allows the actions that any of them names.
  AZURE: sql<boolean>`true`,
  GCP: sql<boolean>`p.kind = 'gcp_boundary'`,
  IDP_AZURE_AD: null,
  IDP_OKTA: null,
};

/** Policies name identities of Azure and Google Cloud that are resources by their full name. */
const NAMED_IN_FULL = /\/(?:userassignedidentities|serviceAccounts)\//;
const MANAGEMENT_GROUP = /^\/providers\/microsoft\.management\/managementgroups\//;

/**
 * Reads what a source says now about native ids, and about everything that these lie in: groups, and in Azure and Google Cloud the nodes of the hierarchy. The
 * result has the order of `readFacts`.
 * @param nativeIds at least one
 */
export async function readFactsAbout(tx: Tx, source: PresentPlace, nativeIds: Iterable<string>): Promise<FactsAbout> {
  const { tenantId, sourceUid, cloudType, accountId } = source;
  const place = { tenantId, sourceUid };
  const about = new Set(nativeIds);
  const named = await identitiesNamed(tx, source, [...about]);
  for (const { nativeId } of named) about.add(nativeId);
  const relations: Relation[] = [];
  for (let next = [...about]; next.length > 0;) {
    const found = await readRelations(tx, place, undefined, sql<boolean>`child_id in (${sql.join(next)})`);
    relations.push(...found.map(toRelation));
    const above = found.filter(({ kind }) => LEADING[cloudType].includes(kind)).map(({ parent }) => parent.nativeId);
    next = [...new Set(above)].filter((id) => !about.has(id));
    for (const { nativeId } of await identitiesNamed(tx, source, next)) if (!about.has(nativeId)) next.push(nativeId);
    for (const id of next) about.add(id);
  }
  const entities = withScopes(
    await readEntities(tx, place, { restriction: sql<boolean>`native_id in (${sql.join([...about])})` }),
    await readScopes(tx, tenantId, sourceUid),
  ).filter(({ nativeId }) => about.has(nativeId));
  const policies = cloudType === 'AZURE' ? [] : await policiesOn(tx, source, entities, about);
  return { facts: { ...noFacts(cloudType, accountId), entities, relations, policies }, about };
}

/** Returns the identities with one of these full names. Only few ids are such names, because no index finds them. */
async function identitiesNamed(tx: Tx, { tenantId, sourceUid, cloudType }: PresentPlace, ids: readonly string[]): Promise<Entity[]> {
  const names = cloudType === 'AZURE' || cloudType === 'GCP' ? ids.filter((id) => NAMED_IN_FULL.test(id)) : [];
  if (names.length === 0) return [];
  return readEntities(tx, { tenantId, sourceUid }, { restriction: sql<boolean>`attributes ->> 'resourceid' in (${sql.join(names)})` });
}

function policiesOn(
  tx: Tx,
  { tenantId, sourceUid, cloudType }: PresentPlace,
  entities: readonly Entity[],
  about: ReadonlySet<string>,
): Promise<PolicyFact[]> {
  const fullNames = entities.flatMap(({ attributes: { resourceid: name } }) => (typeof name === 'string' ? [name] : []));
  const isBeside = BESIDE[cloudType] ?? sql<boolean>`false`;
  const held = sql<boolean>`p.holder_id in (${sql.join([...about, ...fullNames])}) and not (${isBeside})`;
  return readPolicies(tx, { tenantId, sourceUid }, undefined, held);
}

/** Facts that decide about others, wherever they lie. */
export type FactsBeside = Pick<SourceFacts, 'policies' | 'relations'>;

/**
 * Reads the policies of endpoints in AWS, the boundaries in Google Cloud, and all policies in Azure, with the relations that tell the place of the management
 * groups that have some.
 */
export async function readFactsBeside(tx: Tx, { tenantId, sourceUid, cloudType }: PresentPlace): Promise<FactsBeside> {
  const place = { tenantId, sourceUid };
  const isBeside = BESIDE[cloudType];
  const policies = isBeside ? await readPolicies(tx, place, undefined, isBeside) : [];
  const groups = cloudType === 'AZURE' ? policies.map(({ holder }) => holder.nativeId).filter((id) => MANAGEMENT_GROUP.test(id)) : [];
  if (groups.length === 0) return { policies, relations: [] };
  const among = sql.join([...new Set(groups)]);
  const relations = await readRelations(tx, place, ['contains'], sql<boolean>`(child_id in (${among}) or parent_id in (${among}))`);
  return { policies, relations: relations.map(toRelation) };
}

/** Returns the native ids of the holders of policies that have these ids. */
export async function readHolders(
  tx: Tx,
  { tenantId, sourceUid }: Pick<FactsPlace, 'tenantId' | 'sourceUid'>,
  kind: PolicyFact['kind'],
  policyIds: readonly string[],
): Promise<string[]> {
  if (policyIds.length === 0) return [];
  const rows = await tx
    .selectFrom('graph_policy')
    .select('holder_id')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('source_uid', '=', sourceUid)
    .where('valid_to', 'is', null)
    .where('kind', '=', kind)
    .where('policy_id', 'in', [...policyIds])
    .execute();
  return rows.map(({ holder_id: holder }) => holder);
}

/** Returns facts without entities, relations and policies. */
export function noFacts(cloudType: Cloud, accountId: string): SourceFacts {
  return { cloudType, accountId, entities: [], relations: [], policies: [], usage: [], events: [], usageSince: null, warnings: [] };
}

function toRelation({ child, parent, kind, detail }: Relation): Relation {
  return { child, parent, kind, detail };
}
