import type { AccessKind } from '../../../engine/catalogue/action-kinds';
import type { DirectoryRules } from './directory-rules';
import { BUILT_IN_ROLES } from './entra-builtin-roles';

/** Entities by the object of an action; an application and its service principal are one here. */
const TYPES: Record<string, string> = {
  users: 'USER',
  groups: 'GROUP',
  groupsassignabletoroles: 'GROUP',
  applications: 'SERVICE_ACCOUNT',
  serviceprincipals: 'SERVICE_ACCOUNT',
};

const PREFIX = 'microsoft.directory/';

/** Changes by which somebody gets into accounts, or gives memberships, applications and roles. */
const ADMINISTERS =
  /^(?:users\/(?:password|authenticationmethods|identities)\/|(?:groups|groupsassignabletoroles)[^/]*\/(?:members|owners)\/|(?:applications|serviceprincipals)[^/]*\/(?:credentials|owners|approleassignedto|approleassignments|authentication|allproperties)\/|(?:roleassignments|roledefinitions|conditionalaccesspolicies|identityproviders|authenticationmethodspolicy)\/|domains\/(?:federation|allproperties)\/)/;

/** Changes of an account that are kept from those who do not reach administrators. */
const OF_ACCOUNTS =
  /^users\/(?:password|authenticationmethods|identities|delete|restore|enable|disable|userprincipalname|invalidateallrefreshtokens|allproperties)\b/;

function kindsOf(action: string): AccessKind[] {
  if (action.endsWith('/read') || action === 'serviceprincipals/signin') return ['READ'];
  if (action.endsWith('/alltasks')) return ['READ', 'WRITE', 'ADMIN'];
  return ADMINISTERS.test(action) ? ['ADMIN'] : ['WRITE'];
}

/** An object by itself, without the share of it that an action is limited to, as `groups.security` is of `groups`. */
function objectOf(action: string): string {
  return action.split('/')[0]?.split('.')[0] ?? '';
}

/** All tasks on all properties are everything that is done to an object, an update of all properties each update of one. */
function covers(held: string, other: string): boolean {
  const [mine, wanted] = [held.toLowerCase().replace(PREFIX, ''), other.toLowerCase().replace(PREFIX, '')];
  if (objectOf(mine) !== objectOf(wanted)) return false;
  const [own, asked] = [mine.split('/').slice(1), wanted.split('/').slice(1)];
  if (own.join('/') === asked.join('/')) return true;
  return own[0] === 'allproperties' && (own[1] === 'alltasks' || own[1] === asked.at(-1));
}

/** Entra ID, as its role definitions name what may be done. Source: Microsoft Learn, "Microsoft Entra built-in roles", "Who can perform sensitive actions". */
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
  untoldOf: (held) => (/\/alltasks$/i.test(held) ? held.replace(/alltasks$/i, 'read') : null),
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
