import type { UsageCoverage } from '../../engine/usage-coverage';

interface Unlogged {
  actions: RegExp;
  /** The kinds of log coverage that include it; absent: CloudTrail never logs it. */
  unless?: string;
  /** A sentence about what the log lacks. */
  what: string;
}

/**
 * Actions that CloudTrail never logs, or logs only when enabled. Their disuse is unknown.
 * @see CloudTrail User Guide, "Logging data events"; the services' documentation of logged events
 */
const UNLOGGED: readonly Unlogged[] = [
  {
    actions:
      /^s3:(?:Get|Put|Delete|Restore|Replicate|List)\w*(?:Object|MultipartUpload)\w*$|^s3:(?:AbortMultipartUpload|ListBucket|ListBucketVersions)$/,
    unless: 'READ OBJECT_STORE',
    what: 'S3 objects',
  },
  {
    actions: /^dynamodb:(?:GetItem|PutItem|UpdateItem|DeleteItem|Query|Scan|BatchGetItem|BatchWriteItem|ConditionCheckItem|PartiQL\w+|GetRecords)$/,
    unless: 'READ NOSQL_DB',
    what: 'DynamoDB items',
  },
  { actions: /^lambda:Invoke(?:Function|FunctionUrl|Async)$/, unless: 'WRITE SERVERLESS_COMPUTE', what: 'Lambda invocations' },
  { actions: /^sqs:(?:SendMessage|ReceiveMessage|DeleteMessage|ChangeMessageVisibility)$/, unless: 'READ AWS_SQS_QUEUE', what: 'SQS messages' },
  { actions: /^sns:Publish$/, unless: 'WRITE AWS_SNS_TOPIC', what: 'SNS messages' },
  { actions: /^logs:(?:PutLogEvents|CreateLogStream)$|^cloudwatch:PutMetricData$|^xray:Put\w+$/, what: 'logs, metrics and traces' },
  { actions: /^kinesis:(?:PutRecords?|GetRecords|GetShardIterator|SubscribeToShard)$|^firehose:PutRecord(?:Batch)?$/, what: 'Kinesis records' },
  { actions: /^(?:ssmmessages|ec2messages):|^ssm:UpdateInstanceInformation$/, what: 'messages of machine agents' },
  {
    actions: /^(?:rds-db:connect|execute-api:Invoke|iot:(?:Connect|Publish|Receive|Subscribe)|elasticfilesystem:Client\w+|es:ESHttp\w+)$/,
    what: 'data connections',
  },
];

export interface UnloggedActions {
  has(action: string): boolean;
  /** Returns the sentences about these actions. */
  name(actions: Iterable<string>): string[];
}

/** Returns the actions that the log of a source does not cover. */
export function unloggedActions({ silent }: UsageCoverage): UnloggedActions {
  const active = UNLOGGED.filter(({ unless }) => unless === undefined || silent.includes(unless));
  return {
    has: (action) => active.some(({ actions }) => actions.test(action)),
    name: (actions) => {
      const all = [...actions];
      return active.filter((one) => all.some((action) => one.actions.test(action))).map(({ what }) => what);
    },
  };
}
