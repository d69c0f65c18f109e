import type { CompiledStatement } from '../compile/compiled-statement';
import type { Requester } from './requester';
import { accountOf } from './principal-names';

/**
 * How a resource policy's statement reaches whoever asks. `direct`: it names the user, the session or everybody, and an allow stands by
 * itself; `role`: it names the role, and its sessions stay within boundary and session policy; `account`: it hands the matter to the
 * account, whose own policies must allow it.
 * Source: IAM User Guide, "Policy evaluation logic for requests within a single account", "AWS JSON policy elements: Principal".
 */
export type MatchMode = 'direct' | 'role' | 'account';

export interface PrincipalMatch {
  mode: MatchMode;
  /** In words; none: in any case. */
  conditions: readonly string[];
}

/** How a statement reaches a requester, by each principal that it names; none: it does not speak of it. */
export function principalMatches({ effect, principals, notPrincipals }: CompiledStatement, requester: Requester): PrincipalMatch[] {
  if (!principals) return [];
  const named = Object.entries(principals).flatMap(([kind, names]) => names.flatMap((name) => matchOf(kind, name, requester, effect) ?? []));
  return notPrincipals ? leftOver(effect, named, requester) : named;
}

/**
 * NotPrincipal speaks of everybody but those it names. A deny leaves out only whom it names itself: naming the account spares none of its
 * users, and naming a role spares none of its sessions. An allow leaves out whoever is named in any way.
 * Source: IAM User Guide, "AWS JSON policy elements: NotPrincipal".
 */
function leftOver(effect: 'Allow' | 'Deny', named: readonly PrincipalMatch[], { kind }: Requester): PrincipalMatch[] {
  const everybody: PrincipalMatch = { mode: 'direct', conditions: [] };
  if (effect === 'Allow') return named.length > 0 ? [] : [everybody];
  const sparing = named.filter(({ mode }) => mode === 'direct' || (mode === 'account' && kind === 'root') || (mode === 'role' && kind === 'role'));
  if (sparing.length === 0) return [everybody];
  const [easiest] = [...sparing].sort((a, b) => a.conditions.length - b.conditions.length);
  if (!easiest || easiest.conditions.length === 0) return [];
  return [{ mode: 'direct', conditions: [`not (${easiest.conditions.join(' and ')})`] }];
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

/** A role may ask by any of its sessions; which, only the request says. */
function matchOfSession(name: string, { accountId, name: ownName }: Requester): PrincipalMatch | null {
  const [, account, role, session] = /^arn:[^:]+:sts::(\d{12}):assumed-role\/([^/]+)\/(.+)$/.exec(name) ?? [];
  return account === accountId && role === ownName ? { mode: 'direct', conditions: [`the session is named ${session}`] } : null;
}

/** Sessions are named by their role without its path. */
function isRoleOfSession(name: string, { accountId, name: roleName }: Requester): boolean {
  const [, account, path] = /^arn:[^:]+:iam::(\d{12}):role\/(.+)$/.exec(name) ?? [];
  return account === accountId && path?.split('/').at(-1) === roleName;
}

/** The account, by its id or by the ARN of its root, in any partition. */
function isRootOf(name: string, accountId: string): boolean {
  return name === accountId || (name.startsWith('arn:') && name.endsWith(`:iam::${accountId}:root`));
}
