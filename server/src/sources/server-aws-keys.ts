import type { AwsKeys } from '../platform/aws/sigv4';
import type { AwsEnvironment } from '../platform/config-values';
import { AwsRegions } from './connectors/aws/regions';
import { RoleSessions } from './connectors/aws/role-session';
import { Transport } from './connectors/http/transport';

/** Returns the keys of the server's own identity at AWS, renewed before they expire. They throw a ProviderError if there is no identity. */
export function serverAwsKeys(env: AwsEnvironment): (fresh: boolean) => Promise<AwsKeys> {
  const sessions = new RoleSessions(new AwsRegions('aws', null), new Transport({ signal: new AbortController().signal }), env);
  return (fresh) => sessions.ownKeys(fresh);
}
