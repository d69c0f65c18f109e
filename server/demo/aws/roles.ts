import { PARTNERS } from '../company/company';
import { OFFICE_NETWORKS } from '../company/places';
import type { Plan } from '../plan';
import { accountFor, type AwsAccount } from './accounts';
import { awsManagedArn } from './aws-managed';
import type { AwsInventory } from './inventory';
import { allow, policyDocument, trust, trustsService, type PolicyDocument } from './statements';
import { permissionSetAssignments } from './permission-set-assignments';
import { HUMAN_ROLES, type HumanRole } from './human-role';

export interface AwsRole {
  name: string;
  path: string;
  arn: string;
  description: string;
  trust: PolicyDocument;
  inline: readonly { name: string; document: PolicyDocument }[];
  attached: readonly string[];
  boundary?: string;
  instanceProfile?: boolean;
  tags?: Record<string, string>;
  madeDaysAgo: number;
  /** Last use, in days before the end. Null if there was none in AWS's tracking period. */
  lastUsedDaysAgo: number | null;
  /** The callers in the log: federated users, software, or another company. */
  user: 'people' | 'software' | 'build' | 'partner' | 'nobody';
}

interface RoleDraft extends Partial<Omit<AwsRole, 'name' | 'arn'>> {
  trust: PolicyDocument;
}

export function roleArn({ id }: Pick<AwsAccount, 'id'>, name: string, path = '/'): string {
  return `arn:aws:iam::${id}:role${path}${name}`;
}

export function samlProviderArn({ id, organization }: Pick<AwsAccount, 'id' | 'organization'>): string {
  return `arn:aws:iam::${id}:saml-provider/${organization.index === 0 ? 'KestrelOkta' : 'LarkspurEntra'}`;
}

export function policyArn({ id }: AwsAccount, name: string): string {
  return `arn:aws:iam::${id}:policy/${name}`;
}

/** Returns the roles of an account at the snapshot. */
export function awsRoles(plan: Plan, inventory: AwsInventory): AwsRole[] {
  const { account } = inventory;
  const roles: AwsRole[] = [];
  const add = (name: string, draft: RoleDraft): void => {
    const path = draft.path ?? '/';
    const role: AwsRole = {
      description: '',
      inline: [],
      attached: [],
      madeDaysAgo: 700,
      lastUsedDaysAgo: 1,
      user: 'software',
      ...draft,
      name,
      path,
      arn: roleArn(account, name, path),
    };
    if (plan.calendar.includes(role.madeDaysAgo)) roles.push(role);
  };
  addPeoplesRoles(plan, account, add);
  addPlatformRoles(plan, account, add);
  addPartnerRoles(account, inventory, add);
  addWorkloadRoles(plan, inventory, add);
  return roles;
}

type Add = (name: string, draft: RoleDraft) => void;

function addPeoplesRoles(plan: Plan, account: AwsAccount, add: Add): void {
  const taken = new Set(
    [...permissionSetAssignments(plan, account.organization.index)].flatMap((given) => (given.account.id === account.id ? [given.role] : [])),
  );
  const bySaml = trust({ Federated: samlProviderArn(account) }, ['sts:AssumeRoleWithSAML', 'sts:TagSession'], {
    StringEquals: { 'SAML:aud': 'https://signin.aws.amazon.com/saml' },
  });
  const attached: Record<HumanRole, readonly string[]> = {
    PlatformAdmin: [awsManagedArn('AdministratorAccess')],
    PowerUser: [awsManagedArn('PowerUserAccess')],
    ReadOnly: [awsManagedArn('ReadOnlyAccess')],
    SecurityAudit: [awsManagedArn('SecurityAudit'), awsManagedArn('IAMReadOnlyAccess')],
    OnCall: [policyArn(account, 'ProductionRepair'), awsManagedArn('ViewOnlyAccess')],
    DataAnalyst: [awsManagedArn('AmazonS3ReadOnlyAccess')],
    BillingViewer: [awsManagedArn('Billing')],
  };
  for (const name of HUMAN_ROLES) {
    if (name === 'DataAnalyst' && account.purpose !== 'data') continue;
    if (name === 'BillingViewer' && account.purpose !== 'management') continue;
    add(name, {
      trust: bySaml,
      attached: attached[name],
      description: `${name} for people, by single sign-on`,
      madeDaysAgo: 950,
      user: 'people',
      // Without an entitled group, the role was never used.
      lastUsedDaysAgo: taken.has(name) ? account.index % 3 : null,
    });
  }
}

function addPlatformRoles(plan: Plan, account: AwsAccount, add: Add): void {
  const { organization, purpose } = account;
  const security = accountFor(plan, 'security');
  if (account.id !== organization.managementId) {
    add('OrganizationAccountAccessRole', {
      trust: trust({ AWS: `arn:aws:iam::${organization.managementId}:root` }),
      attached: [awsManagedArn('AdministratorAccess')],
      madeDaysAgo: 1400,
      lastUsedDaysAgo: 60,
      user: 'nobody',
    });
  }
  add('BreakGlassAdmin', {
    description: 'For emergencies, from an office and with a second factor',
    trust: trust({ AWS: `arn:aws:iam::${organization.managementId}:user/break-glass` }, 'sts:AssumeRole', {
      Bool: { 'aws:MultiFactorAuthPresent': 'true' },
      IpAddress: { 'aws:SourceIp': OFFICE_NETWORKS },
    }),
    attached: [awsManagedArn('AdministratorAccess')],
    lastUsedDaysAgo: null,
    user: 'nobody',
  });
  add('SecurityToolingReader', {
    description: 'The security account looks into every account',
    trust: trust({ AWS: roleArn(security, 'SecurityToolingHub') }),
    attached: [awsManagedArn('SecurityAudit')],
  });
  if (account.id === security.id) {
    add('SecurityToolingHub', {
      trust: trustsService('lambda'),
      attached: [awsManagedArn('AWSLambdaBasicExecutionRole')],
      inline: [
        { name: 'LookEverywhere', document: policyDocument(allow('LookEverywhere', 'sts:AssumeRole', 'arn:aws:iam::*:role/SecurityToolingReader')) },
      ],
    });
  }
  add('AWSServiceRoleForSupport', {
    path: '/aws-service-role/support.amazonaws.com/',
    trust: trustsService('support'),
    inline: [{ name: 'SupportAccess', document: policyDocument(allow('Look', ['ec2:Describe*', 'rds:Describe*', 's3:GetBucketLocation'])) }],
    lastUsedDaysAgo: null,
    user: 'nobody',
  });
  if (purpose === 'production') {
    add('MigrationAdmin', {
      description: 'Made for the move out of the data centre',
      trust: trust({ AWS: `arn:aws:iam::${account.id}:root` }),
      attached: [awsManagedArn('AdministratorAccess')],
      madeDaysAgo: 1290,
      lastUsedDaysAgo: 403,
      user: 'nobody',
    });
  }
}

function addPartnerRoles(account: AwsAccount, inventory: AwsInventory, add: Add): void {
  const { costs, logs, carrier } = PARTNERS;
  const { purpose, id } = account;
  if (purpose === 'management') {
    add(`${costs.name}CostReader`, {
      description: `${costs.name} reads what the cloud costs`,
      trust: trust({ AWS: `arn:aws:iam::${costs.account}:root` }, 'sts:AssumeRole', { StringEquals: { 'sts:ExternalId': `kh-${id.slice(0, 6)}` } }),
      inline: [{ name: 'Costs', document: policyDocument(allow('Costs', ['ce:Get*', 'cur:Describe*', 'organizations:ListAccounts'])) }],
      user: 'partner',
    });
  }
  if (purpose === 'production' || purpose === 'logging') {
    add('FathomLogShipper', {
      description: `${logs.name} collects logs`,
      trust: trust({ AWS: `arn:aws:iam::${logs.account}:root` }),
      attached: [awsManagedArn('AmazonEC2ReadOnlyAccess')],
      inline: [
        { name: 'Logs', document: policyDocument(allow('Logs', ['logs:FilterLogEvents', 'logs:Describe*', 's3:GetObject', 's3:ListBucket'])) },
      ],
      user: 'partner',
    });
  }
  if (purpose === 'production') {
    const labels = inventory.all('bucket')[0];
    add('NorthlineLabelReader', {
      description: `${carrier.name} fetches shipping labels`,
      trust: trust({ AWS: `arn:aws:iam::${carrier.account}:role/label-printer` }, 'sts:AssumeRole', {
        StringEquals: { 'sts:ExternalId': 'northline-labels' },
      }),
      inline: [{ name: 'Labels', document: policyDocument(allow('Labels', 's3:GetObject', `${labels?.arn}/labels/*`)) }],
      user: 'partner',
      lastUsedDaysAgo: 3,
    });
  }
}

function addWorkloadRoles(plan: Plan, { account }: AwsInventory, add: Add): void {
  const boundary = policyArn(account, 'DeveloperBoundary');
  for (const [order, { name, sensitive }] of account.workloads.entries()) {
    const attached = [policyArn(account, `${name}-runtime`)];
    const rng = plan.seed.at('aws-roles', account.id, name);
    const common = { path: '/workload/', attached, tags: { workload: name, sensitive: String(sensitive) }, madeDaysAgo: rng.between(60, 470) };
    add(`${name}-function`, { ...common, trust: trustsService('lambda'), attached: [...attached, awsManagedArn('AWSLambdaBasicExecutionRole')] });
    add(`${name}-task`, { ...common, trust: trustsService('ecs-tasks'), lastUsedDaysAgo: order % 3 === 2 ? 130 : 0 });
    add(`${name}-node`, {
      ...common,
      trust: trustsService('ec2'),
      attached: [...attached, awsManagedArn('AmazonSSMManagedInstanceCore')],
      instanceProfile: true,
    });
    const repository = `repo:kestrel-harbor/${name}`;
    add(`${name}-deploy`, {
      description: `Builds of ${name}`,
      path: '/build/',
      trust: trust({ Federated: `arn:aws:iam::${account.id}:oidc-provider/token.actions.githubusercontent.com` }, 'sts:AssumeRoleWithWebIdentity', {
        StringEquals: { 'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com' },
        StringLike: {
          'token.actions.githubusercontent.com:sub': account.purpose === 'production' ? `${repository}:ref:refs/heads/main` : `${repository}:*`,
        },
      }),
      attached: [policyArn(account, 'DeployPipeline')],
      // In production and staging, the boundary keeps builds from passing themselves a stronger role.
      ...(account.purpose === 'development' || account.purpose === 'sandbox' ? {} : { boundary }),
      user: 'build',
    });
  }
  if (account.purpose === 'sandbox') {
    add('sandbox-playground', {
      trust: trust({ AWS: '*' }, 'sts:AssumeRole', { StringEquals: { 'aws:PrincipalOrgID': account.organization.id } }),
      attached: [awsManagedArn('PowerUserAccess')],
      lastUsedDaysAgo: 9,
    });
  }
  if (account.purpose === 'development') {
    add('policy-janitor', {
      trust: trust({ AWS: roleArn(account, `${account.workloads[0]?.name}-deploy`, '/build/') }),
      attached: [policyArn(account, 'PolicyMaintenance'), policyArn(account, 'RoleMaintenance')],
      lastUsedDaysAgo: 160,
    });
  }
}
