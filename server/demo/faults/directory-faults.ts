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
      title: 'An inactive global administrator',
      story: 'The same cloud engineer is a global administrator of Entra ID.',
      query: `user ${silent} with-access any via policy "Global Administrator"`,
      finds: silent,
    },
    {
      title: 'An inactive super administrator',
      story: 'The same cloud engineer is a super administrator of Okta. One stolen password gives access to everything.',
      query: `federated_user ${silent} with-access any via policy "Super Administrator"`,
      finds: silent,
    },
    {
      title: 'An active account of a former employee',
      story: 'A data analyst has left and is deprovisioned in Okta. In Entra ID, the account is active and still in its groups.',
      query: `user ${left} with-attribute cloudtype IDP_AZURE_AD and status active`,
      finds: left,
    },
    {
      title: 'A forgotten application that can grant administrator roles',
      story: 'It once synchronised users between directories. Its secret is valid for another year, and it may assign directory roles.',
      query: `service_account ${quoted(LEGACY_SYNC)} with-attribute privileged true`,
      finds: LEGACY_SYNC,
    },
    {
      title: 'An administrator who can act as any application',
      story: 'An administrator who may add secrets to applications can sign in as the forgotten one.',
      query: `user ${administrator} with-access any via policy "Application Administrator"`,
      finds: administrator,
    },
  ];
}
