import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database';
import { OF_IDENTITIES } from '../engine/identity-facts';
import type { Entity } from '../engine/model';
import type { PolicyFact, Relation, SourceFacts } from '../engine/source-facts';
import { holdsAt, type Moment } from './validity';
import { readScopes } from './scopes';

export interface FactsPlace {
  tenantId: string;
  sourceUid: string;
  cloudType: SourceFacts['cloudType'];
  accountId: string;
  /** Null or absent: now. */
  snapshotId?: number | null;
}

/**
 * Reassembles the facts of a source's last import from the stored rows, without usage, on which no policy depends.
 * @param options.onlyIdentities reads the part of an AWS account that `identityFacts` returns
 */
export async function readFacts(
  tx: Tx,
  { tenantId, sourceUid, cloudType, accountId, snapshotId = null }: FactsPlace,
  { onlyIdentities = false }: { onlyIdentities?: boolean } = {},
): Promise<SourceFacts> {
  const place = { tenantId, sourceUid, snapshotId };
  return {
    cloudType,
    accountId,
    entities: onlyIdentities
      ? await readEntities(tx, place, { onlyIdentities })
      : withScopes(await readEntities(tx, place), await readScopes(tx, tenantId, sourceUid, snapshotId)),
    relations: (await readRelations(tx, place, onlyIdentities ? OF_IDENTITIES.relations : undefined)).map(({ child, parent, kind, detail }) => ({
      child,
      parent,
      kind,
      detail,
    })),
    policies: await readPolicies(tx, place, onlyIdentities ? OF_IDENTITIES.policies : undefined),
    usage: [],
    events: [],
    usageSince: null,
    warnings: [],
  };
}

/** Now, before the first snapshot. */
interface Place {
  tenantId: string;
  snapshotId?: number | null;
  sourceUid?: string;
}

/** Returns entities of a source, by URI. Shared scopes are as the source that represents them describes them. */
export async function readEntities(
  tx: Tx,
  { tenantId, sourceUid, snapshotId = null }: Place,
  { onlyIdentities = false, restriction = sql<boolean>`true` } = {},
): Promise<Entity[]> {
  let query = tx
    .selectFrom('graph_entity as e')
    .selectAll()
    .where(holdsAt('e', tenantId, snapshotId))
    .where('source_uid', '=', sourceUid ?? '')
    .where(restriction);
  if (onlyIdentities) query = query.where('is_identity', '=', true);
  const rows = await query.orderBy('uri').execute();
  return rows.map(toEntity);
}

/** For scopes that several sources describe, returns this source's description, whichever represents the scope. */
export function withScopes(entities: readonly Entity[], scopes: readonly { entity: Entity }[]): Entity[] {
  const scopeUris = new Set(scopes.map(({ entity }) => entity.uri));
  return [...entities.filter(({ uri }) => !scopeUris.has(uri)), ...scopes.map(({ entity }) => entity)];
}

/** Returns the identities of directories, and of clouds whose policies name them by id or address. */
export async function readDirectory(
  tx: Tx,
  tenantId: string,
  exceptSources: readonly string[],
): Promise<{ identities: Entity[]; memberships: Relation[] }> {
  const others = exceptSources.length > 0 ? sql<boolean>`source_uid not in (${sql.join(exceptSources)})` : sql<boolean>`true`;
  const rows = await tx
    .selectFrom('graph_entity')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('valid_to', 'is', null)
    .where('is_identity', '=', true)
    .where('cloud_type', '<>', 'AWS')
    .where('source_uid', '<>', '')
    .where(others)
    .orderBy('uri')
    .execute();
  return { identities: rows.map(toEntity), memberships: await readRelations(tx, { tenantId }, ['member_of'], others) };
}

/** Returns the known AWS organizations with their hierarchy and attached policies. Only management accounts list them. */
export async function readOrganizations(
  tx: Tx,
  moment: Moment,
  exceptSources: readonly string[],
): Promise<{ contains: (Relation & { sourceUid: string })[]; policies: PolicyFact[] }> {
  const { rows } = await sql<{ source_uid: string }>`
    select distinct source_uid from graph_entity e
    where ${holdsAt('e', moment.tenantId, moment.snapshotId)} and type = 'SCOPE' and cloud_type = 'AWS'`.execute(tx);
  const knowing = rows.map(({ source_uid }) => source_uid).filter((source) => !exceptSources.includes(source));
  if (knowing.length === 0) return { contains: [], policies: [] };
  const among = sql<boolean>`source_uid in (${sql.join(knowing)})`;
  return {
    contains: await readRelations(tx, moment, ['contains'], among),
    policies: await readPolicies(tx, moment, ['scp', 'rcp'], among),
  };
}

/** Returns AWS accounts by canonical user id. */
export async function readCanonicalUsers(tx: Tx, tenantId: string, exceptSources: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('graph_entity')
    .select(['account_id', 'attributes', 'source_uid'])
    .where('tenant_id', '=', tenantId)
    .where('type', '=', 'ACCOUNT_DATA')
    .where('cloud_type', '=', 'AWS')
    .where('valid_to', 'is', null)
    .execute();
  const known = rows.filter(({ source_uid, attributes }) => !exceptSources.includes(source_uid) && typeof attributes.canonicalid === 'string');
  return new Map(known.map(({ account_id, attributes }) => [String(attributes.canonicalid), account_id]));
}

/** Returns the identities that directory applications sign in elsewhere. */
export function readFederation(tx: Tx, tenantId: string, exceptSources: readonly string[]): Promise<PolicyFact[]> {
  const others = exceptSources.length > 0 ? sql<boolean>`source_uid not in (${sql.join(exceptSources)})` : sql<boolean>`true`;
  return readPolicies(tx, { tenantId }, ['federated_assignment'], others);
}

/** Returns what access points of S3 admit to buckets of other accounts. */
export function readAccessPoints(tx: Tx, tenantId: string, exceptSources: readonly string[]): Promise<PolicyFact[]> {
  const others = exceptSources.length > 0 ? sql<boolean>`source_uid not in (${sql.join(exceptSources)})` : sql<boolean>`true`;
  return readPolicies(tx, { tenantId }, ['access_point'], others);
}

/** Returns the rows of `graph_edge`, of one source or of all. */
export async function readRelations(
  tx: Tx,
  { tenantId, snapshotId = null, sourceUid }: Place,
  kinds?: readonly Relation['kind'][],
  restriction = sql<boolean>`true`,
): Promise<(Relation & { sourceUid: string })[]> {
  let query = tx
    .selectFrom('graph_edge as e')
    .select(['source_uid', 'child_id', 'child_uri', 'parent_id', 'parent_uri', 'kind', 'detail'])
    .where(holdsAt('e', tenantId, snapshotId))
    .where(restriction);
  if (sourceUid !== undefined) query = query.where('source_uid', '=', sourceUid);
  if (kinds) query = query.where('kind', 'in', [...kinds]);
  const rows = await query.orderBy('source_uid').orderBy('child_id').orderBy('parent_id').execute();
  return rows.map(({ source_uid, child_id, child_uri, parent_id, parent_uri, kind, detail }) => ({
    child: { nativeId: child_id, ...(child_uri === null ? {} : { uri: child_uri }) },
    parent: { nativeId: parent_id, ...(parent_uri === null ? {} : { uri: parent_uri }) },
    kind,
    detail,
    sourceUid: source_uid,
  }));
}

/** Returns policies with their documents, of one source or of all. */
export async function readPolicies(
  tx: Tx,
  { tenantId, snapshotId = null, sourceUid }: Place,
  kinds?: readonly PolicyFact['kind'][],
  restriction = sql<boolean>`true`,
): Promise<PolicyFact[]> {
  let query = tx
    .selectFrom('graph_policy as p')
    .innerJoin('graph_document as d', (join) => join.onRef('d.tenant_id', '=', 'p.tenant_id').onRef('d.hash', '=', 'p.hash'))
    .select(['p.policy_id', 'p.name', 'p.uri', 'p.kind', 'p.holder_id', 'p.holder_uri', 'd.document'])
    .where(holdsAt('p', tenantId, snapshotId))
    .where(restriction);
  if (sourceUid !== undefined) query = query.where('p.source_uid', '=', sourceUid);
  if (kinds) query = query.where('p.kind', 'in', [...kinds]);
  const rows = await query.orderBy('p.source_uid').orderBy('p.policy_id').orderBy('p.kind').orderBy('p.holder_id').execute();
  return rows.map(({ policy_id, name, uri, kind, holder_id, holder_uri, document }) => ({
    policyId: policy_id,
    name,
    uri,
    kind,
    holder: { nativeId: holder_id, ...(holder_uri === null ? {} : { uri: holder_uri }) },
    document,
  }));
}

export function toEntity(row: {
  uri: string;
  native_id: string;
  name: string;
  type: string;
  account_id: string;
  cloud_type: string;
  region: string;
  is_identity: boolean;
  is_resource: boolean;
  attributes: Record<string, unknown>;
}): Entity {
  return {
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
  };
}
