import { ROLES_OF_CAST } from '../company/people';
import { LEGACY_SYNC } from '../entra/principals';
import type { Plan } from '../plan';
import { emailOf, quoted, type Fault } from './fault';

export function directoryFaults(plan: Plan): Fault[] {
  const { dormant, leaver, identityAdministrator } = ROLES_OF_CAST;
  const silent = emailOf(plan, dormant);
  const left = emailOf(plan, leaver);
  const administrator = emailOf(plan, identityAdministrator);
  return [
    {
      title: 'A global administrator who is never there',
      story: 'The same cloud engineer is global administrator of Entra ID.',
      query: `user ${silent} with-access any via policy "Global Administrator"`,
      finds: silent,
    },
    {
      title: 'A super administrator who is never there',
      story: 'And super administrator of Okta: one stolen password opens everything.',
      query: `federated_user ${silent} with-access any via policy "Super Administrator"`,
      finds: silent,
    },
    {
      title: 'An account that outlived its owner',
      story: 'Okta knows that a data analyst has left. Entra ID does not: the account is active, and in its groups.',
      query: `user ${left} with-attribute cloudtype IDP_AZURE_AD and status active`,
      finds: left,
    },
    {
      title: 'A forgotten application that can make anybody an administrator',
      story: 'It once copied people between directories. Its secret is good for another year, and it may give roles of the directory.',
      query: `service_account ${quoted(LEGACY_SYNC)} with-attribute privileged true`,
      finds: LEGACY_SYNC,
    },
    {
      title: 'An administrator of applications who can act as each of them',
      story: 'Whoever may make secrets for applications may sign in as that forgotten one.',
      query: `user ${administrator} with-access any via policy "Application Administrator"`,
      finds: administrator,
    },
  ];
}
