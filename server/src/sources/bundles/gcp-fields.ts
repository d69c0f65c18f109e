import type { FieldTypes } from './check-fields';
import type { EntryKind } from './entry-files';

/** Fields of what `gcloud` and Google Cloud's APIs print. What is `any` is not read, or is read with care of its own. */
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

const nameOf = ({ name }: Record<string, unknown>): string => (typeof name === 'string' ? name : '');

/** The files of a GCP bundle. */
export const GCP_FILES = {
  'search-all-iam-policies': {
    fields: iamPolicy,
    looksLike: (entry) => 'policy' in entry && 'resource' in entry,
    without: 'who holds which role is not known',
  },
  'search-all-resources': {
    fields: resource,
    looksLike: (entry) => 'assetType' in entry && nameOf(entry).startsWith('//'),
    without: 'the resources of the projects are not known',
  },
  roles: {
    fields: role,
    looksLike: (entry) => 'includedPermissions' in entry || /(?:^|\/)roles\//.test(nameOf(entry)),
    without: 'what roles allow is not known',
  },
  folders: {
    fields: folder,
    looksLike: (entry) => nameOf(entry).startsWith('folders/'),
    without: 'the folders above the projects are not known by name',
  },
  projects: {
    fields: project,
    looksLike: (entry) => 'projectId' in entry && !('protoPayload' in entry),
    without: 'numbers and names of the projects are not known',
  },
  'deny-policies': {
    fields: denyPolicy,
    looksLike: (entry) => 'rules' in entry && nameOf(entry).startsWith('policies/'),
    without: 'what deny policies take away is not known',
  },
  'audit-log': { fields: 'any', looksLike: (entry) => 'protoPayload' in entry, without: 'what was used is not known' },
} as const satisfies Record<string, EntryKind>;

export type GcpFile = keyof typeof GCP_FILES;
