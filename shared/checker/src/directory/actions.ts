/** A directory whose roles the format knows. */
export interface DirectoryKind {
  /** Types of entities by the object of an action. */
  types: Readonly<Record<string, string>>;
  /** The action that an assignment of an application gives on it. */
  signIn: string;
  /** Returns the object of an action, as the keys of `types` spell it. */
  objectOf(action: string): string;
  /** Reports whether an action needs a role that covers the roles of the account or group that it is about. */
  isGuarded(action: string, type: string): boolean;
  /** Reports whether an action includes another one. */
  covers(held: string, other: string): boolean;
}

const ENTRA = 'microsoft.directory/';
const OF_ACCOUNTS =
  /^users\/(?:password|authenticationmethods|identities|delete|restore|enable|disable|userprincipalname|invalidateallrefreshtokens|allproperties)\b/;

const SINGLE_SIGN_ON = 'user.authentication.sso';

const entraName = (action: string): string => action.toLowerCase().replace(ENTRA, '');

/**
 * Directories by the cloud of their sources.
 * @see https://learn.microsoft.com/entra/identity/role-based-access-control/privileged-roles-permissions
 * @see https://developer.okta.com/docs/api/openapi/okta-management/guides/permissions
 */
export const DIRECTORIES: Readonly<Record<string, DirectoryKind>> = {
  IDP_AZURE_AD: {
    types: {
      users: 'USER',
      groups: 'GROUP',
      groupsassignabletoroles: 'GROUP',
      applications: 'SERVICE_ACCOUNT',
      serviceprincipals: 'SERVICE_ACCOUNT',
    },
    signIn: `${ENTRA}servicePrincipals/signIn`,
    // Actions of other namespaces are about the directory as a whole.
    objectOf: (action) => (action.toLowerCase().startsWith(ENTRA) ? (entraName(action).split(/[./]/)[0] ?? '') : ''),
    isGuarded: (action, type) => (type === 'USER' ? OF_ACCOUNTS.test(entraName(action)) : type === 'GROUP' && !/\/read$/i.test(action)),
    covers: (held, other) => {
      const [own, sought] = [entraName(held).split('/'), entraName(other).split('/')];
      if (own[0]?.split('.')[0] !== sought[0]?.split('.')[0]) return false;
      if (own.slice(1).join('/') === sought.slice(1).join('/')) return true;
      return own[1] === 'allproperties' && (own[2] === 'alltasks' || own[2] === sought.at(-1));
    },
  },
  IDP_OKTA: {
    types: { users: 'FEDERATED_USER', groups: 'FEDERATED_GROUP', apps: 'OKTA_APPLICATION', [SINGLE_SIGN_ON]: 'OKTA_APPLICATION' },
    signIn: SINGLE_SIGN_ON,
    objectOf: (action) => (action === SINGLE_SIGN_ON ? action : (action.split('.')[1] ?? '')),
    isGuarded: (action, type) => type.startsWith('FEDERATED_') && !action.endsWith('.read'),
    covers: (held, other) => held.endsWith('.manage') && other.startsWith(held.slice(0, -'manage'.length)),
  },
};
