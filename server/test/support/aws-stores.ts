import { ACCOUNT, allow, policyDocument } from './aws-account';

export const ARNS = {
  key: `arn:aws:kms:eu-west-1:${ACCOUNT}:key/11112222-aaaa`,
  queue: `arn:aws:sqs:eu-west-1:${ACCOUNT}:jobs`,
  topic: `arn:aws:sns:eu-west-1:${ACCOUNT}:news`,
  secret: `arn:aws:secretsmanager:eu-west-1:${ACCOUNT}:secret:prod/db-AbCdEf`,
  function: `arn:aws:lambda:eu-west-1:${ACCOUNT}:function:ship`,
  images: `arn:aws:ecr:eu-west-1:${ACCOUNT}:repository/shop/web`,
  table: `arn:aws:dynamodb:eu-west-1:${ACCOUNT}:table/orders`,
};

/** A statement that allows everyone. */
export const openTo = (Action: string, Resource: string, extra: object = {}): object => ({ ...allow(Action, Resource), Principal: '*', ...extra });
export const policyText = (...statements: object[]): string => JSON.stringify(policyDocument(...statements));

/** Buckets, keys, queues and similar resources of the account, with their policies. */
export const STORES = {
  's3/list-buckets.json': { Buckets: [{ Name: 'payroll', BucketRegion: 'eu-west-1', CreationDate: '2024-01-02T03:04:05+00:00' }, { Name: 'plain' }] },
  's3/get-bucket-policy/payroll.json': { Policy: policyText(openTo('s3:GetObject', 'arn:aws:s3:::payroll/*')) },
  's3/get-bucket-tagging/payroll.json': { TagSet: [{ Key: 'stage', Value: 'prod' }] },
  'kms/list-keys.json': { Keys: [{ KeyId: '11112222-aaaa', KeyArn: ARNS.key }] },
  'kms/list-aliases.json': { Aliases: [{ AliasName: 'alias/data', TargetKeyId: '11112222-aaaa' }] },
  'kms/get-key-policy/11112222-aaaa.json': {
    Policy: policyText(allow('kms:*', '*', { Principal: { AWS: `arn:aws:iam::${ACCOUNT}:root` } })),
    PolicyName: 'default',
  },
  'sqs/list-queues.json': {
    QueueUrls: [`https://sqs.eu-west-1.amazonaws.com/${ACCOUNT}/jobs`, `https://sqs.eu-west-1.amazonaws.com/${ACCOUNT}/quiet`],
  },
  'sqs/get-queue-attributes/jobs.json': {
    Attributes: {
      QueueArn: ARNS.queue,
      CreatedTimestamp: '1700000000',
      SqsManagedSseEnabled: 'true',
      Policy: policyText(allow('sqs:SendMessage', ARNS.queue, { Principal: { AWS: '999988887777' } })),
    },
  },
  'sns/list-topics.json': { Topics: [{ TopicArn: ARNS.topic }] },
  'secretsmanager/list-secrets.json': { SecretList: [{ ARN: ARNS.secret, Name: 'prod/db', LastAccessedDate: '2026-01-02T00:00:00+00:00' }] },
  'secretsmanager/get-resource-policy/db.json': {
    ARN: ARNS.secret,
    Name: 'prod/db',
    ResourcePolicy: policyText({ ...openTo('secretsmanager:*', '*'), Effect: 'Deny' }),
  },
  'lambda/list-functions.json': {
    Functions: [
      {
        FunctionName: 'ship',
        FunctionArn: ARNS.function,
        Role: `arn:aws:iam::${ACCOUNT}:role/deployer`,
        LastModified: '2024-01-02T03:04:05.000+0000',
      },
    ],
  },
  'lambda/get-policy/1.json': {
    Policy: policyText(allow('lambda:InvokeFunction', ARNS.function, { Principal: { Service: 's3.amazonaws.com' } })),
    RevisionId: 'r',
  },
  'ecr/describe-repositories.json': { repositories: [{ repositoryArn: ARNS.images, repositoryName: 'shop/web' }] },
  'ecr/get-repository-policy/shop_web.json': { repositoryName: 'shop/web', policyText: policyText(openTo('ecr:BatchGetImage', '*')) },
  'dynamodb/list-tables/eu-west-1.json': { TableNames: ['orders'] },
  'dynamodb/get-resource-policy/orders.json': {
    Policy: policyText(allow('dynamodb:GetItem', ARNS.table, { Principal: { AWS: '999988887777' } })),
    RevisionId: '1',
  },
};
