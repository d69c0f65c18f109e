/** A small fictional Okta org, in the shape of the Management API's answers. */
export const ORG = 'example.okta.com';

const API = `https://${ORG}/api/v1`;
const link = (path: string): object => ({ href: `${API}/${path}` });

export const oktaUser = (name: string, extra: object = {}): object => ({
  id: `00u${name}`,
  status: 'ACTIVE',
  created: '2024-01-02T03:04:05.000Z',
  activated: '2024-01-02T03:04:05.000Z',
  lastLogin: '2026-01-05T06:07:08.000Z',
  lastUpdated: '2024-01-02T03:04:05.000Z',
  type: { id: 'oty1' },
  profile: { firstName: name, lastName: 'Example', login: `${name}@example.com`, email: `${name}@example.com`, department: 'Data' },
  credentials: { provider: { type: 'OKTA', name: 'OKTA' } },
  _links: { self: link(`users/00u${name}`) },
  ...extra,
});

export const oktaGroup = (key: string, name = key): object => ({
  id: `00g${key}`,
  created: '2024-01-02T03:04:05.000Z',
  lastUpdated: '2024-01-02T03:04:05.000Z',
  lastMembershipUpdated: '2024-01-02T03:04:05.000Z',
  objectClass: ['okta:user_group'],
  type: 'OKTA_GROUP',
  profile: { name, description: null },
  _links: { users: link(`groups/00g${key}/users`) },
});

export const oktaApp = (key: string, fields: object): object => ({
  id: `0oa${key}`,
  name: key,
  label: key,
  status: 'ACTIVE',
  signOnMode: 'SAML_2_0',
  created: '2024-01-02T03:04:05.000Z',
  lastUpdated: '2024-01-02T03:04:05.000Z',
  features: [],
  visibility: { autoSubmitToolbar: false },
  settings: {},
  _links: { self: link(`apps/0oa${key}`) },
  ...fields,
});

/** Returns a direct assignment to a user. */
export const appUser = (app: string, name: string, profile: object = {}): object => ({
  id: `00u${name}`,
  scope: 'USER',
  status: 'ACTIVE',
  profile,
  _links: { app: link(`apps/0oa${app}`), user: link(`users/00u${name}`) },
});

export const appGroup = (app: string, group: string, profile: object = {}, priority = 0): object => ({
  id: `00g${group}`,
  priority,
  lastUpdated: '2024-01-02T03:04:05.000Z',
  profile,
  _links: { app: link(`apps/0oa${app}`), group: link(`groups/00g${group}`) },
});

/** Returns a standard administrator role. @param assignee such as `users/00uada` or `groups/00gops` */
export const adminRole = (type: string, assignee: string, extra: object = {}): object => ({
  id: `ra1${type}`,
  label: type,
  type,
  status: 'ACTIVE',
  assignmentType: assignee.startsWith('users/') ? 'USER' : 'GROUP',
  created: '2024-01-02T03:04:05.000Z',
  lastUpdated: '2024-01-02T03:04:05.000Z',
  _links: { assignee: link(assignee) },
  ...extra,
});

/** Returns the factors that a user enrolled, joined with the user. */
export const oktaFactors = (name: string, types: readonly string[], status = 'ACTIVE'): object => ({
  userId: `00u${name}`,
  factors: types.map((factorType) => ({
    id: `ufs${name}${factorType}`,
    factorType,
    provider: 'OKTA',
    vendorName: 'OKTA',
    status,
    created: '2024-01-02T03:04:05.000Z',
    lastUpdated: '2024-01-02T03:04:05.000Z',
    _links: { user: link(`users/00u${name}`) },
  })),
});

/** Returns a sign-on policy, named by its key. */
export const oktaPolicy = (key: string, status = 'ACTIVE'): object => ({
  id: `00p${key}`,
  type: 'OKTA_SIGN_ON',
  name: `policy-${key}`,
  description: null,
  status,
  priority: 1,
  system: false,
  created: '2024-01-02T03:04:05.000Z',
  lastUpdated: '2024-01-02T03:04:05.000Z',
  _links: { self: link(`policies/00p${key}`) },
});

/** Returns a rule of a sign-on policy that allows sign-in. */
export const signOnRule = (policy: string, requireFactor: boolean, maxSessionIdleMinutes: number, status = 'ACTIVE'): object => ({
  id: `0pr${policy}${maxSessionIdleMinutes}`,
  type: 'SIGN_ON',
  name: 'Rule',
  status,
  priority: 1,
  system: false,
  created: '2024-01-02T03:04:05.000Z',
  lastUpdated: '2024-01-02T03:04:05.000Z',
  actions: {
    signon: { access: 'ALLOW', requireFactor, session: { usePersistentCookie: false, maxSessionIdleMinutes, maxSessionLifetimeMinutes: 0 } },
  },
  _links: { self: link(`policies/00p${policy}/rules/0pr${policy}`) },
});
