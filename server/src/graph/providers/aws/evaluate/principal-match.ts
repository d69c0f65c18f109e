import type { CompiledStatement } from '../compile/compiled-statement';
import type { Requester } from './requester';
import { accountOf } from './principal-names';

/**
 * The form in which a resource policy statement names the requester. `direct` names the user, the session or everyone, and an allow suffices by
 * itself. `role` names the role, so boundary and session policy limit its sessions. `account` delegates to the account, whose own policies must also
 * allow.
 * @see IAM User Guide, "Policy evaluation logic for requests within a single account", "AWS JSON policy elements: Principal"
 */
export type MatchMode = 'direct' | 'role' | 'account';

export interface PrincipalMatch {
  mode: MatchMode;
  /** The conditions in words; empty where there are none. */
  conditions: readonly string[];
}

/**
 * Returns one match for each principal element that names the requester; none where the statement does not apply.
 * @param hasBoundary the requester has a permissions boundary
 */
export function principalMatches(
  { effect, principals, notPrincipals }: CompiledStatement,
  requester: Requester,
  hasBoundary = false,
): PrincipalMatch[] {
  if (!principals) return [];
  const named = Object.entries(principals).flatMap(([kind, names]) => names.flatMap((name) => matchOf(kind, name, requester, effect) ?? []));
  return notPrincipals ? leftOver(effect, named, requester, hasBoundary) : named;
}

/**
 * Matches NotPrincipal, which applies to everyone except the named principals. A deny exempts only principals that it names directly: an account does
 * not exempt its users, and a role does not exempt its sessions. A deny that does not name the account as well may deny the named principal too,
 * and always denies a principal with a permissions boundary. An allow exempts principals that it names in any form.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_notprincipal.html
 */
function leftOver(
  effect: 'Allow' | 'Deny',
  named: readonly PrincipalMatch[],
  { kind, accountId }: Requester,
  hasBoundary: boolean,
): PrincipalMatch[] {
  const match: PrincipalMatch = { mode: 'direct', conditions: [] };
  if (effect === 'Allow') return named.length > 0 ? [] : [match];
  const exempting = named.filter(({ mode }) => mode === 'direct' || (mode === 'account' && kind === 'root') || (mode === 'role' && kind === 'role'));
  if (exempting.length === 0 || hasBoundary) return [match];
  const isAlone = accountId !== null && !named.some(({ mode }) => mode === 'account');
  if (isAlone) return [{ mode: 'direct', conditions: [`the exemption does not name account ${accountId}`] }];
  const [first] = [...exempting].sort((a, b) => a.conditions.length - b.conditions.length);
  if (!first || first.conditions.length === 0) return [];
  return [{ mode: 'direct', conditions: [`not (${first.conditions.join(' and ')})`] }];
}

function matchOf(kind: string, name: string, requester: Requester, effect: 'Allow' | 'Deny'): PrincipalMatch | null {
  const direct: PrincipalMatch = { mode: 'direct', conditions: [] };
  if (kind === 'Service') return requester.kind === 'service' && name.toLowerCase() === requester.id.toLowerCase() ? direct : null;
  if (kind === 'Federated') return requester.kind === 'provider' && name === requester.id ? direct : null;
  if (kind !== 'AWS') return null;
  if (name === '*') return direct;
  if (requester.accountId === null) return null;
  if (isRootOf(name, requester.accountId)) return { mode: 'account', conditions: [] };
  if (requester.kind === 'account') return effect === 'Allow' && accountOf(name) === requester.accountId ? direct : null;
  const isAnySession = requester.kind === 'role' || (requester.kind === 'session' && requester.sessionName === null);
  if (name === requester.id) return { mode: isAnySession ? 'role' : 'direct', conditions: [] };
  if (isAnySession) return matchOfSession(name, requester);
  return requester.kind === 'session' && isRoleOfSession(name, requester) ? { mode: 'role', conditions: [] } : null;
}

/** A role may sign with any of its sessions; only the request decides which. */
function matchOfSession(name: string, { accountId, name: ownName }: Requester): PrincipalMatch | null {
  const [, account, role, session] = /^arn:[^:]+:sts::(\d{12}):assumed-role\/([^/]+)\/(.+)$/.exec(name) ?? [];
  return account === accountId && role === ownName ? { mode: 'direct', conditions: [`the session is named ${session}`] } : null;
}

/** Session ARNs contain the role name without its path. */
function isRoleOfSession(name: string, { accountId, name: roleName }: Requester): boolean {
  const [, account, path] = /^arn:[^:]+:iam::(\d{12}):role\/(.+)$/.exec(name) ?? [];
  return account === accountId && path?.split('/').at(-1) === roleName;
}

/** Matches an account by its id or by the ARN of its root user, in any partition. */
function isRootOf(name: string, accountId: string): boolean {
  return name === accountId || (name.startsWith('arn:') && name.endsWith(`:iam::${accountId}:root`));
}
