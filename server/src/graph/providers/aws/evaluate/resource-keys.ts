import type { KnownKeys } from '../compile/request-context';

/**
 * The keys of a request that the resource decides.
 * Source: IAM User Guide, "AWS global condition context keys" (properties of the resource, `aws:RequestedRegion`).
 */
export function resourceKeys(arn: string, accountId: string | null): KnownKeys {
  const region = regionOf(arn);
  return {
    ...(accountId === null ? {} : { 'aws:resourceaccount': accountId, 's3:resourceaccount': accountId }),
    ...(region === null ? {} : { 'aws:requestedregion': region }),
  };
}

/** A resource of a region is asked for there, and IAM in its one region. Null: not told by the ARN, as where the account as a whole is asked. */
function regionOf(arn: string): string | null {
  const [, partition, service, region] = arn.split(':');
  if (region) return region.includes('*') ? null : region;
  return partition === 'aws' && service === 'iam' && !arn.endsWith(':root') ? 'us-east-1' : null;
}
