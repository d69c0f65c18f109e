import { contextOf, type KnownKeys, type RequestContext } from '../compile/request-context';
import type { Entity } from '../../../engine/model';
import { resourceKeys } from './resource-keys';

/** Tag keys in conditions: the global key and the older service-specific ones. */
const TAG_KEYS = ['aws:resourcetag/', 'iam:resourcetag/', 'ec2:resourcetag/', 'ssm:resourcetag/', 'secretsmanager:resourcetag/'];

/** Types whose tags the snapshot always contains. A missing tag is known to be absent. */
const ALWAYS_WITH_TAGS = new Set(['USER', 'ROLE', 'POLICY']);

/** Returns the keys that a resource decides in each request. If the snapshot has no tags for a resource, it may not have collected them. */
export function resourceContext({ nativeId, accountId, type, attributes }: Entity, organization: KnownKeys): RequestContext {
  const tags = Object.entries(attributes).filter(([attribute]) => attribute.startsWith('tag.'));
  const values = new Map(tags.map(([attribute, value]) => [attribute.slice(4).toLowerCase(), String(value)]));
  const isTagged = tags.length > 0 || ALWAYS_WITH_TAGS.has(type);
  const address: KnownKeys = typeof attributes.urlauth === 'string' ? { 'lambda:functionurlauthtype': attributes.urlauth } : {};
  return contextOf({ ...resourceKeys(nativeId, accountId), ...address, ...organization }, (key) => {
    const prefix = TAG_KEYS.find((one) => key.startsWith(one));
    if (prefix === undefined) return undefined;
    const value = values.get(key.slice(prefix.length));
    if (value !== undefined) return [value];
    return isTagged ? null : undefined;
  });
}

/** Condition keys that only requests through an access point have. */
const POINT_KEYS: ReadonlySet<string> = new Set(['s3:dataaccesspointarn', 's3:dataaccesspointaccount']);

/** Reports whether statements of their own stand for the access points of a bucket. */
export function hasKnownAccessPoints({ attributes }: Entity): boolean {
  return typeof attributes.accesspoints === 'number';
}

/** Returns the context of requests that name the bucket itself. */
export function withoutAccessPoint(context: RequestContext): RequestContext {
  return { ...context, valuesOf: (key) => (POINT_KEYS.has(key) ? null : context.valuesOf(key)) };
}

/** Combines the keys that the resource decides with those of the requester. */
export function bothContexts(resource: RequestContext, principal: RequestContext): RequestContext {
  return {
    ...principal,
    valuesOf: (key) => {
      const values = resource.valuesOf(key);
      return values === undefined ? principal.valuesOf(key) : values;
    },
  };
}
