import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { REGIONAL_DETAILS, FIRST_LIST, REGIONAL_LISTS, type RegionalList } from '../../src/sources';
import { commandOf, identityCenterReply } from './aws-identity-center-responses';
import { awsFailure, awsReply, type AwsRequest } from './aws-protocols';
import type { AwsQueue } from './aws-queue';
import { pageOf, sizeFor, type PageSize, type Seed } from './seed';
import type { StandInReply } from './stand-in';

type Entry = Record<string, unknown>;

/** An organization trail with the bucket in one of its accounts. */
export interface AwsTrail {
  arn: string;
  bucket: string;
  bucketAccountId: string;
  bucketRegion: string;
  organizationId: string;
  /** The queue that receives its topic's notifications about new files. */
  queue?: AwsQueue;
}

export interface BucketOwner {
  ID: string;
}

/** Returns the access control list that every bucket has by default. */
export function bucketAcl(owner: BucketOwner | undefined): Entry {
  return { Owner: owner, Grants: [{ Grantee: { ID: owner?.ID, Type: 'CanonicalUser' }, Permission: 'FULL_CONTROL' }] };
}

const LISTS = new Map([FIRST_LIST, ...REGIONAL_LISTS].map((list) => [`${list.service}/${list.operation}`, list]));
const DETAILS = new Map(REGIONAL_DETAILS.map((detail) => [`${detail.service}/${detail.operation}`, detail]));
/** A region without resources, which no demo bundle has. Every list of it is empty. */
const EMPTY_REGION = 'ca-central-1';
/** Credential report of an account without users. */
const EMPTY_REPORT = {
  Content: Buffer.from('user,arn,mfa_active').toString('base64'),
  ReportFormat: 'text/csv',
  GeneratedTime: '2026-03-02T00:00:00Z',
};

/** Responds for one AWS account from its bundle. */
export class AwsAccountResponder {
  readonly #regionOfVpc = new Map<string, string>();
  readonly #logged = new Map<string, { at: number; event: Entry }[]>();
  readonly regions: readonly string[];

  constructor(
    private readonly id: string,
    private readonly seed: Seed,
    private readonly pageSize: PageSize,
    private readonly trail: AwsTrail | undefined,
  ) {
    const { Subnets: subnets = [] } = (seed.file('ec2/describe-subnets.json') ?? {}) as { Subnets?: { VpcId: string; AvailabilityZone: string }[] };
    for (const { VpcId, AvailabilityZone } of subnets) this.#regionOfVpc.set(VpcId, AvailabilityZone.slice(0, -1));
    this.regions = [...new Set([...this.#regionOfVpc.values(), EMPTY_REGION])].sort();
  }

  /** @param other returns another account of the same stand-in, because the files of a trail are in one bucket */
  reply(awsRequest: AwsRequest, other: (accountId: string) => AwsAccountResponder | undefined): StandInReply {
    const { service, operation, region, input } = awsRequest;
    const ofQueue = service === 'sqs' || service === 'sns' ? this.#ofQueue(awsRequest) : null;
    if (ofQueue) return ofQueue;
    const list = LISTS.get(`${service}/${operation}`);
    if (operation === 'DescribeTrails' && input.trailNameList) return awsReply(awsRequest, { trailList: this.#trails() });
    if (list) return this.#listed(awsRequest, list, this.#entries(list, region));
    if (service === 'iam') return this.#identities(awsRequest);
    if (service === 's3' || service === 's3control') return this.#buckets(awsRequest, other);
    if (service === 'organizations') return this.#organization(awsRequest);
    if (service === 'sso-admin' || service === 'identitystore')
      return identityCenterReply(awsRequest, this.seed, (field, all) =>
        this.#listed(awsRequest, { field, paging: { request: 'NextToken', response: 'NextToken' } }, all),
      );
    if (operation === 'DescribeRegions')
      return awsReply(awsRequest, { Regions: this.regions.map((name) => ({ RegionName: name, OptInStatus: 'opt-in-not-required' })) });
    if (operation === 'LookupEvents') return this.#events(awsRequest);
    return this.#detail(awsRequest);
  }

  /** Responds for the queue and its topic, which exist only in their own account and region. */
  #ofQueue(awsRequest: AwsRequest): StandInReply | null {
    const { queue } = this.trail ?? {};
    const [, , , region, account] = (awsRequest.service === 'sns' ? queue?.topicArn : queue?.arn)?.split(':') ?? [];
    return queue && account === this.id && region === awsRequest.region ? queue.reply(awsRequest) : null;
  }

  /** Returns the records of a day in a region, in the form of trail files. */
  records(region: string, day: string): Entry[] {
    const { Records: records = [] } = (this.seed.file(`cloudtrail/${day}.json`) ?? {}) as { Records?: Entry[] };
    return records.filter(({ awsRegion }) => awsRegion === region);
  }

  #entries({ call, field }: RegionalList, region: string): unknown[] {
    const held = (this.seed.file(`${call}.json`) ?? this.seed.file(`${call}/${region}.json`) ?? {}) as Record<string, unknown[] | undefined>;
    return (held[field] ?? []).filter((entry) => this.seed.file(`${call}.json`) === undefined || this.#regionOf(entry) === region);
  }

  #regionOf(entry: unknown): string {
    const text = JSON.stringify(entry);
    const ofVpc = typeof entry === 'object' && entry !== null ? this.#regionOfVpc.get(String((entry as Entry).VpcId)) : undefined;
    return (
      ofVpc ?? /arn:aws:(?!iam)[a-z0-9-]+:([a-z]{2}-[a-z]+-\d):/.exec(text)?.[1] ?? /([a-z]{2}-[a-z]+-\d)(?:[a-z]"|\.amazonaws)/.exec(text)?.[1] ?? ''
    );
  }

  #listed(awsRequest: AwsRequest, { field, paging }: Pick<RegionalList, 'field' | 'paging'>, all: readonly unknown[]): StandInReply {
    if (!paging) return awsReply(awsRequest, { [field]: all });
    const begins = String(awsRequest.input[paging.request] ?? '');
    // Lists of tables continue after the last returned name.
    const isByName = paging.request === 'ExclusiveStartTableName';
    const after = begins === '' ? 0 : isByName ? all.indexOf(begins) + 1 : Number(begins.replace('page-', ''));
    // A page has at most fifty events, so a log has many pages.
    const most = sizeFor(this.pageSize, all);
    const { items, next } = pageOf(all, after, awsRequest.operation === 'LookupEvents' ? Number(awsRequest.input.MaxResults ?? 50) : most);
    const more =
      next === null
        ? {}
        : { [paging.response]: isByName ? items.at(-1) : `page-${next}`, ...(awsRequest.service === 'kms' ? { Truncated: true } : {}) };
    return awsReply(awsRequest, { [field]: items, ...more });
  }

  #identities(awsRequest: AwsRequest): StandInReply {
    const { operation, input } = awsRequest;
    if (operation === 'GetAccountAuthorizationDetails') return this.#authorization(awsRequest);
    if (operation === 'GenerateCredentialReport') return awsReply(awsRequest, { State: 'COMPLETE' });
    if (operation === 'GetCredentialReport')
      return awsReply(awsRequest, (this.seed.file('iam/get-credential-report.json') as Entry | undefined) ?? EMPTY_REPORT);
    if (operation === 'ListAccountAliases') return awsReply(awsRequest, { AccountAliases: [], IsTruncated: false });
    if (operation === 'GenerateServiceLastAccessedDetails') return awsReply(awsRequest, { JobId: createHash('sha256').update(String(input.Arn)).digest('hex').slice(0, 36) }); // prettier-ignore
    return awsReply(awsRequest, { JobStatus: 'COMPLETED', JobType: 'ACTION_LEVEL', ServicesLastAccessed: [], IsTruncated: false });
  }

  /** Responds with a page of the account's authorization details. Its four lists share one page sequence. */
  #authorization(awsRequest: AwsRequest): StandInReply {
    const lists = ['UserDetailList', 'GroupDetailList', 'RoleDetailList', 'Policies'];
    const file = (this.seed.file('iam/get-account-authorization-details.json') ?? {}) as Record<string, Entry[] | undefined>;
    const all = lists.flatMap((list) => (file[list] ?? []).map((entry) => ({ list, entry })));
    const { items, next } = pageOf(
      all,
      Number(awsRequest.input.Marker ?? 0),
      Math.min(sizeFor(this.pageSize, all), Number(awsRequest.input.MaxItems ?? 100)),
    );
    const page = Object.fromEntries(lists.map((list) => [list, items.filter((item) => item.list === list).map(({ entry }) => entry)]));
    return awsReply(awsRequest, { ...page, IsTruncated: next !== null, ...(next === null ? {} : { Marker: String(next) }) });
  }

  #buckets(awsRequest: AwsRequest, other: (accountId: string) => AwsAccountResponder | undefined): StandInReply {
    const { operation, input } = awsRequest;
    const { Bucket: bucket = '' } = input as Record<string, string>;
    const { Buckets: buckets = [], Owner: owner } = (this.seed.file('s3/list-buckets.json') ?? {}) as { Buckets?: Entry[]; Owner?: BucketOwner };
    if (operation === 'ListBuckets')
      return this.#listed(awsRequest, { field: 'Buckets', paging: { request: 'continuation-token', response: 'ContinuationToken' } }, buckets);
    if (bucket === this.trail?.bucket) return this.#trailFiles(awsRequest, other);
    // No demo account has access points.
    if (operation === 'ListAccessPoints') return awsReply(awsRequest, { AccessPointList: [] });
    if (awsRequest.service === 's3control')
      return awsFailure(awsRequest, 404, 'NoSuchPublicAccessBlockConfiguration', 'The public access block configuration was not found');
    if (!buckets.some(({ Name: name, BucketRegion: region }) => name === bucket && region === awsRequest.region)) {
      return awsFailure(awsRequest, 404, 'NoSuchBucket', 'The specified bucket does not exist');
    }
    if (operation === 'GetBucketAcl') return awsReply(awsRequest, bucketAcl(owner));
    const calls: Record<string, [string, string]> = {
      GetBucketPolicy: ['get-bucket-policy', 'NoSuchBucketPolicy'],
      GetPublicAccessBlock: ['get-public-access-block', 'NoSuchPublicAccessBlockConfiguration'],
      GetBucketTagging: ['get-bucket-tagging', 'NoSuchTagSet'],
    };
    const [call = '', absent = 'OwnershipControlsNotFoundError'] = calls[operation] ?? [];
    const file = this.seed.file(`s3/${call}/${bucket}.json`) as Entry | undefined;
    return file ? awsReply(awsRequest, file) : awsFailure(awsRequest, 404, absent, 'There is none.');
  }

  #trails(): Entry[] {
    if (!this.trail) return [];
    const { arn, bucket } = this.trail;
    return [{ Name: arn.split('/').at(-1), TrailARN: arn, S3BucketName: bucket, IsOrganizationTrail: true, IsMultiRegionTrail: true }];
  }

  /** Returns the keys `AWSLogs/{organization}/{account}/CloudTrail/{region}/{yyyy}/{mm}/{dd}/`, two files per day. */
  #trailFiles(awsRequest: AwsRequest, other: (accountId: string) => AwsAccountResponder | undefined): StandInReply {
    const { bucketAccountId, organizationId, bucketRegion } = this.trail as AwsTrail;
    const { operation, input } = awsRequest;
    if (operation === 'GetBucketLocation') {
      return { headers: { 'content-type': 'text/xml' }, body: `<LocationConstraint>${bucketRegion}</LocationConstraint>` };
    }
    if (this.id !== bucketAccountId) return awsFailure(awsRequest, 403, 'AccessDenied', 'Access Denied');
    const place = String(operation === 'ListObjectsV2' ? input.prefix : input.Key);
    const [, organization, account = '', , region = '', year, month, day, file = ''] = place.split('/');
    const records = organization === organizationId ? (other(account)?.records(region, `${year}-${month}-${day}`) ?? []) : [];
    const halves = [records.filter((_record, at) => at % 2 === 0), records.filter((_record, at) => at % 2 === 1)];
    if (operation === 'GetObject')
      return { headers: { 'content-type': 'application/gzip' }, body: gzipSync(JSON.stringify({ Records: halves[Number(file[0])] })) };
    const found = halves.flatMap((half, at) => (half.length > 0 ? [{ Key: `${place}${at}.json.gz`, Size: 1 }] : []));
    const { items, next } = pageOf(found, Number(String(input['continuation-token'] ?? '0').replace('page-', '')), 1);
    return awsReply(awsRequest, {
      IsTruncated: next !== null,
      Contents: items,
      KeyCount: items.length,
      ...(next === null ? {} : { NextContinuationToken: `page-${next}` }),
    });
  }

  #organization(awsRequest: AwsRequest): StandInReply {
    const { operation, input } = awsRequest;
    const call = commandOf(operation);
    if (this.seed.file('organizations/list-roots.json') === undefined) {
      return awsFailure(awsRequest, 400, 'AccessDeniedException', `You don't have permissions to access this resource.`);
    }
    const subject = String(input.ParentId ?? input.PolicyId ?? '');
    const file = this.seed.file(`organizations/${call}${subject && `/${subject}`}.json`) as Entry | undefined;
    if (!file) return awsFailure(awsRequest, 400, 'ParentNotFoundException', 'There is no such parent.');
    const [field = ''] = Object.keys(file);
    if (!Array.isArray(file[field])) return awsReply(awsRequest, file);
    const all = (file[field] as Entry[]).filter(({ Type: type }) => input.Filter === undefined || type === input.Filter);
    return this.#listed(awsRequest, { field, paging: { request: 'NextToken', response: 'NextToken' } }, all);
  }

  #events(awsRequest: AwsRequest): StandInReply {
    const { StartTime: since = 0, EndTime: until = Infinity } = awsRequest.input as Record<string, number>;
    const within = this.#managementEvents(awsRequest.region).filter(({ at }) => at >= since && at <= until);
    const found = within.map(({ event }) => event);
    return this.#listed(awsRequest, { field: 'Events', paging: { request: 'NextToken', response: 'NextToken' } }, found);
  }

  /** Returns the events of a region, the newest first, with their time in seconds since 1970. Cached, because each page is a separate request. */
  #managementEvents(region: string): { at: number; event: Entry }[] {
    const known = this.#logged.get(region);
    if (known) return known;
    const days = this.seed.paths.flatMap((path) => /^cloudtrail\/(.+)\.json$/.exec(path)?.[1] ?? []);
    const records = days.flatMap((day) => this.records(region, day)).filter(({ managementEvent }) => managementEvent === true);
    const made = records
      .sort((a, b) => (String(a.eventTime) < String(b.eventTime) ? 1 : -1))
      .map((record) => ({
        at: Date.parse(String(record.eventTime)) / 1000,
        event: {
          EventId: record.eventID,
          EventName: record.eventName,
          EventTime: record.eventTime,
          EventSource: record.eventSource,
          CloudTrailEvent: JSON.stringify(record),
        },
      }));
    this.#logged.set(region, made);
    return made;
  }

  /** Returns the bundle's file about one resource, found by the resource's name in the request. */
  #detail(awsRequest: AwsRequest): StandInReply {
    const { service, operation, input } = awsRequest;
    const detail = DETAILS.get(`${service}/${operation}`);
    if (detail?.pages) return awsReply(awsRequest, { [detail.pages]: [] });
    const named = ['FunctionName', 'KeyId', 'QueueUrl', 'TopicArn', 'SecretId', 'repositoryName', 'TableName', 'SnapshotId'].map(
      (name) => input[name],
    );
    const name = String(named.find((value) => value !== undefined) ?? '');
    const plain = name
      .split(service === 'sqs' ? '/' : ':')
      .at(-1)
      ?.replace(/\//g, '_');
    const file = detail && (this.seed.file(`${detail.call}/${plain}.json`) as Entry | undefined);
    if (file) return awsReply(awsRequest, file);
    if (service === 'ecr') return awsFailure(awsRequest, 400, 'RepositoryPolicyNotFoundException', 'Repository policy does not exist');
    if (service === 'dynamodb') return awsFailure(awsRequest, 400, 'PolicyNotFoundException', 'Resource-based policy not found');
    if (service === 'secretsmanager') return awsReply(awsRequest, { ARN: name });
    return awsFailure(awsRequest, service === 'lambda' ? 404 : 400, 'ResourceNotFoundException', 'The resource you requested does not exist.');
  }
}
