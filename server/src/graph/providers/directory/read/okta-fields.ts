import type { FieldTypes } from '../../../engine/bundle/check-fields';
import type { EntryKind } from '../../../engine/bundle/entry-files';

/** Fields of Okta Management API responses. An `any` field is ignored or has its own reader. */
const every: FieldTypes = { id: 'text', created: 'any', lastUpdated: 'any', _links: 'any', _embedded: 'any', orn: 'text' };

const user: FieldTypes = {
  ...every,
  status: 'text',
  activated: 'any',
  lastLogin: 'text',
  passwordChanged: 'any',
  statusChanged: 'any',
  transitioningToStatus: 'any',
  realmId: 'any',
  type: 'any',
  profile: 'any',
  credentials: 'any',
  /** A member list combined with its group. */
  groupId: 'text',
};
const group: FieldTypes = { ...every, type: 'text', profile: 'any', objectClass: 'any', lastMembershipUpdated: 'any', source: 'any' };
const app: FieldTypes = {
  ...every,
  name: 'text',
  label: 'text',
  status: 'text',
  signOnMode: 'text',
  settings: 'any',
  credentials: 'any',
  accessibility: 'any',
  expressConfiguration: 'any',
  features: 'any',
  licensing: 'any',
  profile: 'any',
  universalLogout: 'any',
  visibility: 'any',
  requestObjectSigningAlg: 'any',
};
const appAssignment: FieldTypes = {
  ...every,
  appId: 'text',
  scope: 'text',
  status: 'text',
  priority: 'number',
  profile: 'any',
  credentials: 'any',
  externalId: 'any',
  lastSync: 'any',
  passwordChanged: 'any',
  statusChanged: 'any',
  syncState: 'any',
};
const role: FieldTypes = {
  ...every,
  label: 'text',
  description: 'any',
  type: 'text',
  status: 'text',
  assignmentType: 'text',
  'resource-set': 'text',
  role: 'text',
  permissions: 'any',
  /** Assignments combined with their holder. */
  assigneeId: 'text',
};

const factor: FieldTypes = {
  ...every,
  factorType: 'text',
  status: 'text',
  provider: 'any',
  vendorName: 'any',
  profile: 'any',
  /** Factors combined with their user. */
  userId: 'text',
  factors: 'any',
};

const policy: FieldTypes = {
  ...every,
  type: 'text',
  name: 'text',
  description: 'any',
  status: 'text',
  priority: 'any',
  system: 'any',
  conditions: 'any',
  settings: 'any',
  actions: 'any',
  /** Rules combined with their policy. */
  policyId: 'text',
};

const idOf = ({ id }: Record<string, unknown>): string => String(id ?? '');

/** The files of an Okta bundle. */
export const OKTA_FILES = {
  users: {
    fields: user,
    looksLike: (entry) => idOf(entry).startsWith('00u') && 'profile' in entry && 'status' in entry && !('scope' in entry),
    without: 'the users of the org are unknown',
  },
  groups: {
    fields: group,
    looksLike: (entry) => idOf(entry).startsWith('00g') && 'objectClass' in entry,
    without: 'the groups of the org are unknown',
  },
  'group-members': {
    fields: { ...user, ...group, type: 'any', members: 'any' },
    looksLike: (entry) => 'groupId' in entry,
    without: 'group memberships are unknown',
  },
  apps: {
    fields: app,
    looksLike: (entry) => 'signOnMode' in entry,
    without: 'the applications are unknown',
  },
  'app-assignments': {
    fields: appAssignment,
    looksLike: (entry) => ('priority' in entry && !('system' in entry)) || 'scope' in entry,
    without: 'application assignments are unknown',
  },
  roles: {
    fields: role,
    looksLike: (entry) => 'assignmentType' in entry || idOf(entry).startsWith('cr0'),
    without: 'the administrators of the org are unknown',
  },
  factors: {
    fields: factor,
    looksLike: (entry) => 'factorType' in entry || 'factors' in entry,
    without: 'multi-factor authentication of users is unknown',
  },
  policies: {
    fields: policy,
    looksLike: (entry) => 'priority' in entry && 'system' in entry && 'name' in entry && !('actions' in entry),
    without: 'sign-in requirements are unknown',
  },
  'policy-rules': {
    fields: policy,
    looksLike: (entry) => 'priority' in entry && 'actions' in entry,
  },
  logs: {
    fields: 'any',
    looksLike: (entry) => 'eventType' in entry && 'actor' in entry,
    without: 'usage is unknown',
  },
} as const satisfies Record<string, EntryKind>;

export type OktaFile = keyof typeof OKTA_FILES;
