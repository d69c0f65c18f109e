import type { Tx } from '../../platform/db/database';
import { parsePolicyDocument } from '../providers/aws/compile/policy-document';
import type { Entity } from '../engine/model';
import type { Principal, Attachment } from '../providers/aws/account-model';
import type { PolicyKind } from '../engine/source-facts';
import { holdsAt, type Moment } from '../store/validity';
import { toEntity } from '../store/read-facts';

/** A stored entity with its source. */
export interface StoredEntity extends Entity {
  sourceUid: string;
  profileId: string | null;
  classId: string | null;
}

export type StoredPolicy = Attachment & { accountId: string };

/** An attached policy with its holder. */
type HeldPolicy = StoredPolicy & { kind: PolicyKind; holderId: string };

export interface Holders {
  /** Identities, roles and their groups with the policies that they hold, by URI. */
  principals: Map<string, Principal>;
  /** By id. */
  policies: Map<string, StoredPolicy>;
}

interface Place extends Moment {
  sourceUid: string;
}

/** Returns the current versions of entities. Several sources may describe one entity. */
export async function findEntities(tx: Tx, { tenantId, snapshotId }: Moment, uris: readonly string[], sourceUid?: string): Promise<StoredEntity[]> {
  if (uris.length === 0) return [];
  let query = tx
    .selectFrom('graph_entity as e')
    .selectAll()
    .where(holdsAt('e', tenantId, snapshotId))
    .where('uri', 'in', [...uris]);
  if (sourceUid !== undefined) query = query.where('source_uid', '=', sourceUid);
  const rows = await query.orderBy('source_uid').execute();
  return rows.map((row) => ({ ...toEntity(row), sourceUid: row.source_uid, profileId: row.profile_id, classId: row.class_id }));
}

/** Collects what identities of a source hold: their own policies, boundaries, groups and the groups' policies. */
export async function readHolders(tx: Tx, place: Place, uris: readonly string[]): Promise<Holders> {
  const own = await findEntities(tx, place, uris, place.sourceUid);
  const memberships = await readMemberships(tx, place, own);
  const groups = [...new Set(memberships.map(({ parent_uri: uri }) => uri))];
  const entities = [...own, ...(await findEntities(tx, place, groups, place.sourceUid))];
  const policies = await readHeldPolicies(
    tx,
    place,
    entities.map(({ nativeId }) => nativeId),
  );
  const heldBy = ({ nativeId }: Entity, kind: PolicyKind): StoredPolicy[] =>
    policies.filter((policy) => policy.holderId === nativeId && policy.kind === kind);
  const principals = entities.map((entity): Principal => ({
    entity,
    policies: heldBy(entity, 'identity'),
    boundary: heldBy(entity, 'boundary')[0] ?? null,
    groups: memberships.filter(({ child_id: id }) => id === entity.nativeId).map(({ parent_uri: uri }) => uri),
  }));
  return {
    principals: new Map(principals.map((principal) => [principal.entity.uri, principal])),
    policies: new Map(policies.map((policy) => [policy.policyId, policy])),
  };
}

async function readMemberships(
  tx: Tx,
  { tenantId, snapshotId, sourceUid }: Place,
  members: readonly Entity[],
): Promise<{ child_id: string; parent_uri: string }[]> {
  if (members.length === 0) return [];
  const rows = await tx
    .selectFrom('graph_edge as e')
    .select(['child_id', 'parent_uri'])
    .where(holdsAt('e', tenantId, snapshotId))
    .where('source_uid', '=', sourceUid)
    .where(
      'child_id',
      'in',
      members.map(({ nativeId }) => nativeId),
    )
    .where('kind', '=', 'member_of')
    .orderBy('parent_uri')
    .execute();
  return rows.flatMap(({ child_id, parent_uri }) => (parent_uri === null ? [] : [{ child_id, parent_uri }]));
}

/** Returns the policies attached to these native ids. */
export async function readHeldPolicies(tx: Tx, { tenantId, snapshotId, sourceUid }: Place, holders: readonly string[]): Promise<HeldPolicy[]> {
  if (holders.length === 0) return [];
  const rows = await tx
    .selectFrom('graph_policy as p')
    .innerJoin('graph_document as d', (join) => join.onRef('d.tenant_id', '=', 'p.tenant_id').onRef('d.hash', '=', 'p.hash'))
    .select(['p.policy_id', 'p.name', 'p.uri', 'p.account_id', 'p.kind', 'p.holder_id', 'd.document'])
    .where(holdsAt('p', tenantId, snapshotId))
    .where('p.source_uid', '=', sourceUid)
    .where('p.holder_id', 'in', [...new Set(holders)])
    .orderBy('p.policy_id')
    .execute();
  return rows.flatMap(
    ({ policy_id: policyId, name: policyName, uri: policyUri, account_id: accountId, kind, holder_id: holderId, document: text }) => {
      const document = parsePolicyDocument(text);
      return document ? [{ policyId, policyName, policyUri, accountId, kind, holderId, document }] : [];
    },
  );
}
