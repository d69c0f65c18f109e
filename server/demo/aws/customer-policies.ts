import { OFFICE_NETWORKS } from '../company/places';
import type { Workload } from '../company/workloads';
import type { AwsInventory } from './inventory';
import { allow, deny, policyDocument, type PolicyDocument } from './statements';

export interface CustomerPolicy {
  name: string;
  document: PolicyDocument;
  /** Statements before the last change. */
  earlier?: PolicyDocument;
  madeDaysAgo: number;
  /** Day of the last change, in days before the end. */
  changedDaysAgo: number;
}

const policy = (name: string, document: PolicyDocument, madeDaysAgo: number): CustomerPolicy => ({
  name,
  document,
  madeDaysAgo,
  changedDaysAgo: madeDaysAgo,
});

/** Returns the policies that every account has, whatever its workloads. */
export function commonPolicies({ account }: AwsInventory): CustomerPolicy[] {
  const own = `arn:aws:iam::${account.id}:user/\${aws:username}`;
  const withSecondFactor = { Bool: { 'aws:MultiFactorAuthPresent': 'true' } };
  return [
    policy(
      'DeveloperBoundary',
      policyDocument(
        allow('DayToDayServices', [
          's3:*',
          'dynamodb:*',
          'sqs:*',
          'sns:*',
          'lambda:*',
          'logs:*',
          'cloudwatch:*',
          'ec2:Describe*',
          'ecr:*',
          'secretsmanager:*',
          'kms:*',
        ]),
        deny('NeverIdentity', ['iam:*', 'organizations:*', 'sts:AssumeRole']),
        deny('NeverKeyDeletion', ['kms:ScheduleKeyDeletion', 'kms:DisableKey']),
      ),
      720,
    ),
    policy(
      'SelfServiceCredentials',
      policyDocument(
        allow(
          'OwnPasswordAndKeys',
          ['iam:ChangePassword', 'iam:CreateAccessKey', 'iam:DeleteAccessKey', 'iam:ListAccessKeys', 'iam:UpdateAccessKey'],
          own,
        ),
        allow(
          'OwnSecondFactor',
          ['iam:CreateVirtualMFADevice', 'iam:EnableMFADevice', 'iam:ResyncMFADevice', 'iam:ListMFADevices'],
          [own, `arn:aws:iam::${account.id}:mfa/\${aws:username}`],
        ),
        {
          Sid: 'NothingElseWithoutSecondFactor',
          Effect: 'Deny',
          NotAction: ['iam:*MFADevice*', 'iam:ChangePassword', 'sts:GetSessionToken'],
          Resource: '*',
          Condition: { BoolIfExists: { 'aws:MultiFactorAuthPresent': 'false' } },
        },
      ),
      900,
    ),
    policy(
      'ProductionRepair',
      policyDocument(
        allow('Look', ['ec2:Describe*', 'logs:Get*', 'logs:FilterLogEvents', 'rds:Describe*', 'lambda:Get*', 'sqs:Get*']),
        allow(
          'Repair',
          [
            'ec2:RebootInstances',
            'ec2:StartInstances',
            'ec2:StopInstances',
            'lambda:UpdateFunctionConfiguration',
            'sqs:PurgeQueue',
            'rds:RebootDBInstance',
          ],
          '*',
          {
            ...withSecondFactor,
            IpAddress: { 'aws:SourceIp': OFFICE_NETWORKS },
          },
        ),
      ),
      510,
    ),
    {
      ...policy(
        'SupportAccessDesk',
        policyDocument(
          allow('RotateKeysOfOthers', ['iam:CreateAccessKey', 'iam:DeleteAccessKey', 'iam:ListUsers', 'iam:ListAccessKeys'], '*', withSecondFactor),
        ),
        640,
      ),
      changedDaysAgo: 0,
      earlier: policyDocument(allow('ListUsers', ['iam:ListUsers', 'iam:ListAccessKeys'])),
    },
  ];
}

/** Returns the policies of a workload's code and of the users who own it. */
export function workloadPolicies(inventory: AwsInventory, workload: Workload): CustomerPolicy[] {
  const { account } = inventory;
  const arns = (kind: Parameters<AwsInventory['of']>[0]): string[] =>
    inventory
      .of(kind, workload)
      // Recent resources are not in the policies, which nobody has updated since.
      .filter(({ madeDaysAgo }) => madeDaysAgo >= 30)
      .slice(0, 8)
      .map(({ arn }) => arn);
  const buckets = arns('bucket');
  const objects = buckets.map((bucket) => `${bucket}/*`);
  return [
    policy(
      `${workload.name}-runtime`,
      policyDocument(
        allow('Objects', ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], objects),
        allow('Buckets', ['s3:ListBucket', 's3:GetBucketLocation'], buckets),
        allow('Tables', ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:Query', 'dynamodb:BatchWriteItem'], arns('table')),
        allow('Queues', ['sqs:SendMessage', 'sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], arns('queue')),
        allow('Events', 'sns:Publish', arns('topic')),
        allow('Secrets', 'secretsmanager:GetSecretValue', arns('secret')),
        allow('Keys', ['kms:Decrypt', 'kms:GenerateDataKey'], arns('key')),
      ),
      480,
    ),
    policy(
      `${workload.name}-owner`,
      policyDocument(
        allow(
          'OwnFunctions',
          ['lambda:Get*', 'lambda:List*', 'lambda:UpdateFunctionCode', 'lambda:InvokeFunction', 'lambda:PublishVersion'],
          `arn:aws:lambda:*:${account.id}:function:${workload.name}-*`,
        ),
        allow('OwnData', ['s3:GetObject', 's3:ListBucket'], [...buckets, ...objects]),
        allow('OwnQueues', 'sqs:*', `arn:aws:sqs:*:${account.id}:${workload.name}-*`),
        allow('ByTag', ['ec2:StartInstances', 'ec2:StopInstances'], `arn:aws:ec2:*:${account.id}:instance/*`, {
          StringEquals: { 'aws:ResourceTag/workload': workload.name },
        }),
        allow('Look', ['ec2:Describe*', 'cloudwatch:Get*', 'logs:FilterLogEvents', 'logs:Describe*']),
        ...(workload.sensitive
          ? [deny('NotTheCustomersData', 's3:GetObject', objects.slice(0, 1), { StringNotEquals: { 'aws:PrincipalTag/clearance': 'customer-data' } })]
          : []),
      ),
      470,
    ),
  ];
}

/** Returns the permissions of a deployment pipeline. `mayPassAnyRole` lets its holder run code with any role of the account. */
export function deployPolicy({ account }: AwsInventory, mayPassAnyRole: boolean): CustomerPolicy {
  return policy(
    'DeployPipeline',
    policyDocument(
      allow('Functions', [
        'lambda:CreateFunction',
        'lambda:UpdateFunctionCode',
        'lambda:UpdateFunctionConfiguration',
        'lambda:InvokeFunction',
        'lambda:GetFunction',
      ]),
      allow('Images', ['ecr:GetAuthorizationToken', 'ecr:PutImage', 'ecr:InitiateLayerUpload', 'ecr:UploadLayerPart', 'ecr:CompleteLayerUpload']),
      mayPassAnyRole
        ? allow('HandRolesToServices', 'iam:PassRole')
        : allow('HandRolesToServices', 'iam:PassRole', `arn:aws:iam::${account.id}:role/workload/*`, {
            StringEquals: { 'iam:PassedToService': ['lambda.amazonaws.com', 'ecs-tasks.amazonaws.com'] },
          }),
    ),
    390,
  );
}

/** Returns policies with privilege escalation paths, three of which nothing blocks. */
export function maintenancePolicies({ account }: AwsInventory): CustomerPolicy[] {
  return [
    policy(
      'PolicyMaintenance',
      policyDocument(
        allow(
          'KeepPoliciesCurrent',
          ['iam:CreatePolicyVersion', 'iam:SetDefaultPolicyVersion', 'iam:ListPolicyVersions', 'iam:GetPolicy*'],
          `arn:aws:iam::${account.id}:policy/*`,
        ),
      ),
      830,
    ),
    policy(
      'RoleMaintenance',
      policyDocument(allow('KeepTrustsCurrent', ['iam:UpdateAssumeRolePolicy', 'iam:GetRole', 'iam:ListRoles'], `arn:aws:iam::${account.id}:role/*`)),
      810,
    ),
  ];
}
