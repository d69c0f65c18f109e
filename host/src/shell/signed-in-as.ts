import type { User } from '@cam/contracts';

/** Stored value of an empty name. */
const NONE = 'none';

/** Returns the first and last name of a user, or the email address without one. */
export function nameOf({ first_name, last_name, email }: Pick<User, 'first_name' | 'last_name' | 'email'>): string {
  return [first_name, last_name].filter((part) => part !== '' && part !== NONE).join(' ') || email;
}

/** Returns the label of a user: the built-in user pool first, then the rights. */
export function userLabel({ userSource, rights }: Pick<User, 'userSource' | 'rights'>): string {
  if (userSource === 'COGNITO') return '(Built-in user pool)';
  return rights.includes('CAM_GENERAL_WRITE') ? '(Admin)' : '(User)';
}

/** Returns the first line of the user menu. */
export function signedInAs(user: User | null, isOffline: boolean): string {
  const who = user ? `Signed in as ${nameOf(user)} ${userLabel(user)}` : 'Not logged in';
  return isOffline ? `${who} (Offline)` : who;
}
