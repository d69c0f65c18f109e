import type { Plan } from '../plan';
import { entraUsers } from './users';

/** Yields the second factors of all users, as in the report of authentication methods. The company requires one at every sign-in. */
export function* registrations(plan: Plan): Generator<Record<string, unknown>> {
  for (const { id, userPrincipalName, displayName, userType } of entraUsers(plan)) {
    yield {
      id,
      userPrincipalName,
      userDisplayName: displayName,
      userType: userType === 'Guest' ? 'guest' : 'member',
      isMfaRegistered: true,
      isMfaCapable: true,
      methodsRegistered: ['microsoftAuthenticatorPush'],
      defaultMfaMethod: 'push',
    };
  }
}
