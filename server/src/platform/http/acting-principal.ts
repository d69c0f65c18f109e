import type { Access, Right } from '@cam/contracts/server';
import type { Principal } from './principal';

/** Accounts in which a right applies; null: all. */
type Scope = ReadonlySet<string> | null;

/**
 * Returns the caller as it acts in one call. A right applies only in the accounts of the roles that give it:
 *
 * - The rights that open the call decide about the accounts: those of all of them together. A right of the token itself applies in all accounts.
 * - Within the call, the caller has only the rights that apply in all of these accounts. Where several rights open it in different accounts, none of them
 *   may apply in all, and the call is open nevertheless.
 * - A call for which any session suffices needs no right, so it gets the accounts of all rights, and the rights that apply in all accounts.
 * - The limit of an API token narrows the accounts further.
 *
 * The result has no accounts where the roles and the token have none in common.
 */
export function actingIn(principal: Principal, access: Access): Principal {
  const { apiToken, rights: own, grants = [] } = principal;
  const limit = apiToken?.accountIds;
  if (grants.length === 0) return limit ? { ...principal, accountIds: limit } : principal;
  const scopes = scopesOf(principal);
  const opening = [...scopes].filter(([right]) => !Array.isArray(access) || access.includes(right)).map(([, scope]) => scope);
  const reached = union(opening);
  const rights = [...scopes].filter(([, scope]) => covers(scope, Array.isArray(access) ? reached : null)).map(([right]) => right);
  const accountIds = reached === null ? limit : [...reached].filter((id) => limit?.includes(id) ?? true);
  return { ...principal, rights, ownRights: own, ...(accountIds ? { accountIds } : {}) };
}

/** Returns every right of a caller, also those that apply in some accounts only. */
export function heldRights(principal: Principal): Right[] {
  return [...scopesOf(principal).keys()];
}

/** Returns the accounts of each right. */
function scopesOf({ rights, ownRights = rights, grants = [] }: Principal): Map<Right, Scope> {
  const scopes = new Map<Right, Scope>(ownRights.map((right) => [right, null]));
  for (const { right, accounts } of grants) {
    const known = scopes.get(right);
    scopes.set(right, known === null || accounts === null ? null : new Set([...(known ?? []), ...accounts]));
  }
  return scopes;
}

/** Returns the union of scopes; null for none of them, because nothing is limited then. */
function union(scopes: readonly Scope[]): Scope {
  if (scopes.length === 0 || scopes.includes(null)) return null;
  return new Set(scopes.flatMap((scope) => [...(scope ?? [])]));
}

function covers(scope: Scope, reached: Scope): boolean {
  if (scope === null) return true;
  return reached !== null && [...reached].every((id) => scope.has(id));
}
