import { jsonFile, listsFile, type DemoFile } from '../files';
import type { Plan } from '../plan';
import { tagList } from './authorization';
import type { AwsInventory, AwsResource } from './inventory';
import { allow, deny, policyDocument } from './statements';
import { tagsOf } from './storage';

/** Yields the files about queues, topics, secrets, tables and repositories. */
export function* dataFiles(plan: Plan, inventory: AwsInventory): Generator<DemoFile> {
  const { account } = inventory;
  const queues = inventory.all('queue');
  const url = ({ region, name }: AwsResource): string => `https://sqs.${region}.amazonaws.com/${account.id}/${name}`;
  yield listsFile('sqs/list-queues.json', { QueueUrls: queues.map(url) });
  for (const queue of queues) {
    const topic = inventory.of('topic', queue.workload)[0] as AwsResource;
    const policy = policyDocument({
      ...allow('TopicDelivers', 'sqs:SendMessage', queue.arn, { ArnEquals: { 'aws:SourceArn': topic.arn } }),
      Principal: { Service: 'sns.amazonaws.com' },
    });
    const open = policyDocument({ ...allow('Anyone', 'sqs:SendMessage', queue.arn), Principal: '*' });
    const isOpen = account.purpose === 'development' && queue.order === 1;
    yield jsonFile(`sqs/get-queue-attributes/${queue.name}.json`, {
      Attributes: {
        QueueArn: queue.arn,
        ApproximateNumberOfMessages: String(plan.seed.at('queue', queue.arn).int(40)),
        CreatedTimestamp: String(plan.calendar.time(queue.madeDaysAgo, 39_000) / 1000),
        VisibilityTimeout: '30',
        MessageRetentionPeriod: '345600',
        SqsManagedSseEnabled: 'true',
        ...(isOpen || queue.order % 2 === 0 ? { Policy: JSON.stringify(isOpen ? open : policy) } : {}),
      },
    });
  }
  const topics = inventory.all('topic');
  yield listsFile('sns/list-topics.json', { Topics: topics.map(({ arn }) => ({ TopicArn: arn })) });
  for (const topic of topics) {
    const policy = policyDocument({
      ...allow('OwnAccount', ['sns:Publish', 'sns:Subscribe', 'sns:GetTopicAttributes'], topic.arn, {
        StringEquals: { 'aws:SourceAccount': account.id },
      }),
      Principal: { AWS: '*' },
    });
    yield jsonFile(`sns/get-topic-attributes/${topic.name}.json`, {
      Attributes: { TopicArn: topic.arn, Owner: account.id, DisplayName: topic.name, SubscriptionsConfirmed: '1', Policy: JSON.stringify(policy) },
    });
  }
  const secrets = inventory.all('secret');
  yield listsFile('secretsmanager/list-secrets.json', {
    SecretList: secrets.map((secret) => {
      const rng = plan.seed.at('secret', secret.arn);
      const rotates = rng.chance(0.45);
      return {
        ARN: secret.arn,
        Name: secret.name,
        Description: `Credentials of ${secret.workload.name}`,
        KmsKeyId: inventory.of('key', secret.workload)[0]?.arn,
        RotationEnabled: rotates,
        CreatedDate: plan.calendar.at(secret.madeDaysAgo, 40_000),
        LastChangedDate: plan.calendar.at(rotates ? plan.calendar.daysBefore + rng.int(30) : secret.madeDaysAgo, 41_000),
        LastAccessedDate: plan.calendar.at(plan.calendar.daysBefore + rng.int(3), 0),
        Tags: tagList(tagsOf(secret, account.purpose)),
      };
    }),
  });
  for (const secret of secrets.filter(({ order }) => order % 6 === 0)) {
    const policy = policyDocument({
      ...deny('OnlyTheOrganization', 'secretsmanager:*', '*', { StringNotEquals: { 'aws:PrincipalOrgID': account.organization.id } }),
      Principal: '*',
    });
    yield jsonFile(`secretsmanager/get-resource-policy/${secret.arn.split(':').at(-1)?.replace(/\//g, '_')}.json`, {
      ARN: secret.arn,
      Name: secret.name,
      ResourcePolicy: JSON.stringify(policy),
    });
  }
  const tables = inventory.all('table');
  for (const region of account.regions) {
    yield listsFile(`dynamodb/list-tables/${region}.json`, { TableNames: tables.filter((table) => table.region === region).map(({ name }) => name) });
  }
  for (const table of tables) {
    yield jsonFile(`dynamodb/describe-table/${table.name}.json`, {
      Table: {
        TableName: table.name,
        TableArn: table.arn,
        TableId: plan.seed.at('table', table.arn).uuid(),
        TableStatus: 'ACTIVE',
        CreationDateTime: plan.calendar.at(table.madeDaysAgo, 38_000),
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        ItemCount: plan.seed.at('items', table.arn).int(2_000_000),
        ...(table.workload.sensitive
          ? { SSEDescription: { Status: 'ENABLED', SSEType: 'KMS', KMSMasterKeyArn: inventory.of('key', table.workload)[0]?.arn } }
          : {}),
        DeletionProtectionEnabled: table.workload.sensitive,
      },
    });
  }
  const repositories = inventory.all('repository');
  yield listsFile('ecr/describe-repositories.json', {
    repositories: repositories.map((repository) => ({
      repositoryArn: repository.arn,
      registryId: account.id,
      repositoryName: repository.name,
      repositoryUri: `${account.id}.dkr.ecr.${repository.region}.amazonaws.com/${repository.name}`,
      createdAt: plan.calendar.at(repository.madeDaysAgo, 38_500),
      imageTagMutability: 'IMMUTABLE',
      imageScanningConfiguration: { scanOnPush: repository.order % 3 !== 0 },
    })),
  });
  for (const repository of repositories.filter(({ order }) => order % 2 === 0)) {
    const policy = policyDocument({
      Sid: 'OrganizationPulls',
      Effect: 'Allow',
      Principal: '*',
      Action: ['ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'],
      Condition: { StringEquals: { 'aws:PrincipalOrgID': account.organization.id } },
    });
    yield jsonFile(`ecr/get-repository-policy/${repository.name.replace(/\//g, '_')}.json`, {
      registryId: account.id,
      repositoryName: repository.name,
      policyText: JSON.stringify(policy),
    });
  }
}
