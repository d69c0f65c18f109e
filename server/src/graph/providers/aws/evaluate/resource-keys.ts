import type { KnownKeys } from '../compile/request-context';

/**
 * Returns the request keys that the resource decides.
 * @see IAM User Guide, "AWS global condition context keys" (properties of the resource, `aws:RequestedRegion`)
 */
export function resourceKeys(arn: string, accountId: string | null): KnownKeys {
  const region = regionOf(arn);
  const keys: Record<string, string> = {};
  if (accountId !== null) keys['aws:resourceaccount'] = keys['s3:resourceaccount'] = accountId;
  if (region !== null) keys['aws:requestedregion'] = region;
  return keys;
}

/** Returns the region of requests for a resource. IAM has a single region. Returns null where the ARN names none, as for the account. */
function regionOf(arn: string): string | null {
  const [, partition, service, region] = arn.split(':');
  if (region) return region.includes('*') ? null : region;
  return partition === 'aws' && service === 'iam' && !arn.endsWith(':root') ? 'us-east-1' : null;
}
