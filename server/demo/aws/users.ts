import { ROLES_OF_CAST, type Person } from '../company/people';
import type { Plan } from '../plan';
import type { AwsAccount } from './accounts';
import { awsManagedArn } from './aws-managed';
import { policyArn } from './roles';
import { allow, policyDocument, type PolicyDocument } from './statements';

export interface AwsUser {
  name: string;
  path: string;
  arn: string;
  groups: readonly string[];
  attached: readonly string[];
  inline: readonly { name: string; document: PolicyDocument }[];
  boundary?: string;
  tags: Record<string, string>;
  madeDaysAgo: number;
  /** Last console sign-in, in days before the end; -1 for never. Null without console access. */
  passwordUsedDaysAgo: number | null;
  secondFactor: boolean;
  keys: readonly { active: boolean; madeDaysAgo: number; usedDaysAgo: number | null }[];
  /** Null for software. */
  person: Person | null;
}

interface UserDraft extends Partial<Omit<AwsUser, 'name' | 'arn'>> {
  madeDaysAgo: number;
}

/** Returns the IAM users at the snapshot: a few people from before single sign-on, and software outside the cloud. */
export function awsUsers(plan: Plan, account: AwsAccount): AwsUser[] {
  const users: AwsUser[] = [];
  const add = (name: string, draft: UserDraft): void => {
    const path = draft.path ?? '/';
    if (!plan.calendar.includes(draft.madeDaysAgo)) return;
    users.push({
      groups: [],
      attached: [],
      inline: [],
      tags: {},
      passwordUsedDaysAgo: null,
      secondFactor: false,
      keys: [],
      person: null,
      ...draft,
      name,
      path,
      arn: `arn:aws:iam::${account.id}:user${path}${name}`,
    });
  };
  addSoftware(plan, account, add);
  addPeople(plan, account, add);
  return users;
}

type Add = (name: string, draft: UserDraft) => void;

function addSoftware(plan: Plan, account: AwsAccount, add: Add): void {
  const service = { path: '/service/', tags: { owner: 'platform' } };
  if (account.id === account.organization.managementId) {
    add('break-glass', {
      madeDaysAgo: 1200,
      passwordUsedDaysAgo: -1,
      secondFactor: true,
      inline: [
        { name: 'TakeBreakGlass', document: policyDocument(allow('TakeBreakGlass', 'sts:AssumeRole', 'arn:aws:iam::*:role/BreakGlassAdmin')) },
      ],
    });
    add('terraform-cloud', {
      ...service,
      madeDaysAgo: 980,
      attached: [awsManagedArn('AdministratorAccess')],
      keys: [{ active: true, madeDaysAgo: 612, usedDaysAgo: 0 }],
    });
  }
  if (account.purpose === 'production') {
    add('svc-legacy-exporter', {
      ...service,
      madeDaysAgo: 1410,
      attached: [awsManagedArn('AmazonS3FullAccess')],
      keys: [
        { active: true, madeDaysAgo: 1409, usedDaysAgo: 1 },
        { active: true, madeDaysAgo: 870, usedDaysAgo: 515 },
      ],
    });
    add('svc-warehouse-scanner', {
      ...service,
      madeDaysAgo: 760,
      groups: ['edge-devices'],
      keys: [{ active: true, madeDaysAgo: 201, usedDaysAgo: 0 }],
    });
    // The boundary blocks what the policy would allow.
    add('svc-policy-sync', {
      ...service,
      madeDaysAgo: 640,
      attached: [policyArn(account, 'PolicyMaintenance')],
      boundary: policyArn(account, 'DeveloperBoundary'),
      keys: [{ active: true, madeDaysAgo: 640, usedDaysAgo: 97 }],
    });
  }
  if (account.purpose === 'development') {
    add('jenkins', { ...service, madeDaysAgo: 1330, groups: ['builders'], keys: [{ active: true, madeDaysAgo: 1002, usedDaysAgo: 0 }] });
    add('svc-load-test', { ...service, madeDaysAgo: 1, groups: ['builders'], keys: [{ active: true, madeDaysAgo: 1, usedDaysAgo: 0 }] });
  }
  if (account.purpose === 'data')
    add('svc-bi-connector', { ...service, madeDaysAgo: 820, groups: ['data-readers'], keys: [{ active: true, madeDaysAgo: 411, usedDaysAgo: 0 }] });
  if (account.purpose === 'logging')
    add('svc-siem-forwarder', {
      ...service,
      madeDaysAgo: 702,
      attached: [awsManagedArn('AmazonS3ReadOnlyAccess')],
      keys: [{ active: true, madeDaysAgo: 44, usedDaysAgo: 0 }],
    });
  const rng = plan.seed.at('aws-users', account.id);
  for (const { name } of account.workloads.slice(0, plan.size === 'S' ? 1 : 4)) {
    add(`svc-${name}-onprem`, {
      ...service,
      madeDaysAgo: rng.between(100, 900),
      attached: [policyArn(account, `${name}-runtime`)],
      keys: [{ active: true, madeDaysAgo: rng.between(10, 700), usedDaysAgo: rng.chance(0.7) ? rng.int(4) : null }],
    });
  }
}

/** Group names of an account's users, by the purpose of the account. */
const GROUPS_OF: Readonly<Record<AwsAccount['purpose'], readonly string[]>> = {
  management: ['account-admins'],
  security: ['auditors'],
  logging: ['auditors'],
  production: ['operators'],
  staging: ['developers'],
  development: ['developers'],
  data: ['data-readers'],
  sandbox: ['developers', 'sandbox-admins'],
};

function addPeople(plan: Plan, account: AwsAccount, add: Add): void {
  const rng = plan.seed.at('aws-people', account.id);
  const departments =
    account.organization.index === 1 ? (['robotics'] as const) : (['platform', ...account.workloads.map(({ department }) => department)] as const);
  const chosen = new Set<number>();
  const count = account.purpose === 'management' ? 2 : rng.between(3, plan.size === 'S' ? 6 : 14);
  for (let place = 0; place < count; place++) {
    // Drawn from the staff on the last day, so that the same people have users at every snapshot.
    const staff = plan.last.staff(departments[place % departments.length] as (typeof departments)[number]);
    if (staff.length > 0) chosen.add(rng.pick(staff));
  }
  if (account.purpose === 'production' && account.organization.index === 0)
    for (const known of [ROLES_OF_CAST.dormant, ROLES_OF_CAST.leaver]) chosen.add(known);
  if (account.purpose === 'development') chosen.add(ROLES_OF_CAST.contractor);
  for (const index of chosen) {
    const person = plan.person(index);
    const own = plan.seed.at('aws-user', account.id, index);
    const silent = person.dormant || person.leftDaysAgo !== null;
    const used = silent ? own.between(95, 400) : own.int(6);
    const supports = account.purpose === 'staging' && own.chance(0.3);
    add(person.login, {
      path: '/people/',
      person,
      madeDaysAgo: Math.min(person.joinedDaysAgo, own.between(300, 1300)),
      groups: [...GROUPS_OF[account.purpose], ...(own.chance(0.15) ? ['support-desk'] : [])],
      attached: supports ? [policyArn(account, 'SupportAccessDesk')] : [],
      ...(person.contractor || account.purpose === 'development' ? { boundary: policyArn(account, 'DeveloperBoundary') } : {}),
      tags: { department: person.department.key, email: person.email, ...(own.chance(0.4) ? { clearance: 'customer-data' } : {}) },
      passwordUsedDaysAgo: used,
      secondFactor: own.chance(0.72),
      keys: own.chance(0.5) ? [{ active: own.chance(0.85), madeDaysAgo: own.between(20, 600), usedDaysAgo: silent ? null : own.int(20) }] : [],
    });
  }
}

export interface AwsGroup {
  name: string;
  arn: string;
  attached: readonly string[];
  inline: readonly { name: string; document: PolicyDocument }[];
}

/** Returns the groups of an account, by its purpose. An IAM group contains only users. */
export function awsGroups(account: AwsAccount): AwsGroup[] {
  const group = (name: string, attached: readonly string[], inline: AwsGroup['inline'] = []): AwsGroup => ({
    name,
    arn: `arn:aws:iam::${account.id}:group/${name}`,
    attached,
    inline,
  });
  const own = (name: string): string => policyArn(account, name);
  const selfService = own('SelfServiceCredentials');
  const owners = account.workloads.map(({ name }) => own(`${name}-owner`));
  const all: AwsGroup[] = [
    group('account-admins', [awsManagedArn('AdministratorAccess'), selfService]),
    group('auditors', [awsManagedArn('SecurityAudit'), awsManagedArn('ReadOnlyAccess'), selfService]),
    group('operators', [own('ProductionRepair'), awsManagedArn('ViewOnlyAccess'), selfService]),
    group('developers', [...owners, awsManagedArn('ViewOnlyAccess'), selfService]),
    group('sandbox-admins', [awsManagedArn('PowerUserAccess')]),
    group(
      'data-readers',
      [awsManagedArn('AmazonS3ReadOnlyAccess')],
      [
        {
          name: 'TablesOfTheLake',
          document: policyDocument(
            allow('TablesOfTheLake', ['dynamodb:Query', 'dynamodb:GetItem', 'dynamodb:DescribeTable'], `arn:aws:dynamodb:*:${account.id}:table/*`),
          ),
        },
      ],
    ),
    group('builders', [own('DeployPipeline')]),
    group(
      'edge-devices',
      [],
      [
        {
          name: 'SendScans',
          document: policyDocument(
            allow('SendScans', ['sqs:SendMessage', 's3:PutObject'], '*', { IpAddress: { 'aws:SourceIp': ['198.51.100.0/24', '198.18.200.0/24'] } }),
          ),
        },
      ],
    ),
    group('support-desk', [own('SupportAccessDesk'), awsManagedArn('IAMUserChangePassword')]),
  ];
  const used = new Set([
    ...GROUPS_OF[account.purpose],
    'support-desk',
    'builders',
    ...(account.purpose === 'production' ? ['edge-devices'] : []),
    ...(account.purpose === 'data' ? ['data-readers'] : []),
  ]);
  return all.filter(({ name }) => used.has(name));
}
