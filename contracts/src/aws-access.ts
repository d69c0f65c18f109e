/** Every action that a pull of AWS takes; each only reads. */
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
  's3:GetAccountPublicAccessBlock',
  's3:GetBucketAcl',
  's3:GetBucketLocation',
  's3:GetBucketOwnershipControls',
  's3:GetBucketPolicy',
  's3:GetBucketPublicAccessBlock',
  's3:GetBucketTagging',
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

/** The policy of the role that a pull takes, as JSON. */
export const AWS_READ_POLICY = JSON.stringify(
  { Version: '2012-10-17', Statement: [{ Sid: 'CamReads', Effect: 'Allow', Action: AWS_READ_ACTIONS, Resource: '*' }] },
  null,
  2,
);

/**
 * Makes that role, in one account as a stack or in all of an organization as a StackSet. CloudFormation, YAML.
 * @param principalArn of the server's own identity at AWS; null: it is not known
 */
export const awsRoleTemplate = (principalArn: string | null): string => `AWSTemplateFormatVersion: '2010-09-09'
Description: The role by which CAM reads this account. It writes nothing.
Parameters:
  CamPrincipal:
    Type: String
    Description: ARN of the identity of the CAM server at AWS
${principalArn === null ? '' : `    Default: ${principalArn}\n`}  ExternalId:
    Type: String
    NoEcho: true
    MinLength: 2
    Description: The same as in the source; a long random text
  RoleName:
    Type: String
    Default: cam-read-only
  TrailBucket:
    Type: String
    Default: ''
    Description: In the account of the log archive, the bucket of the trail; elsewhere empty
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

/** Puts the role into every account of an organization, also into those to come; the management account itself takes a stack. */
export const awsStackSetCommands = (principalArn: string | null): string => `# In the management account: its own role
aws cloudformation deploy --stack-name cam-read-only --template-file cam-read-only.yaml --capabilities CAPABILITY_NAMED_IAM \\
  --parameter-overrides CamPrincipal=${principalArn ?? 'PRINCIPAL_ARN'} ExternalId=EXTERNAL_ID

# and that of all other accounts
aws cloudformation create-stack-set --stack-set-name cam-read-only --template-body file://cam-read-only.yaml --capabilities CAPABILITY_NAMED_IAM \\
  --permission-model SERVICE_MANAGED --auto-deployment Enabled=true,RetainStacksOnAccountRemoval=false \\
  --parameters ParameterKey=CamPrincipal,ParameterValue=${principalArn ?? 'PRINCIPAL_ARN'} ParameterKey=ExternalId,ParameterValue=EXTERNAL_ID
aws cloudformation create-stack-instances --stack-set-name cam-read-only --regions us-east-1 \\
  --deployment-targets OrganizationalUnitIds=$(aws organizations list-roots --query 'Roots[0].Id' --output text)
`;

/**
 * Makes a queue that the topic of a trail tells of each new file, in the account and region of the topic, and lets the role take its messages and delete
 * them there: the one thing that is ever changed at AWS. CloudFormation, YAML.
 */
export const AWS_QUEUE_TEMPLATE = `AWSTemplateFormatVersion: '2010-09-09'
Description: The queue by which CAM hears of new log files. Nothing else may be deleted.
Parameters:
  TopicArn:
    Type: String
    Description: ARN of the SNS topic of the trail, of this account and region
  RoleName:
    Type: String
    Default: cam-read-only
    Description: The role by which CAM reads this account
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
