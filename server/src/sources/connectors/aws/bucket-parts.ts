import type { ReadPart } from '../pull';
import { fileOf, type AccountReader } from './account-reader';
import type { AwsAnswer } from './answers';
import type { RegionalList } from './regional-calls';

interface Bucket {
  Name: string;
  BucketRegion?: string;
}

const RESOURCES = 'PHASE_PULL_RESOURCES' as const;
const NO_BLOCK = /^NoSuchPublicAccessBlockConfiguration$/;

const BUCKETS: RegionalList = {
  call: 's3/list-buckets',
  service: 's3',
  operation: 'ListBuckets',
  field: 'Buckets',
  // Without a number, buckets come without their region.
  input: { 'max-buckets': 1000 },
  paging: { asked: 'continuation-token', told: 'ContinuationToken' },
};

/** What is asked of each bucket, and by which S3 says that it has none. */
const OF_EACH: readonly { call: string; operation: string; absent: RegExp | undefined }[] = [
  { call: 's3/get-bucket-policy', operation: 'GetBucketPolicy', absent: /^NoSuchBucketPolicy$/ },
  { call: 's3/get-public-access-block', operation: 'GetPublicAccessBlock', absent: NO_BLOCK },
  { call: 's3/get-bucket-tagging', operation: 'GetBucketTagging', absent: /^NoSuchTagSet$/ },
  { call: 's3/get-bucket-acl', operation: 'GetBucketAcl', absent: undefined },
  { call: 's3/get-bucket-ownership-controls', operation: 'GetBucketOwnershipControls', absent: /^OwnershipControlsNotFoundError$/ },
];

/** Buckets of all regions, and what shuts the public out of all of them. */
export function bucketLists(reader: AccountReader, home: string): ReadPart[] {
  const { client, grant, accountId } = reader;
  const block = 's3control/get-public-access-block';
  const ask = (): Promise<AwsAnswer> => client.call('s3control', home, 'GetPublicAccessBlock', { 'x-amz-account-id': accountId });
  return [
    { name: BUCKETS.call, phase: RESOURCES, grant, read: () => reader.list('', home, BUCKETS) },
    { name: block, phase: RESOURCES, grant, read: () => reader.detail(block, NO_BLOCK, ask) },
  ];
}

/** What is asked of each bucket, in its own region. */
export function bucketDetails(reader: AccountReader, home: string): ReadPart[] {
  const { client, grant } = reader;
  return OF_EACH.map(({ call, operation, absent }) => ({
    name: call,
    of: BUCKETS.call,
    phase: RESOURCES,
    grant,
    read: () =>
      reader.forEach(
        call,
        reader.entries<Bucket>('', home, BUCKETS),
        ({ Name }) => Name,
        ({ Name, BucketRegion = home }) =>
          reader.detail(fileOf(call, Name), absent, () => client.call('s3', BucketRegion, operation, { Bucket: Name })),
      ),
  }));
}
