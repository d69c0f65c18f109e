import { signedHeaders, type AwsKeys, AWS_SERVICES, type AwsService } from '../../src/sources';
import { jsonFile, listsFile, type DemoBundle, type DemoFile } from '../files';
import { AwsAccountResponder, bucketAcl, type AwsTrail, type BucketOwner } from './aws-account-responder';
import { awsFailure, awsReply, readAwsRequest, type AwsRequest } from './aws-protocols';
import { Seed, type PageSize } from './seed';
import { StandIn, type StandInReply, type StandInRequest, type InjectedFault } from './stand-in';

export interface AwsStandInOptions {
  /** Keys of the server, which assumes the roles. */
  keys: AwsKeys;
  /** Role name with its path. */
  roleName: string;
  /** Required external id, or empty. */
  externalId: string;
  /** Accounts without the role. */
  without?: readonly string[];
  pageSize?: PageSize;
  trail?: AwsTrail;
}

/** The server's own account. */
const OWN = '000000000000';
/** Length of a session, ms. */
const LASTS = 3_600_000;

/** Returns the part of a bundle that `lookup-events` can provide: management events only. */
export function toAwsApiFormat(bundle: DemoBundle): DemoBundle {
  const files = (): DemoFile[] =>
    [...bundle.files()].flatMap((file) => {
      if (file.path === 's3/list-buckets.json') return withBucketAcls(file);
      if (!file.path.startsWith('cloudtrail/')) return file;
      const { Records: records } = JSON.parse([...file.parts].join('')) as { Records: { managementEvent: boolean }[] };
      return listsFile(file.path, { Records: records.filter(({ managementEvent }) => managementEvent) });
    });
  return {
    ...bundle,
    files: () => [...files(), jsonFile('iam/get-service-last-accessed-details.json', { JobStatus: 'COMPLETED', ServicesLastAccessed: [] })],
  };
}

/** Returns the list of buckets and their access control lists, each with the bucket's owner. */
export function withBucketAcls({ path, parts }: DemoFile): DemoFile[] {
  const answer = JSON.parse([...parts].join('')) as { Buckets: { Name: string }[]; Owner?: BucketOwner };
  return [jsonFile(path, answer), ...answer.Buckets.map(({ Name: name }) => jsonFile(`s3/get-bucket-acl/${name}.json`, bucketAcl(answer.Owner)))];
}

/** Stands in for AWS with the accounts of some bundles, all services at one address. Supports only the requests of a pull. */
export function startAwsStandIn(bundles: readonly DemoBundle[], options: AwsStandInOptions): Promise<StandIn> {
  const aws = new AwsStandIn(bundles, options);
  return StandIn.start((request) => aws.reply(request), {
    describe: (request) => aws.describe(request),
    refuse: (trouble, request, words) => refusal(trouble, readAwsRequest(request), words),
  });
}

class AwsStandIn {
  readonly #bundles: ReadonlyMap<string, DemoBundle>;
  readonly #answers = new Map<string, AwsAccountResponder>();
  /** Accounts by the keys of their sessions. */
  readonly #sessions = new Map<string, { keys: AwsKeys; accountId: string }>();

  constructor(
    bundles: readonly DemoBundle[],
    private readonly options: AwsStandInOptions,
  ) {
    this.#bundles = new Map(bundles.map((bundle) => [bundle.accountId, bundle]));
    this.#sessions.set(options.keys.accessKeyId, { keys: options.keys, accountId: OWN });
  }

  /** Returns `111122223333/eu-west-1/ec2/DescribeVpcs {"MaxResults":"5"}`. */
  describe(request: StandInRequest): string {
    const { service, region, operation, input, accessKeyId } = readAwsRequest(request);
    return `${this.#sessions.get(accessKeyId)?.accountId ?? ''}/${region}/${service}/${operation} ${JSON.stringify(input)}`;
  }

  reply(request: StandInRequest): StandInReply {
    const awsRequest = readAwsRequest(request);
    const session = this.#sessions.get(awsRequest.accessKeyId);
    if (!session) return awsFailure(awsRequest, 403, 'InvalidClientTokenId', 'The security token included in the request is invalid.');
    const wrong = wronglySigned(request, session.keys, awsRequest);
    if (wrong) return awsFailure(awsRequest, 403, 'SignatureDoesNotMatch', wrong);
    if (awsRequest.service === 'sts') return this.#token(awsRequest, session.accountId);
    const account = this.#account(session.accountId);
    if (!account) return awsFailure(awsRequest, 403, 'AccessDenied', `${session.accountId} may only take roles.`);
    return account.reply(awsRequest, (accountId) => this.#account(accountId));
  }

  #account(accountId: string): AwsAccountResponder | undefined {
    const bundle = this.#bundles.get(accountId);
    const { pageSize = 1000, trail } = this.options;
    const known = this.#answers.get(accountId) ?? (bundle && new AwsAccountResponder(accountId, new Seed(bundle), pageSize, trail));
    if (known) this.#answers.set(accountId, known);
    return known;
  }

  #token(awsRequest: AwsRequest, accountId: string): StandInReply {
    if (awsRequest.operation === 'GetCallerIdentity') {
      const arn = `arn:aws:sts::${accountId}:assumed-role/${this.options.roleName}/cam`;
      return awsReply(awsRequest, { UserId: 'AROAEXAMPLE:cam', Account: accountId, Arn: arn });
    }
    const { RoleArn: role = '', ExternalId: externalId = '' } = awsRequest.input as Record<string, string>;
    const [, , , , ofRole = ''] = role.split(':');
    const isOpen = this.#bundles.has(ofRole) && !(this.options.without ?? []).includes(ofRole) && role.endsWith(`:role/${this.options.roleName}`);
    if (!isOpen || (this.options.externalId !== '' && externalId !== this.options.externalId)) {
      return awsFailure(
        awsRequest,
        403,
        'AccessDenied',
        `User: arn:aws:iam::${OWN}:user/cam is not authorized to perform: sts:AssumeRole on resource: ${role}`,
      );
    }
    const number = String(this.#sessions.size).padStart(12, '0');
    const keys = { accessKeyId: `ASIA${number}`, secretAccessKey: `secret${number}`, sessionToken: `session-${number}` };
    this.#sessions.set(keys.accessKeyId, { keys, accountId: ofRole });
    const until = new Date(Date.now() + LASTS).toISOString();
    return awsReply(awsRequest, {
      Credentials: { AccessKeyId: keys.accessKeyId, SecretAccessKey: keys.secretAccessKey, SessionToken: keys.sessionToken, Expiration: until },
      AssumedRoleUser: { AssumedRoleId: 'AROAEXAMPLE:cam', Arn: role },
    });
  }
}

/** Checks a signature by signing the request again. Returns null if both match. */
function wronglySigned(
  { headers, method, path: _path, body, origin, query }: StandInRequest,
  keys: AwsKeys,
  { service, region }: AwsRequest,
): string | null {
  const authorization = headers.authorization ?? '';
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(authorization) ?? [];
  const [, y, m, d, time = ''] = /^(\d{4})(\d\d)(\d\d)T(\d{6})Z$/.exec(String(headers['x-amz-date'])) ?? [];
  const at = new Date(`${y}-${m}-${d}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`);
  const made = ['host', 'x-amz-date', 'x-amz-security-token', 'x-amz-content-sha256'];
  const own = Object.fromEntries(names.split(';').filter((name) => !made.includes(name)).map((name) => [name, String(headers[name])])); // prettier-ignore
  const url = new URL(_path, origin);
  for (const [name, value] of query) url.searchParams.append(name, value);
  const expected = signedHeaders({ method: method as 'GET', url, headers: own, body }, { service: AWS_SERVICES[service].signs, region, keys, at });
  if (keys.sessionToken && headers['x-amz-security-token'] !== keys.sessionToken) return 'The session token is not that of the keys.';
  return expected.authorization === authorization ? null : 'The request signature we calculated does not match the signature you provided.';
}

const THROTTLED: Partial<Record<AwsService, [number, string]>> = {
  ec2: [503, 'RequestLimitExceeded'],
  s3: [503, 'SlowDown'],
  s3control: [503, 'SlowDown'],
};

function refusal(trouble: InjectedFault, awsRequest: AwsRequest, words: string): StandInReply {
  const isJson = AWS_SERVICES[awsRequest.service].protocol.endsWith('json');
  const message = words || `The stand-in was told that it is ${trouble}.`;
  switch (trouble) {
    case 'throttled': {
      const [status, code] = THROTTLED[awsRequest.service] ?? [400, isJson ? 'ThrottlingException' : 'Throttling'];
      return awsFailure(awsRequest, status, code, 'Rate exceeded');
    }
    case 'unauthorized':
      return awsFailure(awsRequest, isJson || awsRequest.service === 's3' ? 400 : 403, isJson ? 'ExpiredTokenException' : awsRequest.service === 'ec2' ? 'RequestExpired' : 'ExpiredToken', 'The security token included in the request is expired'); // prettier-ignore
    case 'forbidden':
      return awsFailure(awsRequest, isJson ? 400 : 403, awsRequest.service === 'ec2' ? 'UnauthorizedOperation' : isJson ? 'AccessDeniedException' : 'AccessDenied', message); // prettier-ignore
    case 'gone':
      return awsFailure(awsRequest, isJson ? 400 : 404, awsRequest.service === 's3' ? 'NoSuchBucket' : isJson ? 'ResourceNotFoundException' : 'NoSuchEntity', message); // prettier-ignore
    default:
      return awsFailure(awsRequest, 500, 'InternalFailure', message);
  }
}
