import type { Transport } from '../http/transport';
import { AwsClient, type AwsInput, type KeySource } from './aws-client';
import { ownKeys, type EndingKeys } from './own-identity';
import type { AwsEnvironment } from '../../../platform/config';
import type { AwsRegions } from './regions';
import type { AwsKeys } from './sigv4';

/** Keys are asked for anew so long before they end, ms. */
const MARGIN = 5 * 60_000;
const SESSION = 'cam';
/** Of a session, s: the longest that every role allows. */
const LASTS = 3600;

interface AssumedRole {
  Credentials?: { AccessKeyId?: string; SecretAccessKey?: string; SessionToken?: string; Expiration?: string };
}

/** Takes roles as the server's own identity. */
export class RoleSessions {
  readonly #own: KeySource;

  constructor(
    private readonly regions: AwsRegions,
    private readonly transport: Transport,
    private readonly env: AwsEnvironment,
  ) {
    const withoutKeys = new AwsClient(regions, transport, async () => ({ accessKeyId: '', secretAccessKey: '' }));
    const exchange = async (RoleArn: string, WebIdentityToken: string): Promise<EndingKeys> =>
      keysOf(await withoutKeys.call('sts', regions.home, 'AssumeRoleWithWebIdentity', { RoleArn, WebIdentityToken, RoleSessionName: SESSION }));
    this.#own = kept(() => ownKeys(env, transport, exchange));
  }

  /** ARN of the server's own identity, as the trust policy of a role names it. Throws a ProviderError where it has none. */
  async principal(): Promise<string> {
    const own = new AwsClient(this.regions, this.transport, this.#own);
    const { Arn: arn = '' } = await own.call<{ Arn?: string }>('sts', this.regions.home, 'GetCallerIdentity');
    return principalOf(arn, this.env.AWS_ROLE_ARN);
  }

  /** A client with the rights of a role. @param externalId empty: none */
  of(roleArn: string, externalId: string): AwsClient {
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
      kept(async () => keysOf(await own.call('sts', this.regions.home, 'AssumeRole', input))),
    );
  }
}

/**
 * Whom a trust policy has to let in for a caller: of the session of a role that role, whose path the session does not tell.
 * @param roleArn that the environment names, with its path
 */
export function principalOf(callerArn: string, roleArn: string | undefined): string {
  const session = /^arn:([^:]+):sts::(\d+):assumed-role\/([^/]+)\//.exec(callerArn);
  if (!session) return callerArn;
  const [, partition, account, role] = session;
  const named = roleArn?.startsWith(`arn:${partition}:iam::${account}:role/`) && roleArn.endsWith(`/${role}`) ? roleArn : null;
  return named ?? `arn:${partition}:iam::${account}:role/${role}`;
}

function keysOf({ Credentials: given = {} }: AssumedRole): EndingKeys {
  const { AccessKeyId: accessKeyId = '', SecretAccessKey: secretAccessKey = '', SessionToken: sessionToken, Expiration: ends = '' } = given;
  return { accessKeyId, secretAccessKey, sessionToken, until: Date.parse(ends) };
}

/** Asks for keys once for all who wait, and anew when they end. */
function kept(ask: () => Promise<EndingKeys>): KeySource {
  let asked: Promise<EndingKeys> | null = null;
  return async (fresh): Promise<AwsKeys> => {
    const before = asked;
    const known = before && (await before.catch(() => null));
    const isGood = known !== null && !fresh && !(known.until - MARGIN < Date.now());
    // Of several who found them ended, the first asks.
    if (!isGood && asked === before) asked = ask();
    return asked as Promise<EndingKeys>;
  };
}
