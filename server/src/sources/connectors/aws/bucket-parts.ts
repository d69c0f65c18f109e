import type { ReadPart } from '../pull';
import { fileOf, type AccountReader } from './account-reader';
import type { AwsResponse } from './responses';
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
  // Without a page size, the response omits the regions of the buckets.
  input: { 'max-buckets': 1000 },
  paging: { request: 'continuation-token', response: 'ContinuationToken' },
};

/** The calls for each bucket, with the error codes for "there is none". */
const OF_EACH: readonly { call: string; operation: string; absent: RegExp | undefined }[] = [
  { call: 's3/get-bucket-policy', operation: 'GetBucketPolicy', absent: /^NoSuchBucketPolicy$/ },
  { call: 's3/get-public-access-block', operation: 'GetPublicAccessBlock', absent: NO_BLOCK },
  { call: 's3/get-bucket-tagging', operation: 'GetBucketTagging', absent: /^NoSuchTagSet$/ },
  { call: 's3/get-bucket-acl', operation: 'GetBucketAcl', absent: undefined },
  { call: 's3/get-bucket-ownership-controls', operation: 'GetBucketOwnershipControls', absent: /^OwnershipControlsNotFoundError$/ },
];

/** Returns the parts that list the buckets of all regions and the account's public access block. */
export function bucketLists(reader: AccountReader, home: string): ReadPart[] {
  const { client, grant, accountId } = reader;
  const block = 's3control/get-public-access-block';
  const ask = (): Promise<AwsResponse> => client.call('s3control', home, 'GetPublicAccessBlock', { 'x-amz-account-id': accountId });
  return [
    { name: BUCKETS.call, phase: RESOURCES, grant, read: () => reader.list('', home, BUCKETS) },
    { name: block, phase: RESOURCES, grant, read: () => reader.detail(block, NO_BLOCK, ask) },
  ];
}

/** Returns the parts that read each bucket in its own region. */
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
