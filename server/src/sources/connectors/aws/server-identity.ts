import { readFile } from 'node:fs/promises';
import { ProviderError } from '../http/provider-error';
import type { Transport } from '../http/transport';
import type { AwsKeys } from '../../../platform/aws/sigv4';
import type { AwsEnvironment } from '../../../platform/config-values';

/** Keys with an expiry. */
export interface ExpiringKeys extends AwsKeys {
  /** Expiry, ms since 1970. */
  until: number;
}

/** Exchanges a web identity token for the keys of a role. */
export type ExchangeToken = (roleArn: string, token: string) => Promise<ExpiringKeys>;

const METADATA = 'http://169.254.169.254';
const TASKS = 'http://169.254.170.2';
const NO_IDENTITY = `The server has no AWS identity, so it cannot assume a role. The operator must configure one: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, \
AWS_ROLE_ARN with AWS_WEB_IDENTITY_TOKEN_FILE, or a role of its machine or container.`;

/**
 * Returns the server's own keys: from the environment, or from the identity that Kubernetes, the container service or the machine provides.
 * @throws ProviderError that says what to configure if there are none
 * @see https://docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html
 */
export async function serverKeys(env: AwsEnvironment, transport: Transport, exchange: ExchangeToken): Promise<ExpiringKeys> {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: session } = env;
  if (id && secret) return { accessKeyId: id, secretAccessKey: secret, sessionToken: session || undefined, until: Infinity };
  const { AWS_ROLE_ARN: role, AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile } = env;
  if (role && tokenFile) return exchange(role, (await readSecret(tokenFile)).trim());
  const { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: ofTask, AWS_CONTAINER_CREDENTIALS_FULL_URI: ofContainer } = env;
  if (ofTask) return keysOf(await ask(transport, `${TASKS}${ofTask}`));
  if (ofContainer) {
    const { AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file, AWS_CONTAINER_AUTHORIZATION_TOKEN: token = '' } = env;
    return keysOf(await ask(transport, ofContainer, { authorization: file ? (await readSecret(file)).trim() : token }));
  }
  if (env.AWS_EC2_METADATA_DISABLED === 'true') throw new ProviderError('denied', NO_IDENTITY);
  return keysOf(await ofMachine(transport));
}

/** Returns the keys of the machine's role, from version 2 of its metadata service, which needs a token. @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-instance-metadata-service.html */
async function ofMachine(transport: Transport): Promise<string> {
  const token = await ask(transport, `${METADATA}/latest/api/token`, { 'x-aws-ec2-metadata-token-ttl-seconds': '300' }, 'PUT').catch(() => {
    throw new ProviderError('denied', NO_IDENTITY);
  });
  const headers = { 'x-aws-ec2-metadata-token': token };
  const path = `${METADATA}/latest/meta-data/iam/security-credentials/`;
  const [role = ''] = (await ask(transport, path, headers)).split('\n');
  return ask(transport, `${path}${role}`, headers);
}

async function ask(transport: Transport, address: string, headers: Record<string, string> = {}, method: 'GET' | 'PUT' = 'GET'): Promise<string> {
  const { status, text } = await transport.send(new URL(address), { method, headers, tries: 1, timeout: 2000 });
  if (status !== 200) throw new ProviderError('denied', NO_IDENTITY);
  return text;
}

function keysOf(text: string): ExpiringKeys {
  try {
    const { AccessKeyId, SecretAccessKey, Token, Expiration } = JSON.parse(text) as Record<string, string | undefined>;
    if (AccessKeyId && SecretAccessKey)
      return {
        accessKeyId: AccessKeyId,
        secretAccessKey: SecretAccessKey,
        sessionToken: Token,
        until: Expiration ? Date.parse(Expiration) : Infinity,
      };
  } catch {
    // Malformed JSON is the same failure as missing keys.
  }
  throw new ProviderError('denied', NO_IDENTITY);
}

async function readSecret(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new ProviderError(
      'denied',
      `The server cannot read ${file}, which its environment names for its AWS identity. Check the path and its permissions.`,
    );
  }
}
