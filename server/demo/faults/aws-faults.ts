import { accountFor, awsAccounts } from '../aws/accounts';
import { AwsInventory } from '../aws/inventory';
import { PARTNERS } from '../company/company';
import { ROLES_OF_CAST } from '../company/people';
import type { Plan } from '../plan';
import { emailOf, type Fault } from './fault';

export function awsFaults(plan: Plan): Fault[] {
  const { logs, carrier } = PARTNERS;
  const sandbox = awsAccounts(plan).find(({ purpose }) => purpose === 'sandbox');
  const opened = sandbox ? (new AwsInventory(plan, sandbox).all('bucket')[0]?.name ?? '') : '';
  const engineer = emailOf(plan, ROLES_OF_CAST.robotics);
  const silent = emailOf(plan, ROLES_OF_CAST.dormant);
  const leaver = plan.person(ROLES_OF_CAST.leaver).login;
  return [
    {
      title: 'A bucket that everybody may write to',
      story: 'Somebody tried something out in the sandbox on the last day but one and did not close it again.',
      query: 'public_node with-access object_store for write',
      finds: opened,
    },
    {
      title: 'An administrator role that nobody uses',
      story:
        'MigrationAdmin was made for the move out of the data centre and was last used more than a year ago; every principal of the account may take it.',
      query: 'role MigrationAdmin with-access account_data for admin with-usage never',
      finds: 'MigrationAdmin',
    },
    {
      title: 'Access keys of administrators that are older than a year',
      story: 'The key by which Terraform runs as administrator of both organizations has never been changed.',
      query: 'user with-attribute keyage > 365 and privileged true',
      finds: 'terraform-cloud',
    },
    {
      title: 'Administrators without a second factor',
      story: 'Passwords and keys alone keep these users.',
      query: 'user with-attribute mfa false and privileged true',
      finds: 'jenkins',
    },
    {
      title: 'Software with power over every bucket',
      story: 'An exporter of the data centre writes to all buckets of production with two keys, of which it needs one, and one bucket.',
      query: 'user svc-legacy-exporter with-access object_store for write',
      finds: 'svc-legacy-exporter',
    },
    {
      title: 'A user of somebody who left',
      story: 'Single sign-on was taken away six weeks ago. The user of IAM from before single sign-on was forgotten, and still reaches production.',
      query: `user ${leaver} with-access any with-attribute accountid ${accountFor(plan, 'production').id}`,
      finds: leaver,
    },
    {
      title: 'A build server that can give itself more',
      story: 'What builds may do includes handing any role to a function. In production a boundary stops that; in development nothing does.',
      query: 'user jenkins with-attribute privileged true',
      finds: 'jenkins',
    },
    {
      title: 'A partner without an external id',
      story: `${logs.name} collects logs by a role whose trust does not ask for an external id: any of its other customers could ask it to read here.`,
      query: `ext_account ${logs.account} with-access object_store`,
      finds: logs.account,
    },
    {
      title: 'A function that a partner may call',
      story: `${carrier.name} was to fetch labels; a function was opened to all of its account as well.`,
      query: `ext_account ${carrier.account} with-access serverless_compute`,
      finds: carrier.account,
    },
    {
      title: 'A role that everybody of the organization may take',
      story: 'The playground of the sandbox trusts every principal of the organization, those of production included.',
      query: 'user break-glass with-access any via role sandbox-playground',
      finds: 'break-glass',
    },
    {
      title: 'An administrator of every account who uses none of it',
      story: 'By a group of Okta a cloud engineer is PlatformAdmin everywhere, and has used nothing of it for as long as the logs reach.',
      query: `federated_user ${silent} with-access account_data for admin with-usage never`,
      finds: silent,
    },
    {
      title: 'SSH open to the internet',
      story: 'Bastions let everybody try, not the offices alone.',
      query: 'security_group with-attribute port 22 and public true',
      finds: 'bastion',
    },
    {
      title: 'Everybody of one company has power over all that it runs',
      story: 'The robotics company that was bought gave its engineers PowerUser in production, by Entra ID, and nobody has looked at it since.',
      query: `user ${engineer} with-access any via group via role PowerUser for write`,
      finds: engineer,
    },
  ];
}
