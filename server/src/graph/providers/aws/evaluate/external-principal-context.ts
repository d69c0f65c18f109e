import type { KnownKeys, RequestContext } from '../compile/request-context';
import type { Entity } from '../../../engine/model';
import { organizationKeys, type OrganizationLimits } from './organization-limits';
import { principalContext, requesterOf } from './principal-context';

/** The known organizations. */
export interface KnownOrganizations {
  /** Ids of organizations with known accounts. */
  ids: ReadonlySet<string>;
  /** Organization policies by account. */
  of: ReadonlyMap<string, OrganizationLimits>;
}

const ORGANIZATION = /^aws:principalorg(?:id|paths)$/;

/**
 * Returns the request keys that an external principal decides. The public belongs to no known organization, because known members appear by name; it
 * may belong to another one. An account's organization is known where the organization lists the account. Which principal of the account signs is
 * unknown, except that its ARN contains the account.
 */
export function externalPrincipalContext(entity: Entity, { ids, of }: KnownOrganizations): RequestContext {
  const requester = requesterOf(entity);
  const organization = requester?.accountId ? of.get(requester.accountId) : undefined;
  const known: KnownKeys = organization ? organizationKeys('principal', organization) : {};
  const context = principalContext(entity, requester, known);
  if (requester?.id === '*')
    return {
      ...context,
      valuesOf: (key) => (ORGANIZATION.test(key) ? undefined : context.valuesOf(key)),
      // The organization id is the first part of a path.
      neverIs: (key, pattern) => ORGANIZATION.test(key) && ids.has(pattern.split('/')[0] ?? ''),
    };
  if (requester?.kind !== 'account') return context;
  return { ...context, neverIs: (key, pattern) => key === 'aws:principalarn' && isOfOtherAccount(pattern, requester.accountId) };
}

function isOfOtherAccount(pattern: string, accountId: string | null): boolean {
  const account = pattern.split(':')[4] ?? '';
  return /^\d{12}$/.test(account) && account !== accountId;
}
