/** The AWS actions that a pull calls. All of them only read. */
export const AWS_READ_ACTIONS = [
  'cloudtrail:DescribeTrails',
  'cloudtrail:LookupEvents',
  'dynamodb:DescribeTable',
  'dynamodb:GetResourcePolicy',
  'dynamodb:ListTables',
  'ec2:DescribeAddresses',
  'ec2:DescribeInstances',
  'ec2:DescribeInternetGateways',
  'ec2:DescribeRegions',
  'ec2:DescribeRouteTables',
  'ec2:DescribeSecurityGroups',
  'ec2:DescribeSnapshotAttribute',
  'ec2:DescribeSnapshots',
  'ec2:DescribeSubnets',
  'ec2:DescribeVolumes',
  'ec2:DescribeVpcEndpoints',
  'ec2:DescribeVpcs',
  'ecr:DescribeRepositories',
  'ecr:GetRepositoryPolicy',
  'elasticloadbalancing:DescribeLoadBalancers',
  'iam:GenerateCredentialReport',
  'iam:GenerateServiceLastAccessedDetails',
  'iam:GetAccountAuthorizationDetails',
  'iam:GetCredentialReport',
  'iam:GetServiceLastAccessedDetails',
  'iam:ListAccountAliases',
  'identitystore:ListGroupMemberships',
  'identitystore:ListGroups',
  'identitystore:ListUsers',
  'kms:DescribeKey',
  'kms:GetKeyPolicy',
  'kms:ListAliases',
  'kms:ListGrants',
  'kms:ListKeys',
  'lambda:GetPolicy',
  'lambda:ListFunctionUrlConfigs',
  'lambda:ListFunctions',
  'organizations:DescribeOrganization',
  'organizations:DescribePolicy',
  'organizations:ListAccounts',
  'organizations:ListAccountsForParent',
  'organizations:ListOrganizationalUnitsForParent',
  'organizations:ListPolicies',
  'organizations:ListRoots',
  'organizations:ListTargetsForPolicy',
  'rds:DescribeDBClusters',
  'rds:DescribeDBInstances',
  'rds:DescribeDBSnapshotAttributes',
  'rds:DescribeDBSnapshots',
  's3:GetAccessPoint',
  's3:GetAccessPointPolicy',
  's3:GetAccountPublicAccessBlock',
  's3:GetBucketAcl',
  's3:GetBucketLocation',
  's3:GetBucketOwnershipControls',
  's3:GetBucketPolicy',
  's3:GetBucketPublicAccessBlock',
  's3:GetBucketTagging',
  's3:ListAccessPoints',
  's3:ListAllMyBuckets',
  'secretsmanager:GetResourcePolicy',
  'secretsmanager:ListSecrets',
  'sns:GetTopicAttributes',
  'sns:ListSubscriptionsByTopic',
  'sns:ListTopics',
  'sqs:GetQueueAttributes',
  'sqs:GetQueueUrl',
  'sqs:ListQueues',
  'sso:DescribePermissionSet',
  'sso:GetInlinePolicyForPermissionSet',
  'sso:GetPermissionsBoundaryForPermissionSet',
  'sso:ListAccountAssignments',
  'sso:ListAccountsForProvisionedPermissionSet',
  'sso:ListCustomerManagedPolicyReferencesInPermissionSet',
  'sso:ListInstances',
  'sso:ListManagedPoliciesInPermissionSet',
  'sso:ListPermissionSets',
  'tag:GetResources',
] as const;

/** Permissions policy of the role that CAM assumes, as JSON. */
export const AWS_READ_POLICY = JSON.stringify(
  { Version: '2012-10-17', Statement: [{ Sid: 'CamReads', Effect: 'Allow', Action: AWS_READ_ACTIONS, Resource: '*' }] },
  null,
  2,
);

/**
 * Returns a CloudFormation template (YAML) for that role: a stack in one account, or a StackSet for an organization.
 * @param principalArn ARN of the server's AWS principal; null when it is not known
 * @param externalId the external ID of a new source; null when only its owner knows it
 */
export const awsRoleTemplate = (principalArn: string | null, externalId: string | null): string => `AWSTemplateFormatVersion: '2010-09-09'
Description: The role that CAM assumes to read this account. It grants read access only.
Parameters:
  CamPrincipal:
    Type: String
    Description: ARN of the AWS principal of the CAM server
${principalArn === null ? '' : `    Default: ${principalArn}\n`}  ExternalId:
    Type: String
    NoEcho: true
    MinLength: 2
${externalId === null ? '' : `    Default: ${externalId}\n`}    Description: The external ID of the source in CAM; a long random text
  RoleName:
    Type: String
    Default: cam-read-only
  TrailBucket:
    Type: String
    Default: ''
    Description: Bucket of the trail, in the log archive account only; empty in all other accounts
Conditions:
  HasTrail: !Not [!Equals [!Ref TrailBucket, '']]
Resources:
  Role:
    Type: AWS::IAM::Role
    Properties:
      RoleName: !Ref RoleName
      MaxSessionDuration: 3600
      AssumeRolePolicyDocument:
        Version: '2012-10-17'
        Statement:
          - Effect: Allow
            Principal: { AWS: !Ref CamPrincipal }
            Action: sts:AssumeRole
            Condition: { StringEquals: { 'sts:ExternalId': !Ref ExternalId } }
      Policies:
        - PolicyName: cam-reads
          PolicyDocument:
            Version: '2012-10-17'
            Statement:
              - Effect: Allow
                Resource: '*'
                Action:
${AWS_READ_ACTIONS.map((action) => `                  - ${action}`).join('\n')}
              - !If
                - HasTrail
                - Effect: Allow
                  Action: [s3:ListBucket, s3:GetObject]
                  Resource: [!Sub 'arn:\${AWS::Partition}:s3:::\${TrailBucket}', !Sub 'arn:\${AWS::Partition}:s3:::\${TrailBucket}/*']
                - !Ref AWS::NoValue
Outputs:
  RoleArn:
    Value: !GetAtt Role.Arn
`;

/**
 * Returns the shell commands that deploy the role to every account of an organization, including later accounts. The management account takes a
 * separate stack.
 */
export const awsStackSetCommands = (
  principalArn: string | null,
  externalId: string | null,
): string => `# The role of the management account, as a stack
aws cloudformation deploy --stack-name cam-read-only --template-file cam-read-only.yaml --capabilities CAPABILITY_NAMED_IAM \\
  --parameter-overrides CamPrincipal=${principalArn ?? 'PRINCIPAL_ARN'} ExternalId=${externalId ?? 'EXTERNAL_ID'}

# The role of all other accounts, as a StackSet
aws cloudformation create-stack-set --stack-set-name cam-read-only --template-body file://cam-read-only.yaml --capabilities CAPABILITY_NAMED_IAM \\
  --permission-model SERVICE_MANAGED --auto-deployment Enabled=true,RetainStacksOnAccountRemoval=false \\
  --parameters ParameterKey=CamPrincipal,ParameterValue=${principalArn ?? 'PRINCIPAL_ARN'} ParameterKey=ExternalId,ParameterValue=${externalId ?? 'EXTERNAL_ID'}
aws cloudformation create-stack-instances --stack-set-name cam-read-only --regions us-east-1 \\
  --deployment-targets OrganizationalUnitIds=$(aws organizations list-roots --query 'Roots[0].Id' --output text)
`;

/**
 * A CloudFormation template (YAML) for a queue that receives a message for each new log file, in the account and region of the trail's topic. The
 * role may receive and delete its messages. CAM deletes nothing else at AWS.
 */
export const AWS_QUEUE_TEMPLATE = `AWSTemplateFormatVersion: '2010-09-09'
Description: The queue that tells CAM about new log files. CAM deletes its messages and nothing else.
Parameters:
  TopicArn:
    Type: String
    Description: ARN of the SNS topic of the trail, in this account and region
  RoleName:
    Type: String
    Default: cam-read-only
    Description: The role that CAM assumes to read this account
Resources:
  Queue:
    Type: AWS::SQS::Queue
    Properties:
      QueueName: cam-trail
      MessageRetentionPeriod: 1209600
      SqsManagedSseEnabled: true
  LetTopicIn:
    Type: AWS::SQS::QueuePolicy
    Properties:
      Queues: [!Ref Queue]
      PolicyDocument:
        Version: '2012-10-17'
        Statement:
          - Effect: Allow
            Principal: { Service: sns.amazonaws.com }
            Action: sqs:SendMessage
            Resource: !GetAtt Queue.Arn
            Condition: { ArnEquals: { 'aws:SourceArn': !Ref TopicArn } }
  Subscription:
    Type: AWS::SNS::Subscription
    Properties:
      TopicArn: !Ref TopicArn
      Protocol: sqs
      Endpoint: !GetAtt Queue.Arn
      RawMessageDelivery: true
  TakeMessages:
    Type: AWS::IAM::RolePolicy
    Properties:
      RoleName: !Ref RoleName
      PolicyName: cam-takes-messages
      PolicyDocument:
        Version: '2012-10-17'
        Statement:
          - Effect: Allow
            Action: [sqs:ReceiveMessage, sqs:DeleteMessage]
            Resource: !GetAtt Queue.Arn
Outputs:
  QueueArn:
    Value: !GetAtt Queue.Arn
`;
