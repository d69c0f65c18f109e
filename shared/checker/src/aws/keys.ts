import type { Organization } from '../rules/organization';
import type { Principal } from '../rules/principal';
import type { Resource } from '../rules/resource';
import type { KeyValues, RequestKeys } from './request';

/** Condition keys for the tags of resources. */
const RESOURCE_TAGS = ['aws:resourcetag/', 'iam:resourcetag/', 'ec2:resourcetag/', 'ssm:resourcetag/', 'secretsmanager:resourcetag/'];
/** Types whose tags are always collected, so that a missing tag is known to be absent. */
const ALWAYS_WITH_TAGS = ['USER', 'ROLE', 'POLICY'];
const DAY = 24 * 60 * 60 * 1000;

/** Both sides of a request, with the organization of each. */
export interface Sides {
  principal: Principal;
  principalOrganization: Organization;
  resource: Resource;
  resourceOrganization: Organization;
}

/**
 * Returns the keys that the principal and the resource decide. All others depend on the request.
 * @param madeAt ISO 8601; credentials that sign requests from then on are at most two days older
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html
 */
export function keysOf(sides: Sides, madeAt: string): RequestKeys {
  const [ofPrincipal, ofResource] = [principalKeys(sides), resourceKeys(sides)];
  return {
    valuesOf: (key) => {
      const values = ofResource(key);
      return values === undefined ? ofPrincipal(key) : values;
    },
    notBefore: Math.floor(Date.parse(madeAt) / DAY - 2) * DAY,
  };
}

function principalKeys({ principal: { arn, account, entity }, principalOrganization }: Sides): (key: string) => KeyValues {
  const isUser = entity.type === 'USER';
  const keys = new Map<string, KeyValues>([
    ['aws:principaltype', [isUser ? 'User' : 'AssumedRole']],
    ['aws:username', isUser ? [arn.split('/').at(-1) ?? ''] : null],
    ['aws:principalisawsservice', ['false']],
    ['aws:principalservicename', null],
    ['aws:principalservicenameslist', null],
    ['aws:principalaccount', [account]],
    ['kms:calleraccount', [account]],
    ['aws:sourceowner', [account]],
    ['aws:principalarn', [arn]],
    // Only requests that services make have these keys.
    ['aws:sourceaccount', null],
    ['aws:sourcearn', null],
    ['aws:sourceorgid', null],
    ['aws:sourceorgpaths', null],
    ...organizationKeys('principal', principalOrganization),
  ]);
  const { userid } = entity.attributes;
  if (typeof userid === 'string') keys.set('aws:userid', [userid]);
  for (const [tag, value] of tagsOf(entity.attributes)) keys.set(`aws:principaltag/${tag}`, [value]);
  return (key) => {
    if (keys.has(key)) return keys.get(key);
    // A session may bring tags of its own.
    return isUser && key.startsWith('aws:principaltag/') ? null : undefined;
  };
}

function resourceKeys({ resource: { arn, account, entity }, resourceOrganization }: Sides): (key: string) => KeyValues {
  const keys = new Map<string, KeyValues>([
    ['aws:resourceaccount', [account]],
    ['s3:resourceaccount', [account]],
    ...organizationKeys('resource', resourceOrganization),
  ]);
  const region = regionOf(arn);
  if (region !== null) keys.set('aws:requestedregion', [region]);
  const { urlauth } = entity.attributes;
  if (typeof urlauth === 'string') keys.set('lambda:functionurlauthtype', [urlauth]);
  const tags = new Map(tagsOf(entity.attributes));
  const isTagged = tags.size > 0 || ALWAYS_WITH_TAGS.includes(entity.type);
  return (key) => {
    if (keys.has(key)) return keys.get(key);
    const prefix = RESOURCE_TAGS.find((one) => key.startsWith(one));
    if (prefix === undefined) return undefined;
    const value = tags.get(key.slice(prefix.length));
    if (value !== undefined) return [value];
    return isTagged ? null : undefined;
  };
}

function organizationKeys(side: 'principal' | 'resource', { id, path }: Organization): [string, KeyValues][] {
  if (id === null || path === null) return [];
  return [
    [`aws:${side}orgid`, [id]],
    [`aws:${side}orgpaths`, [path]],
  ];
}

function tagsOf(attributes: Record<string, unknown>): [string, string][] {
  return Object.entries(attributes).flatMap(([name, value]) => (name.startsWith('tag.') ? [[name.slice(4).toLowerCase(), String(value)]] : []));
}

/** Returns the region of requests for a resource. IAM has one region. Null: the ARN names none. */
function regionOf(arn: string): string | null {
  const [, partition, service, region] = arn.split(':');
  if (region) return region.includes('*') ? null : region;
  return partition === 'aws' && service === 'iam' && !arn.endsWith(':root') ? 'us-east-1' : null;
}
