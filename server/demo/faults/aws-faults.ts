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
      title: 'A bucket with public write access',
      story: 'A test in the sandbox made it public on the last day but one, and it stayed public.',
      query: 'public_node with-access object_store for write',
      finds: opened,
    },
    {
      title: 'An unused administrator role',
      story:
        'MigrationAdmin dates from the move out of the data centre and was last used more than a year ago. Every principal of the account may assume it.',
      query: 'role MigrationAdmin with-access account_data for admin with-usage never',
      finds: 'MigrationAdmin',
    },
    {
      title: 'Access keys of administrators that are older than a year',
      story: 'Terraform runs as administrator of both organizations with a key that was never rotated.',
      query: 'user with-attribute keyage > 365 and privileged true',
      finds: 'terraform-cloud',
    },
    {
      title: 'Administrators without MFA',
      story: 'Only passwords and access keys protect these users.',
      query: 'user with-attribute mfa false and privileged true',
      finds: 'jenkins',
    },
    {
      title: 'Software with access to every bucket',
      story: 'An exporter in the data centre can write to all production buckets with two keys. It needs one key and one bucket.',
      query: 'user svc-legacy-exporter with-access object_store for write',
      finds: 'svc-legacy-exporter',
    },
    {
      title: 'A user of a former employee',
      story: 'Single sign-on was removed six weeks ago. The older IAM user was forgotten and still has access to production.',
      query: `user ${leaver} with-access any with-attribute accountid ${accountFor(plan, 'production').id}`,
      finds: leaver,
    },
    {
      title: 'A build server with a privilege escalation path',
      story: 'Builds may pass any role to a function. A boundary blocks that in production, but nothing does in development.',
      query: 'user jenkins with-attribute privileged true',
      finds: 'jenkins',
    },
    {
      title: 'A partner without an external ID',
      story: `${logs.name} collects logs through a role whose trust policy requires no external ID. Any of its other customers could make it read these logs.`,
      query: `ext_account ${logs.account} with-access object_store`,
      finds: logs.account,
    },
    {
      title: 'A function open to a whole partner account',
      story: `${carrier.name} should fetch labels, but a function is open to its whole account.`,
      query: `ext_account ${carrier.account} with-access serverless_compute`,
      finds: carrier.account,
    },
    {
      title: 'A role that the whole organization may assume',
      story: 'The sandbox playground trusts every principal of the organization, including those of production.',
      query: 'user break-glass with-access any via role sandbox-playground',
      finds: 'break-glass',
    },
    {
      title: 'An administrator of every account without any use',
      story: 'An Okta group makes a cloud engineer PlatformAdmin everywhere. The logs contain no use of it.',
      query: `federated_user ${silent} with-access account_data for admin with-usage never`,
      finds: silent,
    },
    {
      title: 'SSH open to the internet',
      story: 'Bastions accept connections from everywhere, not only from the offices.',
      query: 'security_group with-attribute port 22 and public true',
      finds: 'bastion',
    },
    {
      title: 'Broad write access of an acquired company',
      story: 'The acquired robotics company gave its engineers PowerUser in production through Entra ID. The assignment was never reviewed.',
      query: `user ${engineer} with-access any via group via role PowerUser for write`,
      finds: engineer,
    },
  ];
}
