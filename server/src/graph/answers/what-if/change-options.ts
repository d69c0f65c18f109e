import type { ChangeOptions, EditablePolicy } from '@cam/contracts/server';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { notFound } from '../../../platform/http/errors';
import { findEntity } from '../counts/read-entities';
import type { StoredEntity } from '../read-holders';

/** Entries of each list. */
const LISTED = 1000;

type Named = ChangeOptions['attached'][number];

interface PolicyRow {
  policy_id: string;
  name: string;
  kind: 'identity' | 'trust' | 'resource';
  document: string;
  others: number;
}

/**
 * Returns what a change can edit about an entity: its policy documents, attached policies and memberships.
 * @throws ApiError 404 if the graph has no such entity
 */
export async function readChangeOptions(tx: Tx, tenantId: string, uri: string): Promise<ChangeOptions> {
  const entity = uri.split(':').length === 6 ? await findEntity(tx, tenantId, uri) : null;
  if (!entity) throw notFound('The graph has no entity with this URI. It may have been removed since the last snapshot. Find it in the list.');
  const nothing = { policies: [], attached: [], attachable: [], groups: [], joinable: [], members: [] };
  const of = { uri: entity.uri, native_id: entity.nativeId, name: entity.name, type: entity.type };
  const reason = reasonOf(entity);
  if (reason !== '') return { ...of, reason, ...nothing };
  const isAws = entity.cloudType === 'AWS';
  const policies = isAws ? await readPolicies(tx, tenantId, entity) : [];
  const attached = policies.filter(({ policy_id: id, kind }) => kind === 'identity' && isManaged(id));
  const isPrincipal = isAws && PRINCIPALS.has(entity.type);
  const managed = isPrincipal ? await readNamed(tx, tenantId, entity.sourceUid, ['POLICY']) : [];
  const isUser = USERS.includes(entity.type);
  const groups = isUser ? await readMemberships(tx, tenantId, entity, 'groups') : [];
  const joinable = isUser ? await readNamed(tx, tenantId, entity.sourceUid, GROUPS) : [];
  const without = (all: readonly Named[], known: readonly string[]): Named[] => all.filter(({ id }) => !known.includes(id));
  return {
    ...of,
    reason,
    policies: policies.filter(({ policy_id: id }) => !isOfAws(id)).map((policy) => toEditable(policy, entity)),
    attached: isPrincipal ? attached.map(({ policy_id: id, name }) => ({ id, name })) : [],
    attachable: without(
      managed,
      attached.map(({ policy_id: id }) => id),
    ),
    groups,
    joinable: without(
      joinable,
      groups.map(({ id }) => id),
    ),
    members: GROUPS.includes(entity.type) ? await readMemberships(tx, tenantId, entity, 'members') : [],
  };
}

const USERS: readonly string[] = ['USER', 'FEDERATED_USER'];
const GROUPS: readonly string[] = ['GROUP', 'FEDERATED_GROUP'];
const PRINCIPALS: ReadonlySet<string> = new Set(['USER', 'GROUP', 'ROLE']);
const EDITABLE: ReadonlySet<string> = new Set([...PRINCIPALS, 'POLICY', 'OBJECT_STORE']);

function reasonOf({ cloudType, type, nativeId }: StoredEntity): string {
  const isOfDirectory = [...USERS, ...GROUPS].includes(type);
  if (cloudType === 'IDP_OKTA' || cloudType === 'IDP_AZURE_AD')
    return isOfDirectory ? '' : 'In a directory, CAM can try changes of memberships only so far.';
  if (cloudType === 'GCP' && isOfDirectory) return '';
  if (cloudType !== 'AWS') return 'Here, CAM can try changes of AWS accounts, and of memberships in Okta, Entra ID and Google groups, only so far.';
  if (isOfAws(nativeId)) return 'AWS owns this policy, so nobody else can change it.';
  return EDITABLE.has(type) ? '' : 'CAM can try changes of users, groups, roles, managed policies and buckets only so far.';
}

function isManaged(policyId: string): boolean {
  return /^arn:[^:]+:iam::(?:\d{12}|aws):policy\//.test(policyId);
}

function isOfAws(policyId: string): boolean {
  return /^arn:[^:]+:iam::aws:policy\//.test(policyId);
}

/** Returns the documents that an entity holds or, for a managed policy, is. */
async function readPolicies(tx: Tx, tenantId: string, { nativeId, sourceUid, type }: StoredEntity): Promise<PolicyRow[]> {
  const which = type === 'POLICY' ? sql`p.policy_id = ${nativeId}` : sql`p.holder_id = ${nativeId}`;
  const { rows } = await sql<PolicyRow>`
    select distinct on (p.kind, p.policy_id) p.policy_id, p.name, p.kind, d.document,
      (select count(*)::int from graph_policy o where o.tenant_id = p.tenant_id and o.source_uid = p.source_uid and o.policy_id = p.policy_id
        and o.valid_to is null and o.holder_id not in (${nativeId}, o.policy_id)) others
    from graph_policy p join graph_document d on d.tenant_id = p.tenant_id and d.hash = p.hash
    where p.tenant_id = ${tenantId} and p.source_uid = ${sourceUid} and p.valid_to is null and ${which} and p.kind in ('identity', 'trust', 'resource')
    order by p.kind, p.policy_id limit ${LISTED}`.execute(tx);
  // A list of grantees is stored as a policy too, but cannot be set as one.
  return rows.filter(({ kind, policy_id: id }) => kind !== 'resource' || id === `${nativeId}/policy`);
}

function toEditable({ policy_id: id, name, kind, document, others }: PolicyRow, { nativeId, type }: StoredEntity): EditablePolicy {
  const text = JSON.stringify(JSON.parse(document), null, 2);
  const edit = (as: EditablePolicy['edit']['kind'], target: string, of = ''): EditablePolicy['edit'] => ({ kind: as, target, name: of });
  const attached = others === 0 ? '' : `, attached to ${others} other${others === 1 ? '' : 's'}`;
  if (kind === 'trust') return { name, place: 'trust policy', document: text, edit: edit('SET_TRUST_POLICY', nativeId), may_delete: false };
  if (kind === 'resource') return { name, place: 'resource policy', document: text, edit: edit('SET_RESOURCE_POLICY', nativeId), may_delete: true };
  if (isManaged(id)) {
    const place = type === 'POLICY' ? `managed policy, attached to ${others}` : `managed policy${attached}`;
    return { name, place, document: text, edit: edit('SET_MANAGED_POLICY', id), may_delete: true };
  }
  return { name, place: 'inline policy', document: text, edit: edit('SET_INLINE_POLICY', nativeId, name), may_delete: true };
}

async function readNamed(tx: Tx, tenantId: string, sourceUid: string, types: readonly string[]): Promise<Named[]> {
  return tx
    .selectFrom('graph_entity')
    .select(['native_id as id', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('source_uid', '=', sourceUid)
    .where('type', 'in', [...types])
    .where('valid_to', 'is', null)
    .orderBy('name')
    .limit(LISTED)
    .execute();
}

async function readMemberships(tx: Tx, tenantId: string, { nativeId, sourceUid }: StoredEntity, side: 'groups' | 'members'): Promise<Named[]> {
  const [own, other] = side === 'groups' ? [sql`m.child_id`, sql`m.parent_id`] : [sql`m.parent_id`, sql`m.child_id`];
  const { rows } = await sql<Named>`
    select e.native_id id, e.name from graph_edge m
      join graph_entity e on e.tenant_id = m.tenant_id and e.native_id = ${other} and e.source_uid = m.source_uid and e.valid_to is null
    where m.tenant_id = ${tenantId} and m.source_uid = ${sourceUid} and m.valid_to is null and m.kind = 'member_of' and ${own} = ${nativeId}
    order by e.name limit ${LISTED}`.execute(tx);
  return rows;
}
