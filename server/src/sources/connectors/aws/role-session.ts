import type { Transport } from '../http/transport';
import { AwsClient, type AwsInput, type KeySource } from './aws-client';
import { serverKeys, type ExpiringKeys } from './server-identity';
import type { AwsEnvironment } from '../../../platform/config-values';
import type { AwsRegions } from './regions';
import type { AwsKeys } from '../../../platform/aws/sigv4';

/** Keys are renewed this long before they expire, ms. */
const MARGIN = 5 * 60_000;
const SESSION = 'cam';
/** Length of a session, in seconds: the longest that every role allows. */
const LASTS = 3600;

interface AssumedRole {
  Credentials?: { AccessKeyId?: string; SecretAccessKey?: string; SessionToken?: string; Expiration?: string };
}

/** Assumes roles as the server's own identity. */
export class RoleSessions {
  readonly #own: KeySource;

  constructor(
    private readonly regions: AwsRegions,
    private readonly transport: Transport,
    private readonly env: AwsEnvironment,
  ) {
    const withoutKeys = new AwsClient(regions, transport, async () => ({ accessKeyId: '', secretAccessKey: '' }));
    const exchange = async (RoleArn: string, WebIdentityToken: string): Promise<ExpiringKeys> =>
      keysOf(await withoutKeys.call('sts', regions.home, 'AssumeRoleWithWebIdentity', { RoleArn, WebIdentityToken, RoleSessionName: SESSION }));
    this.#own = cachedKeys(() => serverKeys(env, transport, exchange));
  }

  /** Returns the server's own keys. @param fresh set after a request failed with expired keys */
  ownKeys(fresh: boolean): Promise<AwsKeys> {
    return this.#own(fresh);
  }

  /** Returns the ARN of the server's own identity, as a trust policy names it. Throws a ProviderError if there is none. */
  async principal(): Promise<string> {
    const own = new AwsClient(this.regions, this.transport, this.#own);
    const { Arn: arn = '' } = await own.call<{ Arn?: string }>('sts', this.regions.home, 'GetCallerIdentity');
    return principalOf(arn, this.env.AWS_ROLE_ARN);
  }

  /** Returns a client with the permissions of a role. @param externalId empty for none */
  clientOf(roleArn: string, externalId: string): AwsClient {
    const own = new AwsClient(this.regions, this.transport, this.#own);
    const input: AwsInput = {
      RoleArn: roleArn,
      RoleSessionName: SESSION,
      DurationSeconds: LASTS,
      ...(externalId === '' ? {} : { ExternalId: externalId }),
    };
    return new AwsClient(
      this.regions,
      this.transport,
      cachedKeys(async () => keysOf(await own.call('sts', this.regions.home, 'AssumeRole', input))),
    );
  }
}

/**
 * Returns the principal that a trust policy must name for a caller. For a role session that is the role, whose path the session ARN omits.
 * @param roleArn from the environment, with its path
 */
export function principalOf(callerArn: string, roleArn: string | undefined): string {
  const session = /^arn:([^:]+):sts::(\d+):assumed-role\/([^/]+)\//.exec(callerArn);
  if (!session) return callerArn;
  const [, partition, account, role] = session;
  const named = roleArn?.startsWith(`arn:${partition}:iam::${account}:role/`) && roleArn.endsWith(`/${role}`) ? roleArn : null;
  return named ?? `arn:${partition}:iam::${account}:role/${role}`;
}

function keysOf({ Credentials: given = {} }: AssumedRole): ExpiringKeys {
  const { AccessKeyId: accessKeyId = '', SecretAccessKey: secretAccessKey = '', SessionToken: sessionToken, Expiration: ends = '' } = given;
  return { accessKeyId, secretAccessKey, sessionToken, until: Date.parse(ends) };
}

/** Shares one request for keys between all callers, and renews expired keys. */
function cachedKeys(ask: () => Promise<ExpiringKeys>): KeySource {
  let currentKeys: Promise<ExpiringKeys> | null = null;
  return async (fresh): Promise<AwsKeys> => {
    const before = currentKeys;
    const known = before && (await before.catch(() => null));
    const isGood = known !== null && !fresh && !(known.until - MARGIN < Date.now());
    // If several callers find the keys expired, only the first renews them.
    if (!isGood && currentKeys === before) currentKeys = ask();
    return currentKeys as Promise<ExpiringKeys>;
  };
}
