import { allow, policyDocument, type PolicyDocument } from './statements';

export interface AwsManagedPolicy {
  name: string;
  path: string;
  document: PolicyDocument;
}

const managed = (name: string, document: PolicyDocument, path = '/'): AwsManagedPolicy => ({ name, path, document });

/** AWS managed policies that the company attaches. Very long ones are shortened to the services that the company uses. */
export const AWS_MANAGED: readonly AwsManagedPolicy[] = [
  managed('AdministratorAccess', policyDocument({ Effect: 'Allow', Action: '*', Resource: '*' })),
  managed(
    'PowerUserAccess',
    policyDocument(
      { Effect: 'Allow', NotAction: ['iam:*', 'organizations:*', 'account:*'], Resource: '*' },
      {
        Effect: 'Allow',
        Action: [
          'iam:CreateServiceLinkedRole',
          'iam:DeleteServiceLinkedRole',
          'iam:ListRoles',
          'organizations:DescribeOrganization',
          'account:ListRegions',
        ],
        Resource: '*',
      },
    ),
  ),
  managed(
    'ReadOnlyAccess',
    policyDocument({
      Effect: 'Allow',
      Action: [
        ...[
          'cloudtrail:Describe*',
          'cloudtrail:Get*',
          'cloudtrail:List*',
          'cloudwatch:Get*',
          'cloudwatch:List*',
          'dynamodb:BatchGet*',
          'dynamodb:Describe*',
        ],
        ...[
          'dynamodb:Get*',
          'dynamodb:List*',
          'dynamodb:Query',
          'dynamodb:Scan',
          'ec2:Describe*',
          'ec2:Get*',
          'ecr:Describe*',
          'ecr:Get*',
          'ecr:List*',
        ],
        ...[
          'elasticloadbalancing:Describe*',
          'iam:Get*',
          'iam:List*',
          'iam:Generate*',
          'kms:Describe*',
          'kms:Get*',
          'kms:List*',
          'lambda:Get*',
          'lambda:List*',
        ],
        ...['logs:Describe*', 'logs:Get*', 'logs:FilterLogEvents', 'rds:Describe*', 'rds:List*', 's3:Get*', 's3:List*', 'secretsmanager:Describe*'],
        ...['secretsmanager:List*', 'sns:Get*', 'sns:List*', 'sqs:Get*', 'sqs:List*', 'sqs:ReceiveMessage', 'sts:GetCallerIdentity', 'tag:Get*'],
      ],
      Resource: '*',
    }),
  ),
  managed(
    'SecurityAudit',
    policyDocument(
      allow('BaseSecurityAuditStatement', [
        ...[
          'access-analyzer:Get*',
          'access-analyzer:List*',
          'cloudtrail:DescribeTrails',
          'cloudtrail:GetTrailStatus',
          'config:Describe*',
          'config:List*',
        ],
        ...[
          'dynamodb:DescribeTable',
          'dynamodb:ListTables',
          'ec2:Describe*',
          'ecr:DescribeRepositories',
          'ecr:GetRepositoryPolicy',
          'guardduty:Get*',
        ],
        ...['guardduty:List*', 'iam:GenerateCredentialReport', 'iam:Get*', 'iam:List*', 'iam:Simulate*', 'kms:Describe*', 'kms:Get*', 'kms:List*'],
        ...['lambda:GetPolicy', 'lambda:ListFunctions', 'organizations:Describe*', 'organizations:List*', 'rds:Describe*', 's3:GetBucket*'],
        ...[
          's3:GetAccountPublicAccessBlock',
          's3:ListAllMyBuckets',
          'secretsmanager:GetResourcePolicy',
          'secretsmanager:ListSecrets',
          'securityhub:Get*',
        ],
        ...['sns:GetTopicAttributes', 'sns:ListTopics', 'sqs:GetQueueAttributes', 'sqs:ListQueues'],
      ]),
    ),
  ),
  managed(
    'ViewOnlyAccess',
    policyDocument(
      allow('ViewOnlyActions', [
        ...['cloudtrail:DescribeTrails', 'cloudwatch:Describe*', 'dynamodb:DescribeTable', 'dynamodb:ListTables', 'ec2:Describe*', 'iam:List*'],
        ...['kms:ListAliases', 'kms:ListKeys', 'lambda:List*', 'rds:Describe*', 's3:ListAllMyBuckets', 's3:ListBucket', 'secretsmanager:List*'],
        ...['sns:List*', 'sqs:ListQueues'],
      ]),
    ),
    '/job-function/',
  ),
  managed(
    'Billing',
    policyDocument(
      allow('BillingActions', ['account:GetAccountInformation', 'aws-portal:*Billing', 'aws-portal:*Usage', 'budgets:*', 'ce:*', 'cur:*']),
    ),
    '/job-function/',
  ),
  managed(
    'AmazonS3ReadOnlyAccess',
    policyDocument({
      Effect: 'Allow',
      Action: ['s3:Get*', 's3:List*', 's3:Describe*', 's3-object-lambda:Get*', 's3-object-lambda:List*'],
      Resource: '*',
    }),
  ),
  managed('AmazonS3FullAccess', policyDocument({ Effect: 'Allow', Action: ['s3:*', 's3-object-lambda:*'], Resource: '*' })),
  managed(
    'IAMReadOnlyAccess',
    policyDocument({
      Effect: 'Allow',
      Action: [
        'iam:GenerateCredentialReport',
        'iam:GenerateServiceLastAccessedDetails',
        'iam:Get*',
        'iam:List*',
        'iam:SimulateCustomPolicy',
        'iam:SimulatePrincipalPolicy',
      ],
      Resource: '*',
    }),
  ),
  managed(
    'IAMUserChangePassword',
    policyDocument(allow('ChangeOwnPassword', 'iam:ChangePassword', 'arn:aws:iam::*:user/${aws:username}'), {
      Effect: 'Allow',
      Action: 'iam:GetAccountPasswordPolicy',
      Resource: '*',
    }),
  ),
  managed(
    'AWSLambdaBasicExecutionRole',
    policyDocument({ Effect: 'Allow', Action: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'], Resource: '*' }),
    '/service-role/',
  ),
  managed(
    'AmazonECSTaskExecutionRolePolicy',
    policyDocument({
      Effect: 'Allow',
      Action: [
        'ecr:GetAuthorizationToken',
        'ecr:BatchCheckLayerAvailability',
        'ecr:GetDownloadUrlForLayer',
        'ecr:BatchGetImage',
        'logs:CreateLogStream',
        'logs:PutLogEvents',
      ],
      Resource: '*',
    }),
    '/service-role/',
  ),
  managed(
    'AmazonSSMManagedInstanceCore',
    policyDocument({
      Effect: 'Allow',
      Action: [
        'ssm:DescribeAssociation',
        'ssm:GetDocument',
        'ssm:GetParameter',
        'ssm:GetParameters',
        'ssm:PutInventory',
        'ssm:UpdateInstanceInformation',
        'ssmmessages:*',
        'ec2messages:*',
      ],
      Resource: '*',
    }),
  ),
  managed(
    'AmazonEC2ReadOnlyAccess',
    policyDocument({
      Effect: 'Allow',
      Action: [
        'ec2:Describe*',
        'ec2:GetSecurityGroupsForVpc',
        'elasticloadbalancing:Describe*',
        'cloudwatch:ListMetrics',
        'cloudwatch:GetMetricStatistics',
        'autoscaling:Describe*',
      ],
      Resource: '*',
    }),
  ),
];

const BY_NAME = new Map(AWS_MANAGED.map((policy) => [policy.name, policy]));

/** Returns the ARN of an AWS managed policy. Throws if the list above does not have it. */
export function awsManagedArn(name: string): string {
  const policy = BY_NAME.get(name);
  if (!policy) throw new Error(`The plan attaches a policy ${name} of AWS that is not written down.`);
  return `arn:aws:iam::aws:policy${policy.path}${name}`;
}
