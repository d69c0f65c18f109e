import type { UsageCoverage } from '../../engine/usage-coverage';

interface Unlogged {
  actions: RegExp;
  /** Of which kinds of the source's coverage it is; none: CloudTrail never has it. */
  unless?: string;
  /** What it is, in a sentence about what the log has not. */
  what: string;
}

/**
 * Actions that CloudTrail has not, or only where somebody turned them on: that they were not used is not known.
 * Source: CloudTrail User Guide, "Logging data events"; the documentation of the services on what they log.
 */
const UNLOGGED: readonly Unlogged[] = [
  {
    actions:
      /^s3:(?:Get|Put|Delete|Restore|Replicate|List)\w*(?:Object|MultipartUpload)\w*$|^s3:(?:AbortMultipartUpload|ListBucket|ListBucketVersions)$/,
    unless: 'READ OBJECT_STORE',
    what: 'objects of S3',
  },
  {
    actions: /^dynamodb:(?:GetItem|PutItem|UpdateItem|DeleteItem|Query|Scan|BatchGetItem|BatchWriteItem|ConditionCheckItem|PartiQL\w+|GetRecords)$/,
    unless: 'READ NOSQL_DB',
    what: 'items of DynamoDB',
  },
  { actions: /^lambda:Invoke(?:Function|FunctionUrl|Async)$/, unless: 'WRITE SERVERLESS_COMPUTE', what: 'invocations of Lambda' },
  { actions: /^sqs:(?:SendMessage|ReceiveMessage|DeleteMessage|ChangeMessageVisibility)$/, unless: 'READ AWS_SQS_QUEUE', what: 'messages of SQS' },
  { actions: /^sns:Publish$/, unless: 'WRITE AWS_SNS_TOPIC', what: 'messages of SNS' },
  { actions: /^logs:(?:PutLogEvents|CreateLogStream)$|^cloudwatch:PutMetricData$|^xray:Put\w+$/, what: 'logs, metrics and traces' },
  { actions: /^kinesis:(?:PutRecords?|GetRecords|GetShardIterator|SubscribeToShard)$|^firehose:PutRecord(?:Batch)?$/, what: 'records of Kinesis' },
  { actions: /^(?:ssmmessages|ec2messages):|^ssm:UpdateInstanceInformation$/, what: 'messages of the agents of machines' },
  {
    actions: /^(?:rds-db:connect|execute-api:Invoke|iot:(?:Connect|Publish|Receive|Subscribe)|elasticfilesystem:Client\w+|es:ESHttp\w+)$/,
    what: 'connections to data',
  },
];

export interface UnloggedActions {
  has(action: string): boolean;
  /** What they are, of the actions given. */
  name(actions: Iterable<string>): string[];
}

/** The actions of which the log of a source does not tell. */
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
