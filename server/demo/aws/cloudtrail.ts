import { workersOf, workingSecond } from '../company/cloud-workers';
import { PARTNERS } from '../company/company';
import type { Person } from '../company/people';
import { EGRESS_NETWORK } from '../company/places';
import { listsFile, type DemoFile } from '../files';
import type { Plan } from '../plan';
import type { Rng } from '../random';
import { intruderCalls } from './intrusion';
import type { AwsInventory } from './inventory';
import { permissionSetAssignments } from './permission-set-assignments';
import { awsRoles, samlProviderArn, type AwsRole } from './roles';
import { CALLS_OF_BUILDS, CALLS_OF_ROLE, CALLS_OF_SOFTWARE, CALLS_OF_USERS, type Call } from './trail-calls';
import { sessionOf, assumeRoleCall, trailRecord, userIdentity, type TrailCall } from './trail-record';
import { awsUsers } from './users';

/** Most users in the log per role and account. More users are entitled to the role. */
const MOST_PER_ROLE = 4;

/** A person or a program that calls the APIs of the account. */
interface Caller {
  key: string;
  /** Share of days with calls, in percent. */
  often: number;
  /** Null for software, which calls at any time of any day. */
  person: Person | null;
  /** Last call, in days before the end. */
  lastDaysAgo: number;
  identity: Record<string, unknown>;
  address: string;
  calls: readonly Call[];
  /** The events before the calls of an assumed role. */
  takes?: Pick<TrailCall, 'call' | 'requestParameters' | 'identity'>;
}

/** Yields the trail of an account over the 90 days before the snapshot, one file per day. */
export function* trailFiles(plan: Plan, inventory: AwsInventory): Generator<DemoFile> {
  const callers = callersOf(plan, inventory);
  for (const daysAgo of plan.calendar.loggedDays()) {
    yield listsFile(`cloudtrail/${plan.calendar.date(daysAgo)}.json`, { Records: recordsOf(plan, inventory, callers, daysAgo) });
  }
}

function* recordsOf(plan: Plan, inventory: AwsInventory, callers: readonly Caller[], daysAgo: number): Generator<Record<string, unknown>> {
  const { account } = inventory;
  yield* intruderCalls(plan, inventory, daysAgo);
  for (const { key, often, person, lastDaysAgo, identity, address, calls, takes } of callers) {
    const rng = plan.seed.at('trail-day', account.id, key, daysAgo);
    if (!plan.calendar.isUsed(lastDaysAgo, daysAgo) || rng.int(100) >= often) continue;
    if (person && (plan.calendar.isWeekend(daysAgo) || person.joinedDaysAgo <= daysAgo)) continue;
    const second = person ? workingSecond(person, rng.next()) : rng.int(85_000);
    const made = { account, address, identity };
    if (takes) yield trailRecord(plan, { ...made, ...takes, thing: null, at: plan.calendar.at(daysAgo, second) });
    const count = rng.between(1, person ? 3 : 2);
    for (let order = 1; order <= count; order++) {
      const call = rng.pick(calls);
      const thing = call.on ? thingFor(inventory, call.on, daysAgo, rng) : null;
      if (call.on && !thing) continue;
      yield trailRecord(plan, { ...made, call, thing, at: plan.calendar.at(daysAgo, second + order * 60) });
    }
  }
}

function thingFor(inventory: AwsInventory, kind: NonNullable<Call['on']>, daysAgo: number, rng: Rng) {
  // No caller works with every resource.
  const things = inventory.all(kind).filter(({ order, madeDaysAgo }) => order < 6 && madeDaysAgo > daysAgo);
  return things.length > 0 ? rng.pick(things) : null;
}

/** Returns the callers of an account: the same at every snapshot, except those that did not exist yet. */
function callersOf(plan: Plan, inventory: AwsInventory): Caller[] {
  const roles = awsRoles(plan, inventory);
  return [...people(plan, inventory, roles), ...roles.flatMap((role) => software(plan, inventory, role)), ...users(plan, inventory)];
}

function* people(plan: Plan, { account }: AwsInventory, roles: readonly AwsRole[]): Generator<Caller> {
  for (const given of permissionSetAssignments(plan, account.organization.index)) {
    const role = roles.find(({ name }) => name === given.role);
    if (given.account.id !== account.id || !role) continue;
    for (const person of workersOf(plan, [given.group], MOST_PER_ROLE)) {
      const session = person.email;
      yield {
        key: `${role.name}/${given.group}/${session}`,
        often: given.role === 'PlatformAdmin' ? 6 : 14,
        person,
        lastDaysAgo: 0,
        identity: sessionOf(plan, account, role, session),
        address: `${person.office.network}.${10 + (person.index % 240)}`,
        calls: CALLS_OF_ROLE[given.role],
        takes: {
          ...assumeRoleCall(role, 'AssumeRoleWithSAML', session),
          identity: {
            type: 'SAMLUser',
            principalId: `${samlProviderArn(account)}:${session}`,
            userName: session,
            identityProvider: samlProviderArn(account),
          },
        },
      };
    }
  }
}

function software(plan: Plan, { account }: AwsInventory, role: AwsRole): Caller[] {
  const { user, name, lastUsedDaysAgo } = role;
  if (lastUsedDaysAgo === null || user === 'people' || user === 'nobody') return [];
  const session = user === 'build' ? 'GitHubActions' : `${name}-1`;
  const caller = { key: role.arn, person: null, lastDaysAgo: lastUsedDaysAgo, identity: sessionOf(plan, account, role, session) };
  if (user === 'build') {
    const identity = {
      type: 'WebIdentityUser',
      principalId: 'token.actions.githubusercontent.com',
      userName: `repo:kestrel-harbor/${name.replace(/-deploy$/, '')}`,
    };
    const takes = { ...assumeRoleCall(role, 'AssumeRoleWithWebIdentity', session), identity };
    return [{ ...caller, often: 12, address: `${EGRESS_NETWORK}.77`, calls: CALLS_OF_BUILDS, takes }];
  }
  if (user === 'partner') {
    const partner = [PARTNERS.costs, PARTNERS.logs, PARTNERS.carrier].find(({ account: id }) => JSON.stringify(role.trust).includes(id));
    const identity = { type: 'AWSAccount', principalId: 'AIDAEXTERNAL', accountId: partner?.account };
    return [
      {
        ...caller,
        often: 20,
        address: '198.19.12.8',
        calls: [{ service: 's3', name: 'GetObject', on: 'bucket' }],
        takes: { ...assumeRoleCall(role, 'AssumeRole', session), identity },
      },
    ];
  }
  return [{ ...caller, often: 30, address: `${EGRESS_NETWORK}.${10 + (name.length % 40)}`, calls: CALLS_OF_SOFTWARE }];
}

/** Returns the IAM users among the callers. Their days match the credential report. */
function users(plan: Plan, { account }: AwsInventory): Caller[] {
  return awsUsers(plan, account).flatMap((user) => {
    const { person, keys, passwordUsedDaysAgo, arn } = user;
    const used = [...keys.map(({ usedDaysAgo }) => usedDaysAgo), passwordUsedDaysAgo].filter((days): days is number => days !== null && days >= 0);
    if (used.length === 0) return [];
    const address = person ? `${person.office.network}.${10 + (person.index % 240)}` : `${EGRESS_NETWORK}.9`;
    return [
      {
        key: arn,
        often: person ? 12 : 35,
        person,
        lastDaysAgo: Math.min(...used),
        identity: userIdentity(plan, account, user),
        address,
        calls: CALLS_OF_USERS,
      },
    ];
  });
}
