import type { AccessKind } from '../../../engine/catalogue/action-kinds';
import type { DirectoryRules } from './directory-rules';
import { BUILT_IN_ROLES } from './entra-builtin-roles';

/** Entity types by the object of an action. An application and its service principal count as one entity. */
const TYPES: Record<string, string> = {
  users: 'USER',
  groups: 'GROUP',
  groupsassignabletoroles: 'GROUP',
  applications: 'SERVICE_ACCOUNT',
  serviceprincipals: 'SERVICE_ACCOUNT',
};

const PREFIX = 'microsoft.directory/';

/** Actions that give access to accounts, or grant memberships, applications and roles. */
const ADMINISTERS =
  /^(?:users\/(?:password|authenticationmethods|identities)\/|(?:groups|groupsassignabletoroles)[^/]*\/(?:members|owners)\/|(?:applications|serviceprincipals)[^/]*\/(?:credentials|owners|approleassignedto|approleassignments|authentication|allproperties)\/|(?:roleassignments|roledefinitions|conditionalaccesspolicies|identityproviders|authenticationmethodspolicy)\/|domains\/(?:federation|allproperties)\/)/;

/** Actions on an account that need a role covering administrators. */
const OF_ACCOUNTS =
  /^users\/(?:password|authenticationmethods|identities|delete|restore|enable|disable|userprincipalname|invalidateallrefreshtokens|allproperties)\b/;

function kindsOf(action: string): AccessKind[] {
  if (action.endsWith('/read') || action === 'serviceprincipals/signin') return ['READ'];
  if (action.endsWith('/alltasks')) return ['READ', 'WRITE', 'ADMIN'];
  return ADMINISTERS.test(action) ? ['ADMIN'] : ['WRITE'];
}

/** Returns an object without its subset: `groups` for `groups.security`. */
function objectOf(action: string): string {
  return action.split('/')[0]?.split('.')[0] ?? '';
}

/**
 * Reports whether an action includes another. All tasks on all properties include every action on the object; an update of all properties includes
 * each single update.
 */
function covers(held: string, other: string): boolean {
  const [mine, sought] = [held.toLowerCase().replace(PREFIX, ''), other.toLowerCase().replace(PREFIX, '')];
  if (objectOf(mine) !== objectOf(sought)) return false;
  const [own, requested] = [mine.split('/').slice(1), sought.split('/').slice(1)];
  if (own.join('/') === requested.join('/')) return true;
  return own[0] === 'allproperties' && (own[1] === 'alltasks' || own[1] === requested.at(-1));
}

/**
 * The rules of Entra ID, in the notation of its role definitions.
 * @see Microsoft Learn, "Microsoft Entra built-in roles", "Who can perform sensitive actions"
 */
export const ENTRA_RULES: DirectoryRules = {
  actionOf: (name) => {
    const action = name.toLowerCase().replace(PREFIX, '');
    const object = action.split(/[/.]/)[0] ?? '';
    const type = name.toLowerCase().startsWith(PREFIX) ? TYPES[object] : undefined;
    const kinds = kindsOf(action);
    const isGuarded = type === 'USER' ? OF_ACCOUNTS.test(action) : type === 'GROUP' && kinds.some((kind) => kind !== 'READ');
    return { kinds, type: type ?? 'ACCOUNT_DATA', isGuarded };
  },
  covers,
  standardRoles: Object.values(BUILT_IN_ROLES),
  unloggedPartOf: (held) => (/\/alltasks$/i.test(held) ? held.replace(/alltasks$/i, 'read') : null),
  signIn: `${PREFIX}servicePrincipals/signIn`,
  guardedTypes: new Set(['USER', 'GROUP']),
  escalations: [
    {
      name: 'GiveDirectoryRoles',
      action: /\/(?:roleassignments)\/(?!.*read$)/i,
      reason: 'It can change role assignments and make itself Global Administrator, directly or through an application.',
    },
    {
      name: 'ResetCredentials',
      action: /\/users\/(?:password|authenticationmethods|allproperties)\/(?!.*read$)/i,
      reason: 'It can reset the credentials of other users and sign in as them in every cloud.',
    },
    {
      name: 'JoinGroups',
      action: /\/groups[^/]*\/(?:members|owners|allproperties)\/(?!.*read$)/i,
      reason: 'It can change group members, join a group and get its applications and roles.',
    },
    {
      name: 'AddApplicationCredentials',
      action: /\/(?:applications|serviceprincipals)[^/]*\/(?:credentials|owners|allproperties)\/(?!.*read$)/i,
      reason: 'It can add a secret to an application and sign in as the application in every cloud.',
    },
    {
      name: 'AssignApplications',
      action: /\/serviceprincipals[^/]*\/(?:approleassignedto|allproperties)\/(?!.*read$)/i,
      reason: 'It can assign itself or an application any application role, including those of Microsoft Graph.',
    },
  ],
};
