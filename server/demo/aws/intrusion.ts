import { INTRUDER } from '../company/intruder';
import type { Plan } from '../plan';
import { accountFor } from './accounts';
import type { AwsInventory } from './inventory';
import type { Call } from './trail-calls';
import { trailRecord, userIdentity } from './trail-record';
import { awsUsers } from './users';

/** When the intruder begins, in seconds of the day, and the seconds between two calls. */
const BEGINS = 8100;
const PAUSE = 23;

/** The calls of somebody who found a key and tries what it may do. All are denied. */
const TRIED: readonly Call[] = [
  { service: 'iam', name: 'ListUsers' },
  { service: 'iam', name: 'ListRoles' },
  { service: 'iam', name: 'GetAccountAuthorizationDetails' },
  { service: 'secretsmanager', name: 'ListSecrets' },
  { service: 'ec2', name: 'DescribeInstances' },
  { service: 'rds', name: 'DescribeDBInstances' },
  { service: 'lambda', name: 'ListFunctions' },
  { service: 'kms', name: 'ListKeys' },
  { service: 'iam', name: 'CreateUser', changes: true },
  { service: 'iam', name: 'CreateAccessKey', changes: true },
  { service: 'iam', name: 'AttachUserPolicy', changes: true },
  { service: 'cloudtrail', name: 'DescribeTrails' },
  { service: 'cloudtrail', name: 'StopLogging', changes: true },
];

/**
 * Yields the calls of an intruder with the key of the person whose password was guessed, on the one day on which there are any. The policy of the account
 * denies everything without a second factor.
 */
export function* intruderCalls(plan: Plan, { account }: AwsInventory, daysAgo: number): Generator<Record<string, unknown>> {
  if (daysAgo !== INTRUDER.keyUsedDaysAgo || account.id !== accountFor(plan, 'logging').id) return;
  const victim = awsUsers(plan, account).find(({ person }) => person?.index === INTRUDER.victim);
  if (!victim) return;
  const identity = userIdentity(plan, account, victim);
  for (const [order, call] of TRIED.entries()) {
    const at = plan.calendar.at(daysAgo, BEGINS + order * PAUSE);
    yield {
      ...trailRecord(plan, { account, identity, address: INTRUDER.address, call, thing: null, at }),
      errorCode: 'AccessDenied',
      errorMessage: `User: ${victim.arn} is not authorized to perform: ${call.service}:${call.name}`,
    };
  }
}
