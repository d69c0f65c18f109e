import type { FieldTypes } from '../../../engine/bundle/check-fields';
import type { EntryKind } from '../../../engine/bundle/entry-files';

/** Fields of `az` and Azure REST API responses. An `any` field is ignored or has its own reader. */
const texts = { list: 'text' } as const;
const permissions = {
  list: { actions: texts, notActions: texts, dataActions: texts, notDataActions: texts, condition: 'text', conditionVersion: 'any' },
} as const;
const audit: FieldTypes = { createdBy: 'any', createdOn: 'text', updatedBy: 'any', updatedOn: 'text', description: 'any', systemData: 'any' };
const subjects = { list: { id: 'text', type: 'text', displayName: 'text', email: 'text' } } as const;

const assignment: FieldTypes = {
  ...audit,
  scope: 'text',
  roleDefinitionId: 'text',
  roleDefinitionName: 'text',
  principalId: 'text',
  principalName: 'text',
  principalType: 'text',
  condition: 'text',
  conditionVersion: 'any',
  canDelegate: 'any',
  delegatedManagedIdentityResourceId: 'any',
};
const eligible: FieldTypes = {
  ...assignment,
  roleEligibilityScheduleId: 'text',
  startDateTime: 'any',
  endDateTime: 'any',
  memberType: 'any',
  status: 'any',
  expandedProperties: 'any',
};
const definition: FieldTypes = { ...audit, roleName: 'text', roleType: 'text', type: 'text', permissions, assignableScopes: texts };
const deny: FieldTypes = {
  ...audit,
  denyAssignmentName: 'text',
  scope: 'text',
  permissions,
  principals: subjects,
  excludePrincipals: subjects,
  doNotApplyToChildScopes: 'flag',
  doesNotApplyToChildScopes: 'flag',
  isSystemProtected: 'flag',
  denyAssignmentEffect: 'any',
  condition: 'text',
  conditionVersion: 'any',
};
const own: FieldTypes = { id: 'text', name: 'text', type: 'text', resourceGroup: 'any' };
const of = (fields: FieldTypes): FieldTypes => ({ ...fields, ...own, properties: fields });

const managementGroup: FieldTypes = {
  ...own,
  tenantId: 'text',
  displayName: 'text',
  details: 'any',
  children: 'any',
  properties: 'any',
  parent: 'any',
  path: 'any',
  parentDisplayNameChain: 'any',
  parentNameChain: 'any',
  permissions: 'any',
  inheritedPermissions: 'any',
  numberOfChildren: 'any',
  numberOfChildGroups: 'any',
  numberOfDescendants: 'any',
};
const resource: FieldTypes = {
  ...own,
  tenantId: 'text',
  kind: 'text',
  location: 'text',
  subscriptionId: 'text',
  managedBy: 'any',
  sku: 'any',
  plan: 'any',
  properties: 'any',
  tags: 'any',
  identity: 'any',
  zones: 'any',
  extendedLocation: 'any',
  systemData: 'any',
  etag: 'any',
  apiVersion: 'any',
};

/** Returns the type that an entry states, in lower case. */
const typeOf = ({ type, id }: Record<string, unknown>): string => `${String(type ?? '')} ${String(id ?? '')}`.toLowerCase();

/** The files of an Azure bundle. */
export const AZURE_FILES = {
  'role-assignments': {
    fields: of(assignment),
    looksLike: (entry) => typeOf(entry).includes('microsoft.authorization/roleassignments'),
    without: 'role assignments are unknown',
  },
  'eligible-role-assignments': {
    fields: of(eligible),
    looksLike: (entry) => typeOf(entry).includes('microsoft.authorization/roleeligibilityscheduleinstances'),
  },
  'role-definitions': {
    fields: of(definition),
    looksLike: (entry) => typeOf(entry).includes('microsoft.authorization/roledefinitions'),
    without: 'the permissions of roles are unknown',
  },
  'deny-assignments': {
    fields: of(deny),
    looksLike: (entry) => typeOf(entry).includes('microsoft.authorization/denyassignments'),
    without: 'the effect of deny assignments is unknown',
  },
  'management-groups': {
    fields: managementGroup,
    looksLike: (entry) => typeOf(entry).includes('microsoft.management/managementgroups') && !('subscriptionId' in entry),
    without: 'the hierarchy above the subscription is unknown',
  },
  resources: {
    fields: resource,
    looksLike: (entry) => 'subscriptionId' in entry && 'id' in entry && !('operationName' in entry),
    without: 'the resources of the subscription are unknown',
  },
  'activity-log': {
    fields: 'any',
    looksLike: (entry) => 'operationName' in entry && ('caller' in entry || 'eventTimestamp' in entry),
    without: 'usage is unknown',
  },
} as const satisfies Record<string, EntryKind>;

export type AzureFile = keyof typeof AZURE_FILES;
