import type { AccessKind } from '../../../engine/catalogue/action-kinds';
import type { DirectoryRules } from './directory-rules';
import { STANDARD_ROLES } from './okta-standard-roles';

const TYPES: Record<string, string> = { users: 'FEDERATED_USER', groups: 'FEDERATED_GROUP', apps: 'OKTA_APPLICATION' };

/** Permissions that give access to accounts, or grant memberships, applications and roles. */
const ADMINISTERS =
  /^okta\.(?:users\.manage|users\.credentials\.|groups\.manage|groups\.members\.|apps\.manage|apps\.assignment\.|apps\.clientCredentials\.|roles\.manage|identityProviders\.manage|authzServers\.manage)/;

function kindsOf(name: string): AccessKind[] {
  if (name.endsWith('.read') || name === 'user.authentication.sso') return ['READ'];
  if (!ADMINISTERS.test(name)) return ['WRITE'];
  // Manage permissions on users, groups and applications include every other permission on them.
  return /^okta\.(?:users|groups|apps)\.manage$/.test(name) ? ['WRITE', 'ADMIN'] : ['ADMIN'];
}

/** Reports whether a permission includes another: `okta.users.manage` includes `okta.users.credentials.manage`. */
function covers(held: string, other: string): boolean {
  return held === other || (held.endsWith('.manage') && other.startsWith(held.slice(0, -'manage'.length)));
}

/** Objects with a separate read permission. */
const READABLE = /^okta\.(?:users|groups|apps|devices|policies|authzServers|roles|identityProviders|customizations)\.manage$/;

/**
 * The rules of Okta, in the notation of its custom roles.
 * @see Okta, "Role permissions"
 */
export const OKTA_RULES: DirectoryRules = {
  actionOf: (name) => {
    if (name === OKTA_RULES.signIn) return { kinds: ['READ'], type: 'OKTA_APPLICATION', isGuarded: false };
    const kinds = kindsOf(name);
    return { kinds, type: TYPES[name.split('.')[1] ?? ''] ?? 'ACCOUNT_DATA', isGuarded: !kinds.includes('READ') };
  },
  covers,
  standardRoles: Object.values(STANDARD_ROLES),
  unloggedPartOf: (held) => (READABLE.test(held) ? held.replace(/manage$/, 'read') : null),
  // The event type in the System Log.
  signIn: 'user.authentication.sso',
  guardedTypes: new Set(['FEDERATED_USER', 'FEDERATED_GROUP']),
  escalations: [
    {
      name: 'GiveAdministratorRoles',
      action: /^okta\.roles\.manage$/,
      reason: 'It can manage administrator roles and assign itself any of them.',
    },
    {
      name: 'ResetCredentials',
      action: /^okta\.users\.(?:manage|credentials\.)/,
      reason: 'It can reset the credentials of other users, sign in as them and use their applications.',
    },
    {
      name: 'JoinGroups',
      action: /^okta\.groups\.(?:manage|members\.)/,
      reason: 'It can change group members, join a group and get its applications and roles.',
    },
    {
      name: 'AssignApplications',
      action: /^okta\.apps\.(?:manage|assignment\.)/,
      reason: 'It can assign itself an application that signs in to other clouds, with any role there.',
    },
  ],
};
