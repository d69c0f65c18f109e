import type { Plan } from '../plan';
import { awsAccounts, type AwsAccount, type AwsPurpose } from './accounts';
import type { HumanRole } from './human-role';

/** A role of an account that a directory group assumes through single sign-on. */
export interface RoleOfGroup {
  group: string;
  account: AwsAccount;
  role: HumanRole;
}

const TRYING_OUT: readonly AwsPurpose[] = ['development', 'staging', 'sandbox'];
const RUNNING: readonly AwsPurpose[] = ['production', 'data'];

/** Yields which groups may assume which roles in the accounts of an organization. */
export function* permissionSetAssignments(plan: Plan, organization: 0 | 1): Generator<RoleOfGroup> {
  for (const account of awsAccounts(plan)) {
    if (account.organization.index !== organization) continue;
    for (const [role, ...groups] of organization === 0 ? ofMainAccount(account) : ofAcquiredAccount(account)) {
      for (const group of groups) yield { account, role, group };
    }
  }
}

type Given = readonly [role: HumanRole, ...groups: string[]];

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
  // The builders of the first workload asked for more than their pipeline in each production account, and kept it.
  if (purpose === 'production' && workloads[0]) given.push(['PowerUser', `app-${workloads[0].name}-owners`]);
  return given;
}

/** The acquired company gives all its engineers full control of all workloads. */
function ofAcquiredAccount({ purpose }: AwsAccount): Given[] {
  return [
    ['PlatformAdmin', 'cloud-platform-admins'],
    ['SecurityAudit', 'security-auditors'],
    ['ReadOnly', 'dept-robotics'],
    ...(purpose === 'management' ? [] : ([['PowerUser', 'larkspur-operators']] as const)),
  ];
}
