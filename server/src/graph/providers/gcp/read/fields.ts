import type { FieldTypes } from '../../../engine/bundle/check-fields';
import type { EntryKind } from '../../../engine/bundle/entry-files';

/** Fields of `gcloud` and Google Cloud API responses. An `any` field is ignored or has its own reader. */
const texts = { list: 'text' } as const;

const iamPolicy: FieldTypes = {
  resource: 'text',
  assetType: 'text',
  project: 'text',
  folders: texts,
  organization: 'text',
  explanation: 'any',
  policy: { version: 'any', etag: 'any', auditConfigs: 'any', bindings: { list: { role: 'text', members: texts, condition: 'any' } } },
};
const resource: FieldTypes = {
  name: 'text',
  assetType: 'text',
  project: 'text',
  folders: texts,
  organization: 'text',
  displayName: 'text',
  description: 'any',
  location: 'text',
  labels: 'any',
  networkTags: 'any',
  kmsKey: 'any',
  kmsKeys: 'any',
  createTime: 'text',
  updateTime: 'text',
  state: 'text',
  additionalAttributes: 'any',
  parentFullResourceName: 'text',
  parentAssetType: 'text',
  versionedResources: 'any',
  attachedResources: 'any',
  relationships: 'any',
  tagKeys: 'any',
  tagValues: 'any',
  tagValueIds: 'any',
  tags: 'any',
  effectiveTags: 'any',
  enrichments: 'any',
  sccSecurityMarks: 'any',
};
const role: FieldTypes = {
  name: 'text',
  title: 'text',
  description: 'any',
  includedPermissions: texts,
  stage: 'text',
  etag: 'any',
  deleted: 'flag',
};
const folder: FieldTypes = {
  name: 'text',
  parent: 'any',
  displayName: 'text',
  state: 'text',
  lifecycleState: 'text',
  createTime: 'text',
  updateTime: 'any',
  deleteTime: 'any',
  etag: 'any',
  tags: 'any',
  configuredCapabilities: 'any',
  managementProject: 'any',
};
const project: FieldTypes = { ...folder, projectId: 'text', projectNumber: 'any', labels: 'any' };
const denyPolicy: FieldTypes = {
  name: 'text',
  uid: 'any',
  kind: 'text',
  displayName: 'text',
  annotations: 'any',
  etag: 'any',
  createTime: 'any',
  updateTime: 'any',
  deleteTime: 'any',
  managingAuthority: 'any',
  rules: 'any',
};
const boundary: FieldTypes = {
  name: 'text',
  uid: 'any',
  displayName: 'text',
  annotations: 'any',
  etag: 'any',
  createTime: 'any',
  updateTime: 'any',
  details: 'any',
};
const policyBinding: FieldTypes = {
  ...boundary,
  target: { principalSet: 'text', resource: 'text' },
  policyKind: 'text',
  policy: 'text',
  policyUid: 'any',
  condition: 'any',
};

const known = (names: string): FieldTypes => Object.fromEntries(names.split(' ').map((name) => [name, 'any' as const]));
const directoryUser: FieldTypes = {
  id: 'text',
  primaryEmail: 'text',
  name: 'any',
  suspended: 'flag',
  archived: 'flag',
  isEnrolledIn2Sv: 'flag',
  lastLoginTime: 'text',
  creationTime: 'text',
  organizations: 'any',
  ...known(
    'kind etag isAdmin isDelegatedAdmin isEnforcedIn2Sv isMailboxSetup isGuestUser agreedToTerms aliases nonEditableAliases changePasswordAtNextLogin',
  ),
  ...known(
    'customerId customSchemas deletionTime emails externalIds gender guestAccountInfo hashFunction ims includeInGlobalAddressList ipWhitelisted',
  ),
  ...known('keywords languages locations notes orgUnitPath password phones posixAccounts recoveryEmail recoveryPhone relations sshPublicKeys'),
  ...known('suspensionReason suspensionTime archivalTime thumbnailPhotoEtag thumbnailPhotoUrl websites addresses'),
};
const directoryGroup: FieldTypes = {
  id: 'text',
  email: 'text',
  name: 'text',
  description: 'text',
  ...known('kind etag directMembersCount adminCreated aliases nonEditableAliases'),
};
const directoryMember: FieldTypes = { id: 'text', email: 'text', type: 'text', groupId: 'text', ...known('kind etag role status delivery_settings') };
const isOfKind =
  (kind: string): EntryKind['looksLike'] =>
  (entry) =>
    entry.kind === `admin#directory#${kind}`;

const nameOf = ({ name }: Record<string, unknown>): string => (typeof name === 'string' ? name : '');

/** The files of a GCP bundle. */
export const GCP_FILES = {
  'search-all-iam-policies': {
    fields: iamPolicy,
    looksLike: (entry) => 'policy' in entry && 'resource' in entry,
    without: 'role assignments are unknown',
  },
  'search-all-resources': {
    fields: resource,
    looksLike: (entry) => 'assetType' in entry && nameOf(entry).startsWith('//'),
    without: 'the resources of the projects are unknown',
  },
  roles: {
    fields: role,
    looksLike: (entry) => 'includedPermissions' in entry || /(?:^|\/)roles\//.test(nameOf(entry)),
    without: 'the permissions of roles are unknown',
  },
  folders: {
    fields: folder,
    looksLike: (entry) => nameOf(entry).startsWith('folders/'),
    without: 'the names of the folders above the projects are unknown',
  },
  projects: {
    fields: project,
    looksLike: (entry) => 'projectId' in entry && !('protoPayload' in entry),
    without: 'numbers and names of the projects are unknown',
  },
  'deny-policies': {
    fields: denyPolicy,
    looksLike: (entry) => 'rules' in entry && nameOf(entry).startsWith('policies/'),
    without: 'the effect of deny policies is unknown',
  },
  'principal-access-boundary-policies': { fields: boundary, looksLike: (entry) => nameOf(entry).includes('/principalAccessBoundaryPolicies/') },
  'policy-bindings': { fields: policyBinding, looksLike: (entry) => nameOf(entry).includes('/policyBindings/') },
  'directory-users': { fields: directoryUser, at: 'users', looksLike: isOfKind('user') },
  'directory-groups': { fields: directoryGroup, at: 'groups', looksLike: isOfKind('group') },
  'directory-members': { fields: directoryMember, at: 'members', looksLike: isOfKind('member') },
  'audit-log': { fields: 'any', looksLike: (entry) => 'protoPayload' in entry, without: 'usage is unknown' },
} as const satisfies Record<string, EntryKind>;

export type GcpFile = keyof typeof GCP_FILES;
