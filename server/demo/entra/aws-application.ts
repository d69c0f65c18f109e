import { permissionSetAssignments, type RoleOfGroup } from '../aws/permission-set-assignments';
import { roleArn, samlProviderArn } from '../aws/roles';
import { ACQUIRED } from '../company/company';
import type { Plan } from '../plan';
import { directoryId } from './directory';
import type { ServicePrincipal } from './service-principal';

/** Returns the application that signs users in to the AWS organization of the acquired company. */
export function awsApplication(plan: Plan): ServicePrincipal {
  const roles = new Map<string, RoleOfGroup>();
  for (const given of permissionSetAssignments(plan, 1)) roles.set(awsAppRoleId(plan, given), given);
  return {
    id: awsApplicationId(plan),
    appId: plan.seed.at('entra-client', 'aws').uuid(),
    name: `AWS ${ACQUIRED}`,
    kind: 'Application',
    owner: directoryId(plan),
    roles: [...roles].map(([id, { account, role }]) => ({
      id,
      value: `${roleArn(account, role)},${samlProviderArn(account)}`,
      displayName: `${account.name} ${role}`,
      for: 'User',
    })),
    more: {
      preferredSingleSignOnMode: 'saml',
      loginUrl: null,
      replyUrls: ['https://signin.aws.amazon.com/saml'],
      servicePrincipalNames: ['https://signin.aws.amazon.com/saml'],
      samlSingleSignOnSettings: { relayState: '' },
      tags: ['WindowsAzureActiveDirectoryCustomSingleSignOnApplication', 'WindowsAzureActiveDirectoryIntegratedApp'],
    },
    madeDaysAgo: 690,
  };
}

export function awsApplicationId({ seed }: Plan): string {
  return seed.at('entra-application', 'aws').uuid();
}

export function awsAppRoleId({ seed }: Plan, { account, role }: Pick<RoleOfGroup, 'account' | 'role'>): string {
  return seed.at('entra-aws-role', account.id, role).uuid();
}
