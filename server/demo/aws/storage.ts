import { PARTNERS } from '../company/company';
import { jsonFile, listsFile, type DemoFile } from '../files';
import type { Plan } from '../plan';
import { accountFor } from './accounts';
import { tagList } from './authorization';
import type { AwsInventory, AwsResource } from './inventory';
import { roleArn } from './roles';
import { allow, deny, policyDocument, type PolicyDocument, type Statement } from './statements';

/** Yields the files about buckets and keys with their policies. */
export function* storageFiles(plan: Plan, inventory: AwsInventory): Generator<DemoFile> {
  const { account } = inventory;
  const buckets = inventory.all('bucket');
  yield listsFile(
    's3/list-buckets.json',
    {
      Buckets: buckets.map(({ name, region, madeDaysAgo }) => ({
        Name: name,
        CreationDate: plan.calendar.at(madeDaysAgo, 39_000),
        BucketRegion: region,
      })),
    },
    { Owner: { ID: plan.seed.at('canonical-id', account.id).hex(64) } },
  );
  yield listsFile('s3control/list-access-points.json', { AccessPointList: [] });
  for (const bucket of buckets) {
    const story = storyOf(plan, inventory, bucket);
    const policy = bucketPolicy(plan, inventory, bucket, story);
    const blocked = story !== 'public' && story !== 'forgotten';
    if (policy) yield jsonFile(`s3/get-bucket-policy/${bucket.name}.json`, { Policy: JSON.stringify(policy) });
    // A bucket without this setting has no file, because the call responds that there is none.
    if (story !== 'forgotten') {
      yield jsonFile(`s3/get-public-access-block/${bucket.name}.json`, {
        PublicAccessBlockConfiguration: { BlockPublicAcls: true, IgnorePublicAcls: true, BlockPublicPolicy: blocked, RestrictPublicBuckets: blocked },
      });
    }
    yield jsonFile(`s3/get-bucket-tagging/${bucket.name}.json`, { TagSet: tagList(tagsOf(bucket, account.purpose)) });
  }
  yield* keyFiles(plan, inventory);
}

/** Returns the tags that every resource has. */
export function tagsOf({ workload }: AwsResource, stage: string): Record<string, string> {
  return { workload: workload.name, stage, owner: workload.department, classification: workload.sensitive ? 'confidential' : 'internal' };
}

type BucketStory = 'public' | 'forgotten' | 'partner' | 'logs' | 'plain';

/** Returns the special role of a bucket. One production bucket serves the web, one sandbox bucket was made public yesterday by mistake, and one bucket is shared with the carrier. */
function storyOf(plan: Plan, { account }: AwsInventory, { order, workload }: AwsResource): BucketStory {
  const { purpose, workloads } = account;
  const served = [...workloads.keys()].find((place) => place > 0 && !workloads[place]?.sensitive);
  if (purpose === 'logging' && order === 0) return 'logs';
  if (purpose === 'production' && order === served) return 'public';
  if (purpose === 'production' && order === 0) return 'partner';
  if (purpose === 'sandbox' && order === 0 && plan.calendar.includes(1)) return 'forgotten';
  return order > 8 && !workload.sensitive && plan.seed.at('bucket-story', account.id, order).chance(0.004) ? 'public' : 'plain';
}

function bucketPolicy(plan: Plan, { account }: AwsInventory, bucket: AwsResource, story: BucketStory): PolicyDocument | null {
  const objects = `${bucket.arn}/*`;
  const onlyTls: Statement = { ...deny('OnlyByTls', 's3:*', [bucket.arn, objects], { Bool: { 'aws:SecureTransport': 'false' } }), Principal: '*' };
  switch (story) {
    case 'public':
      return policyDocument({ ...allow('WebReads', 's3:GetObject', objects), Principal: '*' });
    case 'forgotten':
      return policyDocument({
        ...allow('TryOut', ['s3:GetObject', 's3:ListBucket', 's3:PutObject'], [bucket.arn, objects]),
        Principal: { AWS: '*' },
      });
    case 'partner':
      return policyDocument(onlyTls, {
        ...allow('CarrierPicksUpLabels', ['s3:GetObject', 's3:ListBucket'], [bucket.arn, `${bucket.arn}/labels/*`]),
        Principal: { AWS: `arn:aws:iam::${PARTNERS.carrier.account}:root` },
      });
    case 'logs':
      return policyDocument(
        onlyTls,
        { ...allow('TrailChecks', 's3:GetBucketAcl', bucket.arn), Principal: { Service: 'cloudtrail.amazonaws.com' } },
        {
          ...allow('TrailWrites', 's3:PutObject', `${bucket.arn}/AWSLogs/${account.organization.id}/*`, {
            StringEquals: { 's3:x-amz-acl': 'bucket-owner-full-control' },
          }),
          Principal: { Service: 'cloudtrail.amazonaws.com' },
        },
        {
          ...allow('SecurityReads', ['s3:GetObject', 's3:ListBucket'], [bucket.arn, objects]),
          Principal: { AWS: roleArn(accountFor(plan, 'security'), 'SecurityToolingHub') },
        },
      );
    case 'plain':
      if (bucket.workload.sensitive) return policyDocument(onlyTls);
      if (bucket.order % 4 !== 0) return null;
      return policyDocument({
        ...allow('RuntimeReads', ['s3:GetObject', 's3:ListBucket'], [bucket.arn, objects]),
        Principal: { AWS: `arn:aws:iam::${account.id}:root` },
      });
  }
}

function* keyFiles(plan: Plan, inventory: AwsInventory): Generator<DemoFile> {
  const { account } = inventory;
  const keys = inventory.all('key');
  yield listsFile('kms/list-keys.json', { Keys: keys.map(({ name, arn }) => ({ KeyId: name, KeyArn: arn })) }, { Truncated: false });
  for (const key of keys) {
    yield jsonFile(`kms/describe-key/${key.name}.json`, {
      KeyMetadata: {
        AWSAccountId: account.id,
        KeyId: key.name,
        Arn: key.arn,
        CreationDate: plan.calendar.at(key.madeDaysAgo, 40_000),
        Enabled: true,
        Description: `Data of ${key.workload.name}`,
        KeyUsage: 'ENCRYPT_DECRYPT',
        KeyState: 'Enabled',
        Origin: 'AWS_KMS',
        KeyManager: 'CUSTOMER',
        KeySpec: 'SYMMETRIC_DEFAULT',
        EncryptionAlgorithms: ['SYMMETRIC_DEFAULT'],
        MultiRegion: false,
      },
    });
    const root = { AWS: `arn:aws:iam::${account.id}:root` };
    const strict = key.workload.sensitive && key.order % 3 === 0;
    const runtime = {
      AWS: [roleArn(account, `${key.workload.name}-function`, '/workload/'), roleArn(account, `${key.workload.name}-task`, '/workload/')],
    };
    const policy = strict
      ? policyDocument(
          {
            ...allow('AdministratorsManage', [
              'kms:Create*',
              'kms:Describe*',
              'kms:Enable*',
              'kms:List*',
              'kms:Put*',
              'kms:Get*',
              'kms:ScheduleKeyDeletion',
            ]),
            Principal: { AWS: roleArn(account, 'PlatformAdmin') },
          },
          { ...allow('RuntimeUses', ['kms:Decrypt', 'kms:GenerateDataKey*']), Principal: runtime },
        )
      : policyDocument({ ...allow('PoliciesDecide', 'kms:*'), Principal: root });
    yield jsonFile(`kms/get-key-policy/${key.name}.json`, { Policy: JSON.stringify(policy), PolicyName: 'default' });
    yield listsFile(`kms/list-grants/${key.name}.json`, { Grants: [] }, { Truncated: false });
  }
}
