import type { AwsKind } from './inventory';
import type { HumanRole } from './human-role';

/** An API call with its names in CloudTrail. */
export interface Call {
  /** Service prefix: `s3` of `s3.amazonaws.com`. */
  service: string;
  name: string;
  /** Kind of the resource. Absent if the call concerns the account. */
  on?: AwsKind;
  changes?: boolean;
}

const reads = (service: string, name: string, on?: AwsKind): Call => ({ service, name, on });
const changes = (service: string, name: string, on?: AwsKind): Call => ({ service, name, on, changes: true });

const LOOKS = [reads('ec2', 'DescribeInstances'), reads('rds', 'DescribeDBInstances'), reads('s3', 'ListBuckets'), reads('lambda', 'ListFunctions')];

/** Calls of users by role. Most permissions of a role are never used. */
export const CALLS_OF_ROLE: Readonly<Record<HumanRole, readonly Call[]>> = {
  PlatformAdmin: [...LOOKS, reads('iam', 'ListRoles'), changes('ec2', 'StartInstances', 'instance'), changes('s3', 'PutBucketTagging', 'bucket')],
  PowerUser: [
    ...LOOKS,
    reads('s3', 'GetObject', 'bucket'),
    changes('lambda', 'UpdateFunctionCode', 'function'),
    changes('sqs', 'PurgeQueue', 'queue'),
  ],
  ReadOnly: LOOKS,
  SecurityAudit: [reads('iam', 'GenerateCredentialReport'), reads('iam', 'ListUsers'), reads('s3', 'GetBucketPolicy', 'bucket')],
  OnCall: [reads('ec2', 'DescribeInstances'), changes('ec2', 'RebootInstances', 'instance')],
  DataAnalyst: [reads('s3', 'GetObject', 'bucket'), reads('s3', 'ListObjects', 'bucket')],
  BillingViewer: [reads('ce', 'GetCostAndUsage'), reads('ce', 'GetCostForecast')],
};

/** Calls of software on the resources of its workload. */
export const CALLS_OF_SOFTWARE: readonly Call[] = [
  reads('s3', 'GetObject', 'bucket'),
  changes('s3', 'PutObject', 'bucket'),
  reads('dynamodb', 'GetItem', 'table'),
  changes('dynamodb', 'PutItem', 'table'),
  reads('sqs', 'ReceiveMessage', 'queue'),
  reads('secretsmanager', 'GetSecretValue', 'secret'),
];

export const CALLS_OF_BUILDS: readonly Call[] = [changes('lambda', 'UpdateFunctionCode', 'function'), changes('s3', 'PutObject', 'bucket')];

/** Calls of IAM users, in the console or with keys. */
export const CALLS_OF_USERS: readonly Call[] = [...LOOKS, reads('s3', 'GetObject', 'bucket')];
