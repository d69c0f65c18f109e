import type { AwsKind } from './inventory';
import type { PeoplesRole } from './human-role';

/** A call of an API, as CloudTrail names it. */
export interface Call {
  /** `s3` of `s3.amazonaws.com`. */
  service: string;
  name: string;
  /** What it is made on; without it the call is on the account. */
  on?: AwsKind;
  changes?: boolean;
}

const reads = (service: string, name: string, on?: AwsKind): Call => ({ service, name, on });
const changes = (service: string, name: string, on?: AwsKind): Call => ({ service, name, on, changes: true });

const LOOKS = [reads('ec2', 'DescribeInstances'), reads('rds', 'DescribeDBInstances'), reads('s3', 'ListBuckets'), reads('lambda', 'ListFunctions')];

/** What people do by each of their roles. Most of what a role allows is done by nobody. */
export const CALLS_OF_ROLE: Readonly<Record<PeoplesRole, readonly Call[]>> = {
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

/** What software does with what its workload holds. */
export const CALLS_OF_SOFTWARE: readonly Call[] = [
  reads('s3', 'GetObject', 'bucket'),
  changes('s3', 'PutObject', 'bucket'),
  reads('dynamodb', 'GetItem', 'table'),
  changes('dynamodb', 'PutItem', 'table'),
  reads('sqs', 'ReceiveMessage', 'queue'),
  reads('secretsmanager', 'GetSecretValue', 'secret'),
];

export const CALLS_OF_BUILDS: readonly Call[] = [changes('lambda', 'UpdateFunctionCode', 'function'), changes('s3', 'PutObject', 'bucket')];

/** What users of IAM do, by hand or with keys. */
export const CALLS_OF_USERS: readonly Call[] = [...LOOKS, reads('s3', 'GetObject', 'bucket')];
