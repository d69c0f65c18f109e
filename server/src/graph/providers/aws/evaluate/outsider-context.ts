import type { KnownKeys, RequestContext } from '../compile/request-context';
import type { Entity } from '../../../engine/model';
import { organizationKeys, type OrganizationLimits } from './organization-limits';
import { principalContext } from './principal-context';
import { parseRequester, type Requester } from './requester';

/** What is known of organizations. */
export interface KnownOrganizations {
  /** Ids of those whose accounts are known. */
  ids: ReadonlySet<string>;
  /** By account. */
  of: ReadonlyMap<string, OrganizationLimits>;
}

const ORGANIZATION = /^aws:principalorg(?:id|paths)$/;

/** As whom somebody outside signs; of another account nobody knows as whom. */
export function outsideRequester({ type, nativeId }: Entity): Requester | null {
  const requester = parseRequester(nativeId);
  return requester && type === 'EXT_ACCOUNT' ? { ...requester, kind: 'account' } : requester;
}

/**
 * The keys that somebody outside decides. Everybody is in no organization that is known, for whoever is there is told by name; but may be in
 * another one. An account that an organization lists is in that; of any other account nobody knows.
 */
export function outsiderContext(entity: Entity, { ids, of }: KnownOrganizations): RequestContext {
  const requester = outsideRequester(entity);
  const organization = requester?.accountId ? of.get(requester.accountId) : undefined;
  const known: KnownKeys = organization ? organizationKeys('principal', organization) : {};
  const context = principalContext(entity, requester, known);
  if (requester?.kind !== 'anonymous') return context;
  return {
    ...context,
    valuesOf: (key) => (ORGANIZATION.test(key) ? undefined : context.valuesOf(key)),
    // Of a path the organization stands first.
    neverIs: (key, pattern) => ORGANIZATION.test(key) && ids.has(pattern.split('/')[0] ?? ''),
  };
}
