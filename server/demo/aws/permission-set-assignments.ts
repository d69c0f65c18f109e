import type { Plan } from '../plan';
import { awsAccounts, type AwsAccount, type AwsPurpose } from './accounts';
import type { PeoplesRole } from './human-role';

/** A role of an account that a group of the directory takes by single sign-on. */
export interface RoleOfGroup {
  group: string;
  account: AwsAccount;
  role: PeoplesRole;
}

const TRYING_OUT: readonly AwsPurpose[] = ['development', 'staging', 'sandbox'];
const RUNNING: readonly AwsPurpose[] = ['production', 'data'];

/** Which groups take which roles in the accounts of an organization. */
export function* peoplesAccess(plan: Plan, organization: 0 | 1): Generator<RoleOfGroup> {
  for (const account of awsAccounts(plan)) {
    if (account.organization.index !== organization) continue;
    for (const [role, ...groups] of organization === 0 ? ofMainAccount(account) : ofAcquiredAccount(account)) {
      for (const group of groups) yield { account, role, group };
    }
  }
}

type Given = readonly [role: PeoplesRole, ...groups: string[]];

function ofMainAccount({ purpose, workloads }: AwsAccount): Given[] {
  const given: Given[] = [
    ['PlatformAdmin', 'cloud-platform-admins'],
    ['SecurityAudit', 'security-auditors'],
  ];
  if (purpose === 'management') given.push(['BillingViewer', 'finance-billing']);
  else given.push(['ReadOnly', 'cloud-readers']);
  if (TRYING_OUT.includes(purpose)) given.push(['PowerUser', 'engineering']);
  if (RUNNING.includes(purpose)) given.push(['OnCall', 'production-oncall']);
  if (purpose === 'data') given.push(['DataAnalyst', 'data-analysts']);
  // Whoever builds the first workload of a production account asked for more than its pipeline, and kept it.
  if (purpose === 'production' && workloads[0]) given.push(['PowerUser', `app-${workloads[0].name}-owners`]);
  return given;
}

/** The company that was bought gives all its engineers power over everything that runs. */
function ofAcquiredAccount({ purpose }: AwsAccount): Given[] {
  return [
    ['PlatformAdmin', 'cloud-platform-admins'],
    ['SecurityAudit', 'security-auditors'],
    ['ReadOnly', 'dept-robotics'],
    ...(purpose === 'management' ? [] : ([['PowerUser', 'larkspur-operators']] as const)),
  ];
}
