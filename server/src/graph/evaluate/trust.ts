import type { PolicyStatement } from '../compile/policy-document';
import { conditionsInWords } from '../compile/condition-words';
import { matchesWildcard } from '../compile/wildcard';

/** Somebody inside the account who may want to become a role. */
export interface Candidate {
  arn: string;
  type: string;
  name: string;
  accountId: string;
}

/**
 * How a statement of a trust policy lets a candidate in. `user`, `session` and `everybody` pass by themselves; `role` passes by itself
 * but stays within the role's boundary; `account` only delegates: the candidate's own policies must allow it as well.
 */
export type TrustMode = 'user' | 'role' | 'session' | 'everybody' | 'account';

export interface TrustGrant {
  mode: TrustMode;
  /** What must hold, in words; none: always. */
  conditions: string[];
}

/** Whom one allowing statement of a trust policy names, by kind of principal. */
export interface TrustedPrincipal {
  kind: 'AWS' | 'Service' | 'Federated';
  name: string;
}

/** The action by which each kind of principal takes a role. */
const ACTION_OF_KIND: Record<string, readonly string[]> = {
  AWS: ['sts:assumerole'],
  Service: ['sts:assumerole'],
  Federated: ['sts:assumerolewithsaml', 'sts:assumerolewithwebidentity'],
};

/**
 * The ways by which a trust policy lets a user or role of the role's own account in. An unconditional deny leaves none; one under
 * conditions makes every way conditional.
 * Source: IAM User Guide, "AWS JSON policy elements: Principal" and "Policy evaluation logic".
 */
export function trustGrants(statements: readonly PolicyStatement[], candidate: Candidate): TrustGrant[] {
  const grants: TrustGrant[] = [];
  const unless: string[] = [];
  for (const statement of statements) {
    if (!speaksOf(statement, 'AWS')) continue;
    const ways = waysIn(statement, candidate);
    if (ways.length === 0) continue;
    const conditions = conditionsInWords(statement.condition);
    if (statement.effect === 'Allow') grants.push(...ways.map((way) => ({ mode: way.mode, conditions: [...way.conditions, ...conditions] })));
    else {
      const under = [...(ways[0]?.conditions ?? []), ...conditions];
      if (under.length === 0) return [];
      unless.push(`not (${under.join(' and ')})`);
    }
  }
  return grants.map(({ mode, conditions }) => ({ mode, conditions: [...conditions, ...unless] }));
}

/** Everybody outside whom the allowing statements name, with the conditions in words. Statements about all but some are left out: they name nobody. */
export function trustedPrincipals(statements: readonly PolicyStatement[]): { principal: TrustedPrincipal; conditions: string[] }[] {
  return statements.flatMap((statement) => {
    if (statement.effect !== 'Allow' || statement.notPrincipals) return [];
    const conditions = conditionsInWords(statement.condition);
    return Object.entries(statement.principals ?? {}).flatMap(([kind, names]) =>
      speaksOf(statement, kind) ? names.map((name) => ({ principal: { kind: kind as TrustedPrincipal['kind'], name }, conditions })) : [],
    );
  });
}

/** What an explicit deny of the trust policy says of a principal that stands outside: denied for good, or only under conditions. */
export function denialOf(statements: readonly PolicyStatement[], { kind, name }: TrustedPrincipal): { denied: boolean; unless: string[] } {
  const unless: string[] = [];
  for (const statement of statements) {
    if (statement.effect !== 'Deny' || !speaksOf(statement, kind)) continue;
    const named = [...(statement.principals?.[kind] ?? []), ...(statement.principals?.AWS ?? []).filter((other) => other === '*')];
    const meant = named.some((other) => other === '*' || other === name || (kind === 'AWS' && isRootOf(other, accountOf(name))));
    if (meant === statement.notPrincipals) continue;
    const conditions = conditionsInWords(statement.condition);
    if (conditions.length === 0) return { denied: true, unless: [] };
    unless.push(`not (${conditions.join(' and ')})`);
  }
  return { denied: false, unless };
}

/** The account id of a principal that is named by an account id or an ARN. */
export function accountOf(name: string): string | null {
  const id = /^\d{12}$/.test(name) ? name : (name.split(':')[4] ?? '');
  return /^\d{12}$/.test(id) ? id : null;
}

function speaksOf({ actions, notActions }: PolicyStatement, kind: string): boolean {
  const wanted = ACTION_OF_KIND[kind] ?? [];
  if (actions) return actions.some((pattern) => wanted.some((action) => matchesWildcard(pattern.toLowerCase(), action)));
  return notActions !== null && wanted.some((action) => !notActions.some((pattern) => matchesWildcard(pattern.toLowerCase(), action)));
}

function waysIn(statement: PolicyStatement, candidate: Candidate): TrustGrant[] {
  const names = statement.principals?.AWS ?? [];
  const ways = names.flatMap((name) => wayOf(name, candidate) ?? []);
  if (!statement.notPrincipals) return ways;
  return ways.some(({ mode }) => mode !== 'account') ? [] : [{ mode: 'everybody', conditions: [] }];
}

function wayOf(name: string, { arn, type, name: ownName, accountId }: Candidate): TrustGrant | null {
  if (name === '*') return { mode: 'everybody', conditions: [] };
  if (name === arn) return { mode: type === 'ROLE' ? 'role' : 'user', conditions: [] };
  if (isRootOf(name, accountId)) return { mode: 'account', conditions: [] };
  // A session is named by the role's name without its path, and by the session's own.
  const [, account, role, session] = /^arn:[^:]+:sts::(\d{12}):assumed-role\/([^/]+)\/(.+)$/.exec(name) ?? [];
  if (type !== 'ROLE' || account !== accountId || role !== ownName) return null;
  return { mode: 'session', conditions: [`the session is named ${session}`] };
}

/** The account, by its id or by the ARN of its root, in any partition. */
function isRootOf(name: string, accountId: string | null): boolean {
  return accountId !== null && (name === accountId || (name.startsWith('arn:') && name.endsWith(`:iam::${accountId}:root`)));
}
