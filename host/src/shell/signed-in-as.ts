import type { User } from '@cam/contracts';

/** How an empty name is stored. */
const NONE = 'none';

/** First and last name; the e-mail of somebody who gave none. */
export function nameOf({ first_name, last_name, email }: Pick<User, 'first_name' | 'last_name' | 'email'>): string {
  return [first_name, last_name].filter((part) => part !== '' && part !== NONE).join(' ') || email;
}

/** The kind of a user: the built-in pool by name, else by what they may do. */
export function userLabel({ userSource, rights }: Pick<User, 'userSource' | 'rights'>): string {
  if (userSource === 'COGNITO') return '(Built-in user pool)';
  return rights.includes('CAM_GENERAL_WRITE') ? '(Admin)' : '(User)';
}

/** The first line of the user menu. */
export function signedInAs(user: User | null, isOffline: boolean): string {
  const who = user ? `Signed in as ${nameOf(user)} ${userLabel(user)}` : 'Not logged in';
  return isOffline ? `${who} (Offline)` : who;
}
