/** A standard administrator role of Okta. */
export interface StandardRole {
  name: string;
  /** Permissions in the notation of custom roles. */
  actions: string[];
  /** Types of roles whose holders it may change; null for all. */
  mayChange: string[] | null;
}

const words = (text: string): string[] => text.trim().split(/\s+/);

const READS = words(`okta.users.read okta.groups.read okta.apps.read okta.devices.read okta.policies.read okta.authzServers.read okta.logs.read`);
const USERS = words(`okta.users.read okta.users.manage okta.users.create okta.users.lifecycle.manage okta.users.credentials.manage`);
const GROUPS = words(`okta.groups.read okta.groups.manage okta.groups.create okta.groups.members.manage`);
const APPS = words(`okta.apps.read okta.apps.manage okta.apps.assignment.manage okta.apps.clientCredentials.manage`);
const SETTINGS = words(`okta.policies.read okta.policies.manage okta.devices.read okta.devices.manage okta.logs.read okta.customizations.manage`);
const AUTHORIZATION = words(`okta.authzServers.read okta.authzServers.manage`);

/**
 * The standard roles by type, with the custom role permissions that match best. Only super administrators assign roles and change other
 * administrators.
 * @see Okta, "Standard administrator roles and permissions", "Permissions"
 */
export const STANDARD_ROLES: Readonly<Record<string, StandardRole>> = {
  SUPER_ADMIN: {
    name: 'Super Administrator',
    actions: [
      ...new Set([
        ...USERS,
        ...GROUPS,
        ...APPS,
        ...SETTINGS,
        ...AUTHORIZATION,
        'okta.roles.read',
        'okta.roles.manage',
        'okta.identityProviders.manage',
      ]),
    ],
    mayChange: null,
  },
  ORG_ADMIN: { name: 'Organization Administrator', actions: [...new Set([...USERS, ...GROUPS, ...SETTINGS])], mayChange: [] },
  APP_ADMIN: { name: 'Application Administrator', actions: [...APPS, 'okta.users.read', 'okta.groups.read'], mayChange: [] },
  USER_ADMIN: { name: 'Group Administrator', actions: [...USERS, 'okta.groups.read', 'okta.groups.members.manage'], mayChange: [] },
  GROUP_MEMBERSHIP_ADMIN: {
    name: 'Group Membership Administrator',
    actions: ['okta.users.read', 'okta.groups.read', 'okta.groups.members.manage'],
    mayChange: [],
  },
  HELP_DESK_ADMIN: { name: 'Help Desk Administrator', actions: ['okta.users.read', 'okta.users.credentials.manage'], mayChange: [] },
  API_ACCESS_MANAGEMENT_ADMIN: {
    name: 'API Access Management Administrator',
    actions: [...AUTHORIZATION, 'okta.users.read', 'okta.groups.read', 'okta.apps.read'],
    mayChange: [],
  },
  READ_ONLY_ADMIN: { name: 'Read-only Administrator', actions: READS, mayChange: [] },
  REPORT_ADMIN: { name: 'Report Administrator', actions: ['okta.logs.read'], mayChange: [] },
  ACCESS_CERTIFICATIONS_ADMIN: {
    name: 'Access Certifications Administrator',
    actions: ['okta.governance.accessCertifications.manage'],
    mayChange: [],
  },
  ACCESS_REQUESTS_ADMIN: { name: 'Access Requests Administrator', actions: ['okta.governance.accessRequests.manage'], mayChange: [] },
  WORKFLOWS_ADMIN: { name: 'Workflows Administrator', actions: ['okta.workflows.manage'], mayChange: [] },
};
