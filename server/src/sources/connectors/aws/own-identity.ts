import { readFile } from 'node:fs/promises';
import { ProviderError } from '../http/provider-error';
import type { Transport } from '../http/transport';
import type { AwsKeys } from './sigv4';
import type { AwsEnvironment } from '../../../platform/config';

/** Keys that end. */
export interface EndingKeys extends AwsKeys {
  /** ms since 1970. */
  until: number;
}

/** Exchanges the token of a file for the keys of a role. */
export type ExchangeToken = (roleArn: string, token: string) => Promise<EndingKeys>;

const METADATA = 'http://169.254.169.254';
const TASKS = 'http://169.254.170.2';
const NONE = `The server has no identity of its own at AWS, so it cannot take a role there. Its operator gives it one: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, \
AWS_ROLE_ARN with AWS_WEB_IDENTITY_TOKEN_FILE, or a role of the machine or container that it runs on.`;

/**
 * The server's own keys: those of the environment, else of the identity that Kubernetes, the container service or the machine gives it. Source: "Standardized
 * credential providers", AWS SDKs and Tools Reference Guide. Throws a ProviderError that says what to set where there is none.
 */
export async function ownKeys(env: AwsEnvironment, transport: Transport, exchange: ExchangeToken): Promise<EndingKeys> {
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
  if (env.AWS_EC2_METADATA_DISABLED === 'true') throw new ProviderError('denied', NONE);
  return keysOf(await ofMachine(transport));
}

/** The role of the machine, asked by the second version of its metadata service: a token first. */
async function ofMachine(transport: Transport): Promise<string> {
  const token = await ask(transport, `${METADATA}/latest/api/token`, { 'x-aws-ec2-metadata-token-ttl-seconds': '300' }, 'PUT').catch(() => {
    throw new ProviderError('denied', NONE);
  });
  const headers = { 'x-aws-ec2-metadata-token': token };
  const path = `${METADATA}/latest/meta-data/iam/security-credentials/`;
  const [role = ''] = (await ask(transport, path, headers)).split('\n');
  return ask(transport, `${path}${role}`, headers);
}

async function ask(transport: Transport, address: string, headers: Record<string, string> = {}, method: 'GET' | 'PUT' = 'GET'): Promise<string> {
  const { status, text } = await transport.send(new URL(address), { method, headers, tries: 1, timeout: 2000 });
  if (status !== 200) throw new ProviderError('denied', NONE);
  return text;
}

function keysOf(text: string): EndingKeys {
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
    // What is said below holds for it as well.
  }
  throw new ProviderError('denied', NONE);
}

async function readSecret(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new ProviderError('denied', `${file}, which the environment of the server names for its identity at AWS, cannot be read.`);
  }
}
