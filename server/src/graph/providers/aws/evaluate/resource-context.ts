import { contextOf, type KnownKeys, type RequestContext } from '../compile/request-context';
import type { Entity } from '../../../engine/model';
import { resourceKeys } from './resource-keys';

/** Tags of a resource as condition keys: the global one, and those that services had before it. */
const TAG_KEYS = ['aws:resourcetag/', 'iam:resourcetag/', 'ec2:resourcetag/', 'ssm:resourcetag/', 'secretsmanager:resourcetag/'];

/** Types whose tags the snapshot always has, so that one which is not there is known not to be there. */
const ALWAYS_WITH_TAGS = new Set(['USER', 'ROLE', 'POLICY']);

/**
 * The keys that a resource decides in each request about it. Of the tags of a resource that has none in the snapshot nobody knows whether
 * they were read.
 */
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

/** What is known of a request by its resource, and else by whoever signs it. */
export function bothContexts(resource: RequestContext, principal: RequestContext): RequestContext {
  return {
    ...principal,
    valuesOf: (key) => {
      const values = resource.valuesOf(key);
      return values === undefined ? principal.valuesOf(key) : values;
    },
  };
}
