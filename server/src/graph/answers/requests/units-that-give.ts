import { ACCESS_LEVELS, type AccessLevel, type AccessUnit, type AccessUnitPart, type ChangeEdit } from '@cam/contracts/server';
import { isGroupType } from '../../engine/model';
import { isEditableGroup } from '../editable-groups';
import { permissionSetOf } from '../permission-set-assignments';
import type { ReviewedIdentity } from '../reviews/units-of-identities';
import type { ResourcesByTier } from './held-access';

/** A resource of a request. */
export interface RequestedResource {
  uri: string;
  name: string;
  type: string;
  accountId: string;
  cloudType: string;
  sourceUid: string;
  classId: string | null;
}

/** A group with access to the resource. */
export interface GroupWithAccess {
  uri: string;
  name: string;
  nativeId: string;
  sourceUid: string;
  levels: AccessLevel[];
}

/** A policy or role that gives somebody else access to the resource. */
export interface GrantedPolicy {
  policyId: string;
  name: string;
  uri: string;
  /** Null: a managed policy. */
  assignment: { sourceUid: string; scope: string; document: string } | null;
  levels: AccessLevel[];
}

/** A single unit before the count of what it gives besides. */
export type UnitDraft = AccessUnitPart;

const MANAGED = /^arn:[^:]+:iam::(\d{12}|aws):policy\//;

/** A permission set of IAM Identity Center that somebody else has in an account, with a name such as "ReadOnly in 111122223333". */
export interface AssignedPermissionSet {
  /** Id of the assignment, which its holders share. */
  policyId: string;
  name: string;
  /** URI of the role that it is in the account. */
  roleUri: string;
  levels: AccessLevel[];
}

/** The clouds whose identities hold roles in a cloud. */
const ASSIGNABLE: Readonly<Record<string, readonly string[]>> = { AZURE: ['IDP_AZURE_AD', 'AZURE'], GCP: ['GCP'] };

/** Reports whether groups have identities of this type as members. Roles are assumed, and nested groups are not asked for. */
export function canJoin({ type }: Pick<ReviewedIdentity, 'type'>): boolean {
  return type !== 'ROLE' && !isGroupType(type);
}

/** Returns the membership of an identity in a group. */
export function membershipUnit(identity: ReviewedIdentity, { uri, name, nativeId, sourceUid, levels }: GroupWithAccess): UnitDraft {
  const edits: ChangeEdit[] = [{ kind: 'ADD_MEMBER', group: nativeId, member: identity.nativeId }];
  return {
    ...{ key: `MEMBERSHIP ${nativeId}`, kind: 'MEMBERSHIP', name, uri, source_uid: sourceUid, gives: levels },
    action: `Add ${identity.name} to ${name}`,
    edits: isEditableGroup(uri) ? edits : [],
  };
}

/** Returns the unit by which a policy or role gives the access to an identity; null: it cannot hold it. */
export function grantUnit(identity: ReviewedIdentity, cloudType: string, policy: GrantedPolicy): UnitDraft | null {
  return policy.assignment ? assignmentUnit(identity, cloudType, policy, policy.assignment) : attachmentUnit(identity, cloudType, policy);
}

/** Returns the unit by which a permission set gives the access; null: IAM Identity Center did not assign it. */
export function permissionSetUnit(identity: ReviewedIdentity, { policyId, name, roleUri, levels }: AssignedPermissionSet): UnitDraft | null {
  const assigned = permissionSetOf(policyId);
  if (!assigned) return null;
  return {
    ...{ key: `ASSIGNMENT ${policyId}`, kind: 'ASSIGNMENT', name, uri: roleUri, source_uid: identity.sourceUid, gives: levels },
    action: `Assign the permission set ${name} to ${identity.name}`,
    edits: [{ kind: 'ADD_ASSIGNMENT', principal: identity.nativeId, ...assigned }],
  };
}

/** A managed policy can be attached to users and roles of its own account, or of any account if AWS owns it. */
function attachmentUnit(identity: ReviewedIdentity, cloudType: string, { policyId, name, uri, levels }: GrantedPolicy): UnitDraft | null {
  const owner = MANAGED.exec(policyId)?.[1];
  if (owner === undefined || cloudType !== 'AWS' || (owner !== 'aws' && owner !== identity.accountId)) return null;
  if (identity.type !== 'USER' && identity.type !== 'ROLE') return null;
  return {
    ...{ key: `ATTACHMENT ${policyId}`, kind: 'ATTACHMENT', name, uri, source_uid: identity.sourceUid, gives: levels },
    action: `Attach ${name} to ${identity.name}`,
    edits: [{ kind: 'ATTACH_POLICY', holder: identity.nativeId, policy: policyId }],
  };
}

/** A role of Azure or Google Cloud can be given on the same scope to another principal. */
function assignmentUnit(
  identity: ReviewedIdentity,
  cloudType: string,
  { name, uri, levels, policyId }: GrantedPolicy,
  { sourceUid, scope, document }: NonNullable<GrantedPolicy['assignment']>,
): UnitDraft | null {
  const value = JSON.parse(document) as Record<string, unknown>;
  const isBinding = Array.isArray(value.members);
  if (!ASSIGNABLE[isBinding ? 'GCP' : 'AZURE']?.includes(cloudType)) return null;
  const { roleDefinitionId } = { ...value, ...(value.properties as object | undefined) } as Record<string, unknown>;
  const role = isBinding ? value.role : roleDefinitionId;
  if (typeof role !== 'string') return null;
  const { condition } = value as { condition?: { expression: string } };
  const isConditional = isBinding && condition !== undefined;
  return {
    ...{
      key: `ASSIGNMENT ${role} ${scope}${isConditional ? ` ${policyId}` : ''}`,
      kind: 'ASSIGNMENT',
      name,
      uri,
      source_uid: sourceUid,
      gives: levels,
    },
    action: `Give ${identity.name} the role ${name} on ${scope.split('/').at(-1) || scope}`,
    edits: [{ kind: 'ADD_ASSIGNMENT', principal: identity.nativeId, role, scope, ...(isConditional ? { condition } : {}) }],
  };
}

const SET = 'SET ';

/** Returns the keys of the units that a key names: several for that of a set. */
export function keysOfSet(key: string): string[] {
  if (!key.startsWith(SET)) return [key];
  try {
    const keys: unknown = JSON.parse(key.slice(SET.length));
    return Array.isArray(keys) ? [...new Set(keys.filter((one) => typeof one === 'string'))] : [];
  } catch {
    // Somebody wrote the key by hand. No unit has it.
    return [];
  }
}

/** Completes a unit that is enough alone. */
export function singleUnit(unit: UnitDraft, besides: ResourcesByTier): AccessUnit {
  return { ...unit, besides, parts: [] };
}

/** Joins units that are enough together. */
export function setUnit(units: readonly UnitDraft[], besides: ResourcesByTier): AccessUnit {
  const parts = [...units].sort((one, other) => (one.key < other.key ? -1 : 1));
  const [first, ...others] = parts.map(({ action }) => action);
  const sources = new Set(parts.map(({ source_uid: uid }) => uid));
  const canTry = parts.every(({ edits }) => edits.length > 0);
  return {
    ...{ key: `${SET}${JSON.stringify(parts.map(({ key }) => key))}`, kind: 'SET', name: listed(parts.map(({ name }) => name)), uri: '' },
    action: listed([first ?? '', ...others.map((action) => action.charAt(0).toLowerCase() + action.slice(1))]),
    source_uid: sources.size === 1 ? ([...sources][0] ?? '') : '',
    edits: canTry ? parts.flatMap(({ edits }) => edits) : [],
    gives: ACCESS_LEVELS.filter((level) => parts.some(({ gives }) => gives.includes(level))),
    ...{ besides, parts },
  };
}

const listed = (words: readonly string[]): string => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`);

/** Orders units: the least crown jewels besides first, then the least resources of each less important tier, then the fewest kinds of access. */
export function byLeastBesides(a: AccessUnit, b: AccessUnit): number {
  const keysOf = ({ besides, gives }: AccessUnit): number[] => [...besides, gives.length];
  const [one, other] = [keysOf(a), keysOf(b)];
  const index = one.findIndex((value, place) => value !== other[place]);
  return index < 0 ? (a.name < b.name ? -1 : 1) : (one[index] ?? 0) - (other[index] ?? 0);
}
