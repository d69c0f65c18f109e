import { EditFailure } from '../../../engine/bundle/bundle-edit';
import { queueArn } from '../normalise/resources/messaging';
import { spelled } from '../normalise/resources/resource-name-index';
import { resourcesNamed } from '../normalise/resources/resource-policy';
import type { AwsEntryOf, AwsInventory } from '../read/inventory';
import { setBucketPolicy, createBucket, deleteBucket } from './bucket-policies';
import { changeEntries, entryOf, withEntry, withoutEntries } from './edited-list';

/** A resource by the parts of its ARN. */
export interface Named {
  arn: string;
  region: string;
  account: string;
  /** The end of the ARN: the name of a queue, the id of a key. */
  name: string;
}

/** A kind of resources that have a policy, and where an export has both. */
export interface ResourceKind {
  /** `a queue` */
  words: string;
  /** Matches the ARN. The first group is the name. */
  arn: RegExp;
  exists: (inventory: AwsInventory, resource: Named) => boolean;
  create: (inventory: AwsInventory, resource: Named) => AwsInventory;
  delete: (inventory: AwsInventory, resource: Named) => AwsInventory;
  /** Returns the text of its policy; undefined without one. */
  policyOf: (inventory: AwsInventory, resource: Named) => string | undefined;
  /** Sets the policy; undefined removes it, or sets the one that the service gives to resources without one. */
  setPolicy: (inventory: AwsInventory, resource: Named, policy: string | undefined) => AwsInventory;
}

const BUCKETS: ResourceKind = {
  words: 'a bucket',
  arn: /^arn:[^:]+:s3:::([^/]+)$/,
  exists: (inventory, { name }) => inventory.of('s3/list-buckets').some(({ fields }) => fields.Name === name),
  create: (inventory, { arn }) => createBucket(inventory, arn),
  delete: (inventory, { arn }) => deleteBucket(inventory, arn),
  policyOf: (inventory, { arn, name }) =>
    inventory.of('s3/get-bucket-policy').find(({ fields, subject }) => isOf(subject, [name, arn]) || (subject === '' && names(fields.Policy, arn)))
      ?.fields.Policy,
  setPolicy: (inventory, { arn }, policy) =>
    setBucketPolicy(inventory, { resource: arn, document: policy === undefined ? null : JSON.parse(policy) }),
};

const QUEUES: ResourceKind = {
  words: 'a queue',
  arn: /^arn:[^:]+:sqs:[^:]+:\d{12}:(.+)$/,
  exists: (inventory, { arn }) =>
    inventory.of('sqs/get-queue-attributes').some(({ fields }) => fields.QueueArn === arn) ||
    inventory.of('sqs/list-queues').some(({ fields }) => fields.QueueUrls?.some((url) => queueArn(url) === arn)),
  create: (inventory, { arn }) => withEntry(inventory, 'sqs/get-queue-attributes', entryOf({ QueueArn: arn })),
  delete: (inventory, { arn }) =>
    changeEntries(
      withoutEntries(inventory, 'sqs/get-queue-attributes', ({ fields }) => fields.QueueArn === arn),
      'sqs/list-queues',
      (entry) => ({ ...entry, fields: { QueueUrls: (entry.fields.QueueUrls ?? []).filter((url) => queueArn(url) !== arn) } }),
    ),
  policyOf: (inventory, { arn }) => inventory.of('sqs/get-queue-attributes').find(({ fields }) => fields.QueueArn === arn)?.fields.Policy,
  setPolicy: (inventory, { arn }, policy) => {
    const isKnown = inventory.of('sqs/get-queue-attributes').some(({ fields }) => fields.QueueArn === arn);
    const known = isKnown ? inventory : withEntry(inventory, 'sqs/get-queue-attributes', entryOf({ QueueArn: arn }));
    return changeEntries(known, 'sqs/get-queue-attributes', (entry) =>
      entry.fields.QueueArn === arn ? { ...entry, fields: withText(entry.fields, 'Policy', policy) } : entry,
    );
  },
};

const TOPICS: ResourceKind = {
  words: 'a topic',
  arn: /^arn:[^:]+:sns:[^:]+:\d{12}:([^:]+)$/,
  exists: (inventory, { arn }) =>
    [...inventory.of('sns/get-topic-attributes'), ...inventory.of('sns/list-topics')].some(({ fields }) => fields.TopicArn === arn),
  create: (inventory, topic) => withEntry(inventory, 'sns/get-topic-attributes', entryOf({ TopicArn: topic.arn, Policy: topicDefault(topic) })),
  delete: (inventory, { arn }) =>
    withoutEntries(
      withoutEntries(inventory, 'sns/get-topic-attributes', ({ fields }) => fields.TopicArn === arn),
      'sns/list-topics',
      ({ fields }) => fields.TopicArn === arn,
    ),
  policyOf: (inventory, { arn }) => inventory.of('sns/get-topic-attributes').find(({ fields }) => fields.TopicArn === arn)?.fields.Policy,
  setPolicy: (inventory, topic, policy = topicDefault(topic)) => {
    const { arn } = topic;
    const isKnown = inventory.of('sns/get-topic-attributes').some(({ fields }) => fields.TopicArn === arn);
    const known = isKnown ? inventory : withEntry(inventory, 'sns/get-topic-attributes', entryOf({ TopicArn: arn }));
    return changeEntries(known, 'sns/get-topic-attributes', (entry) =>
      entry.fields.TopicArn === arn ? { ...entry, fields: { ...entry.fields, Policy: policy } } : entry,
    );
  },
};

const KEYS: ResourceKind = {
  words: 'a key',
  arn: /^arn:[^:]+:kms:[^:]+:\d{12}:key\/(.+)$/,
  exists: (inventory, { arn }) =>
    inventory.of('kms/list-keys').some(({ fields }) => fields.KeyArn === arn) ||
    inventory.of('kms/describe-key').some(({ fields }) => fields.Arn === arn),
  create: (inventory, key) => KEYS.setPolicy(withEntry(inventory, 'kms/list-keys', entryOf({ KeyId: key.name, KeyArn: key.arn })), key, undefined),
  delete: () => {
    throw new EditFailure('AWS deletes a key only days later, and until then its policy stays. Only a later snapshot can show the outcome.');
  },
  policyOf: (inventory, key) => inventory.of('kms/get-key-policy').find((entry) => isOfKey(inventory, entry, key))?.fields.Policy,
  setPolicy: (inventory, key, policy = keyDefault(key)) =>
    withEntry(
      withoutEntries(inventory, 'kms/get-key-policy', (entry) => isOfKey(inventory, entry, key)),
      'kms/get-key-policy',
      entryOf({ Policy: policy }, { subject: key.name, region: key.region }),
    ),
};

const SECRETS: ResourceKind = {
  words: 'a secret',
  arn: /^arn:[^:]+:secretsmanager:[^:]+:\d{12}:secret:(.+)$/,
  exists: (inventory, { arn }) => inventory.of('secretsmanager/list-secrets').some(({ fields }) => fields.ARN === arn),
  // The ARN of a secret ends with six characters that AWS adds to the name.
  create: (inventory, { arn, name }) =>
    withEntry(inventory, 'secretsmanager/list-secrets', entryOf({ ARN: arn, Name: name.replace(/-[^-]{6}$/, '') })),
  delete: (inventory, { arn }) =>
    withoutEntries(
      withoutEntries(inventory, 'secretsmanager/list-secrets', ({ fields }) => fields.ARN === arn),
      'secretsmanager/get-resource-policy',
      ({ fields }) => fields.ARN === arn,
    ),
  policyOf: (inventory, { arn }) =>
    inventory.of('secretsmanager/get-resource-policy').find(({ fields }) => fields.ARN === arn)?.fields.ResourcePolicy,
  setPolicy: (inventory, { arn }, policy) =>
    withPolicy(
      withoutEntries(inventory, 'secretsmanager/get-resource-policy', ({ fields }) => fields.ARN === arn),
      policy,
      (known, ResourcePolicy) => withEntry(known, 'secretsmanager/get-resource-policy', entryOf({ ARN: arn, ResourcePolicy })),
    ),
};

const REPOSITORIES: ResourceKind = {
  words: 'a repository',
  arn: /^arn:[^:]+:ecr:[^:]+:\d{12}:repository\/(.+)$/,
  exists: (inventory, { arn }) => inventory.of('ecr/describe-repositories').some(({ fields }) => fields.repositoryArn === arn),
  create: (inventory, { arn, name }) => withEntry(inventory, 'ecr/describe-repositories', entryOf({ repositoryArn: arn, repositoryName: name })),
  delete: (inventory, repository) =>
    withoutEntries(
      withoutEntries(inventory, 'ecr/describe-repositories', ({ fields }) => fields.repositoryArn === repository.arn),
      'ecr/get-repository-policy',
      (entry) => isOfRepository(entry, repository),
    ),
  policyOf: (inventory, repository) =>
    inventory.of('ecr/get-repository-policy').find((entry) => isOfRepository(entry, repository))?.fields.policyText,
  setPolicy: (inventory, repository, policy) =>
    withPolicy(
      withoutEntries(inventory, 'ecr/get-repository-policy', (entry) => isOfRepository(entry, repository)),
      policy,
      (known, policyText) =>
        withEntry(known, 'ecr/get-repository-policy', entryOf({ repositoryName: repository.name, policyText }, { region: repository.region })),
    ),
};

const TABLES: ResourceKind = {
  words: 'a table',
  arn: /^arn:[^:]+:dynamodb:[^:]+:\d{12}:table\/([^/]+)$/,
  exists: (inventory, { arn, name, region }) =>
    inventory.of('dynamodb/describe-table').some(({ fields }) => fields.TableArn === arn) ||
    inventory.of('dynamodb/list-tables').some((entry) => entry.region === region && entry.fields.TableNames?.includes(name)),
  create: (inventory, { arn, name }) => withEntry(inventory, 'dynamodb/describe-table', entryOf({ TableArn: arn, TableName: name })),
  delete: (inventory, table) =>
    changeEntries(
      withoutEntries(
        withoutEntries(inventory, 'dynamodb/describe-table', ({ fields }) => fields.TableArn === table.arn),
        'dynamodb/get-resource-policy',
        (entry) => isNamedOrHolds(entry, table),
      ),
      'dynamodb/list-tables',
      (entry) =>
        entry.region === table.region
          ? { ...entry, fields: { TableNames: (entry.fields.TableNames ?? []).filter((name) => name !== table.name) } }
          : entry,
    ),
  policyOf: (inventory, table) => inventory.of('dynamodb/get-resource-policy').find((entry) => isNamedOrHolds(entry, table))?.fields.Policy,
  setPolicy: (inventory, table, policy) =>
    withPolicy(
      withoutEntries(inventory, 'dynamodb/get-resource-policy', (entry) => isNamedOrHolds(entry, table)),
      policy,
      (known, Policy) => withEntry(known, 'dynamodb/get-resource-policy', entryOf({ Policy }, { subject: table.name, region: table.region })),
    ),
};

const FUNCTIONS: ResourceKind = {
  words: 'a function',
  arn: /^arn:[^:]+:lambda:[^:]+:\d{12}:function:([^:]+)$/,
  exists: (inventory, { arn }) => inventory.of('lambda/list-functions').some(({ fields }) => fields.FunctionArn === arn),
  create: (inventory, { arn, name }) => withEntry(inventory, 'lambda/list-functions', entryOf({ FunctionArn: arn, FunctionName: name })),
  delete: (inventory, one) =>
    withoutEntries(
      withoutEntries(inventory, 'lambda/list-functions', ({ fields }) => fields.FunctionArn === one.arn),
      'lambda/get-policy',
      (entry) => isNamedOrHolds(entry, one),
    ),
  policyOf: (inventory, one) => inventory.of('lambda/get-policy').find((entry) => isNamedOrHolds(entry, one))?.fields.Policy,
  setPolicy: (inventory, one, policy) =>
    withPolicy(
      withoutEntries(inventory, 'lambda/get-policy', (entry) => isNamedOrHolds(entry, one)),
      policy,
      (known, Policy) => withEntry(known, 'lambda/get-policy', entryOf({ Policy }, { subject: one.name, region: one.region })),
    ),
};

/** The kinds of resources whose policies can be edited. */
export const RESOURCE_KINDS: readonly ResourceKind[] = [BUCKETS, QUEUES, TOPICS, KEYS, SECRETS, REPOSITORIES, TABLES, FUNCTIONS];

function withPolicy(
  inventory: AwsInventory,
  policy: string | undefined,
  add: (inventory: AwsInventory, policy: string) => AwsInventory,
): AwsInventory {
  return policy === undefined ? inventory : add(inventory, policy);
}

function withText<Fields, Name extends keyof Fields>(fields: Fields, name: Name, value: string | undefined): Fields {
  const { [name]: _old, ...others } = fields;
  return (value === undefined ? others : { ...others, [name]: value }) as Fields;
}

/** Reports whether the name of a file spells one of these names. */
function isOf(subject: string, all: readonly string[]): boolean {
  return subject !== '' && all.map(spelled).includes(spelled(subject));
}

function names(policy: string | undefined, arn: string): boolean {
  return resourcesNamed(policy).some((named) => named === arn || named.startsWith(`${arn}/`) || named.startsWith(`${arn}:`));
}

function isThere(region: string, resource: Named): boolean {
  return region === '' || region === resource.region;
}

function isNamedOrHolds({ fields, subject, region }: AwsEntryOf<{ Policy?: string }>, resource: Named): boolean {
  return names(fields.Policy, resource.arn) || (isOf(subject, [resource.name, resource.arn]) && isThere(region, resource));
}

function isOfRepository({ fields, region }: AwsEntryOf<{ repositoryName?: string }>, repository: Named): boolean {
  return isOf(fields.repositoryName ?? '', [repository.name, repository.arn]) && isThere(region, repository);
}

/** Reports whether a file belongs to a key. It may have the alias of the key in its name. */
export function isOfKey(inventory: AwsInventory, { subject, region }: AwsEntryOf<unknown>, key: Named): boolean {
  const aliases = inventory.of('kms/list-aliases').flatMap(({ fields }) => (fields.TargetKeyId === key.name ? (fields.AliasName ?? []) : []));
  return isOf(subject, [key.name, key.arn, ...aliases]) && isThere(region, key);
}

/**
 * Returns the policy of a key that was created without one.
 * @see AWS Key Management Service Developer Guide, "Default key policy"
 */
function keyDefault({ arn, account }: Named): string {
  const Principal = { AWS: `arn:${arn.split(':')[1]}:iam::${account}:root` };
  return JSON.stringify({
    Version: '2012-10-17',
    Id: 'key-default-1',
    Statement: [{ Sid: 'Enable IAM User Permissions', Effect: 'Allow', Principal, Action: 'kms:*', Resource: '*' }],
  });
}

/**
 * Returns the policy of a topic that was created without one: its own account may use it.
 * @see Amazon Simple Notification Service Developer Guide, "Example cases for Amazon SNS access control"
 */
function topicDefault({ arn, account }: Named): string {
  const names = [
    'GetTopicAttributes',
    'SetTopicAttributes',
    'AddPermission',
    'RemovePermission',
    'DeleteTopic',
    'Subscribe',
    'ListSubscriptionsByTopic',
    'Publish',
  ];
  const statement = {
    Sid: '__default_statement_ID',
    Effect: 'Allow',
    Principal: { AWS: '*' },
    Action: names.map((name) => `SNS:${name}`),
    Resource: arn,
    Condition: { StringEquals: { 'AWS:SourceOwner': account } },
  };
  return JSON.stringify({ Version: '2008-10-17', Id: '__default_policy_ID', Statement: [statement] });
}
