import { jsonFile, listsFile, type DemoFile } from '../files';
import type { Plan } from '../plan';
import { accountArn, awsAccounts, UNITS, unitId, type AwsOrganization } from './accounts';
import { deny, policyDocument, type PolicyDocument } from './statements';

interface ControlPolicy {
  id: string;
  name: string;
  description: string;
  type: 'SERVICE_CONTROL_POLICY' | 'RESOURCE_CONTROL_POLICY';
  awsManaged: boolean;
  document: PolicyDocument;
  /** The root, or names of units or accounts. */
  targets: readonly string[];
}

/** Yields the files about the organization. Only the management account has them, because only there the calls succeed. */
export function* organizationFiles(plan: Plan, organization: AwsOrganization): Generator<DemoFile> {
  const { id, rootId, managementId, index } = organization;
  const arn = (kind: string, rest: string): string => `arn:aws:organizations::${managementId}:${kind}/${id}/${rest}`;
  const accounts = awsAccounts(plan).filter((account) => account.organization.index === index);
  const types = [
    { Type: 'SERVICE_CONTROL_POLICY', Status: 'ENABLED' },
    { Type: 'RESOURCE_CONTROL_POLICY', Status: 'ENABLED' },
  ];
  yield jsonFile('organizations/describe-organization.json', {
    Organization: {
      Id: id,
      Arn: `arn:aws:organizations::${managementId}:organization/${id}`,
      FeatureSet: 'ALL',
      MasterAccountArn: accountArn(organization, managementId),
      MasterAccountId: managementId,
      MasterAccountEmail: accounts[0]?.email,
      AvailablePolicyTypes: types,
    },
  });
  yield jsonFile('organizations/list-roots.json', { Roots: [{ Id: rootId, Arn: arn('root', rootId), Name: 'Root', PolicyTypes: types }] });
  yield listsFile('organizations/list-accounts.json', {
    Accounts: accounts.map((account) => ({
      Id: account.id,
      Arn: accountArn(organization, account.id),
      Email: account.email,
      Name: account.name,
      Status: 'ACTIVE',
      JoinedMethod: account.id === managementId ? 'INVITED' : 'CREATED',
      JoinedTimestamp: plan.calendar.at(1500 - account.index, 36_000),
    })),
  });
  const units = UNITS[index];
  const idOf = (target: string | null): string => {
    if (target === null || target === 'Root') return rootId;
    return units.some(({ name }) => name === target)
      ? unitId(plan, organization, target)
      : (accounts.find(({ name }) => name === target)?.id ?? rootId);
  };
  for (const parent of [null, ...units.map(({ name }) => name)]) {
    const parentId = idOf(parent);
    yield jsonFile(`organizations/list-organizational-units-for-parent/${parentId}.json`, {
      OrganizationalUnits: units
        .filter((unit) => unit.parent === parent)
        .map(({ name }) => ({ Id: idOf(name), Arn: arn('ou', idOf(name)), Name: name })),
    });
    yield listsFile(`organizations/list-accounts-for-parent/${parentId}.json`, {
      Accounts: accounts
        .filter(({ unit }) => unit === parent)
        .map((account) => ({
          Id: account.id,
          Arn: accountArn(organization, account.id),
          Name: account.name,
          Email: account.email,
          Status: 'ACTIVE',
        })),
    });
  }
  const policies = controlPolicies(plan, organization);
  yield jsonFile('organizations/list-policies.json', { Policies: policies.map((policy) => summary(policy, organization)) });
  for (const policy of policies) {
    yield jsonFile(`organizations/describe-policy/${policy.id}.json`, {
      Policy: { PolicySummary: summary(policy, organization), Content: JSON.stringify(policy.document) },
    });
    yield jsonFile(`organizations/list-targets-for-policy/${policy.id}.json`, {
      Targets: policy.targets.map((name) => {
        const targetId = idOf(name);
        const kind = targetId === rootId ? 'ROOT' : targetId.startsWith('ou-') ? 'ORGANIZATIONAL_UNIT' : 'ACCOUNT';
        const targetArn = kind === 'ACCOUNT' ? accountArn(organization, targetId) : arn(kind === 'ROOT' ? 'root' : 'ou', targetId);
        return { TargetId: targetId, Arn: targetArn, Name: name, Type: kind };
      }),
    });
  }
}

function summary({ id, name, description, type, awsManaged }: ControlPolicy, { managementId, id: organization }: AwsOrganization) {
  const kind = type === 'SERVICE_CONTROL_POLICY' ? 'service_control_policy' : 'resource_control_policy';
  return {
    Id: id,
    Arn: `arn:aws:organizations::${awsManaged ? 'aws' : `${managementId}:`}${awsManaged ? ':' : ''}policy/${awsManaged ? '' : `${organization}/`}${kind}/${id}`,
    Name: name,
    Description: description,
    Type: type,
    AwsManaged: awsManaged,
  };
}

function controlPolicies(plan: Plan, organization: AwsOrganization): ControlPolicy[] {
  const everywhere = [
    'Root',
    ...UNITS[organization.index].map(({ name }) => name),
    ...awsAccounts(plan)
      .filter((account) => account.organization.index === organization.index)
      .map(({ name }) => name),
  ];
  const platformRole = 'arn:aws:iam::*:role/OrganizationAccountAccessRole';
  const policyId = (name: string): string => `p-${plan.seed.at('control-policy', organization.index, name).alphanumeric(8)}`;
  const scp = (name: string, description: string, targets: readonly string[], document: PolicyDocument): ControlPolicy => ({
    id: policyId(name),
    name,
    description,
    type: 'SERVICE_CONTROL_POLICY',
    awsManaged: false,
    document,
    targets,
  });
  const everything = (id: string, name: string, type: ControlPolicy['type']): ControlPolicy => ({
    id,
    name,
    description: type === 'SERVICE_CONTROL_POLICY' ? 'Allows access to every operation' : 'Allows access to every resource',
    type,
    awsManaged: true,
    document: policyDocument({ Effect: 'Allow', ...(type === 'SERVICE_CONTROL_POLICY' ? {} : { Principal: '*' }), Action: '*', Resource: '*' }),
    targets: everywhere,
  });
  const always = [
    everything('p-FullAWSAccess', 'FullAWSAccess', 'SERVICE_CONTROL_POLICY'),
    everything('p-RCPFullAWSAccess', 'RCPFullAWSAccess', 'RESOURCE_CONTROL_POLICY'),
    scp(
      'keep-the-trail',
      'Nobody stops the logs, nobody leaves',
      ['Root'],
      policyDocument(
        deny('KeepTheTrail', ['cloudtrail:StopLogging', 'cloudtrail:DeleteTrail', 'cloudtrail:UpdateTrail']),
        deny('StayInTheOrganization', 'organizations:LeaveOrganization'),
      ),
    ),
  ];
  if (organization.index === 1) return always;
  return [
    ...always,
    scp(
      'own-regions-only',
      'Work stays in the regions that are watched',
      ['Workloads', 'Sandbox'],
      policyDocument({
        Sid: 'OwnRegionsOnly',
        Effect: 'Deny',
        NotAction: ['iam:*', 'organizations:*', 'sts:*', 'route53:*', 'cloudfront:*', 'support:*', 'budgets:*', 's3:ListAllMyBuckets'],
        Resource: '*',
        Condition: { StringNotEquals: { 'aws:RequestedRegion': ['eu-central-1', 'us-east-1', 'ap-south-1', 'eu-west-1'] } },
      }),
    ),
    scp(
      'no-new-users',
      'In production people come by federation',
      ['Production'],
      policyDocument(
        deny('NoNewUsers', ['iam:CreateUser', 'iam:CreateAccessKey', 'iam:CreateLoginProfile'], '*', {
          ArnNotLike: { 'aws:PrincipalArn': platformRole },
        }),
      ),
    ),
    scp(
      'identity-by-platform-only',
      'Data accounts: roles and policies come from the platform',
      ['kestrel-data'],
      policyDocument(
        deny(
          'IdentityByPlatformOnly',
          ['iam:PassRole', 'iam:CreatePolicyVersion', 'iam:SetDefaultPolicyVersion', 'iam:UpdateAssumeRolePolicy', 'iam:Attach*', 'iam:Put*Policy'],
          '*',
          { ArnNotLike: { 'aws:PrincipalArn': platformRole } },
        ),
      ),
    ),
    {
      id: policyId('own-organization-only'),
      name: 'own-organization-only',
      description: 'Data of production is for the organization and for services of AWS',
      type: 'RESOURCE_CONTROL_POLICY',
      awsManaged: false,
      targets: ['kestrel-data'],
      document: policyDocument({
        ...deny('OwnOrganizationOnly', ['s3:*', 'secretsmanager:*', 'kms:*', 'sqs:*'], '*', {
          StringNotEqualsIfExists: { 'aws:PrincipalOrgID': organization.id },
          BoolIfExists: { 'aws:PrincipalIsAWSService': 'false' },
        }),
        Principal: '*',
      }),
    },
  ];
}
