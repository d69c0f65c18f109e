import type { PolicyStatement } from '../compile/policy-document';
import { compileCondition, holds } from '../compile/condition-test';
import { contextOf, type RequestContext } from '../compile/request-context';
import { matchesWildcard } from '../../../engine/wildcard';
import { namesInConditions } from './open-statements';
import { accountOf } from './principal-names';

/** A principal that an allow statement of a trust policy names, by kind. */
export interface TrustedPrincipal {
  kind: 'AWS' | 'Service' | 'Federated';
  name: string;
}

const NOTHING_KNOWN = contextOf({});

/** The action with which each kind of principal assumes a role. */
const ACTION_OF_KIND: Record<string, readonly string[]> = {
  AWS: ['sts:assumerole'],
  Service: ['sts:assumerole'],
  Federated: ['sts:assumerolewithsaml', 'sts:assumerolewithwebidentity'],
};

/** Returns the principals that the allow statements name, with the conditions. It omits NotPrincipal statements, which name no principal. */
export function trustedPrincipals(
  statements: readonly PolicyStatement[],
): { principal: TrustedPrincipal; condition: PolicyStatement['condition'] }[] {
  return statements.flatMap((statement) => {
    if (statement.effect !== 'Allow' || statement.notPrincipals) return [];
    const { condition } = statement;
    return Object.entries(statement.principals ?? {}).flatMap(([kind, named]) => {
      if (!coversKind(statement, kind)) return [];
      const admitted = kind === 'AWS' && named.includes('*') ? namesInConditions(compileCondition(condition, true)) : [];
      return [...named, ...admitted].map((name) => ({ principal: { kind: kind as TrustedPrincipal['kind'], name }, condition }));
    });
  });
}

/** Returns the conditions, in words, that the context leaves undecided; null where one fails. */
export function conditionsLeft(condition: PolicyStatement['condition'], context: RequestContext): string[] | null {
  const left: string[] = [];
  for (const test of compileCondition(condition, true)) {
    const truth = holds(test, context);
    if (truth === 'no') return null;
    if (truth === 'unknown') left.push(test.words);
  }
  return left;
}

/** Returns the effect of the trust policy's denies on an external principal: denied, or denied only under conditions. */
export function denialOf(
  statements: readonly PolicyStatement[],
  { kind, name }: TrustedPrincipal,
  context: RequestContext = NOTHING_KNOWN,
): { denied: boolean; unless: string[] } {
  const unless: string[] = [];
  for (const statement of statements) {
    if (statement.effect !== 'Deny' || !coversKind(statement, kind)) continue;
    const named = [...(statement.principals?.[kind] ?? []), ...(statement.principals?.AWS ?? []).filter((other) => other === '*')];
    const matched = named.some((other) => other === '*' || other === name || (kind === 'AWS' && isRootOf(other, accountOf(name))));
    if (matched === statement.notPrincipals) continue;
    const conditions = conditionsLeft(statement.condition, context);
    if (!conditions) continue;
    if (conditions.length === 0) return { denied: true, unless: [] };
    unless.push(`not (${conditions.join(' and ')})`);
  }
  return { denied: false, unless };
}

function coversKind({ actions, notActions }: PolicyStatement, kind: string): boolean {
  const required = ACTION_OF_KIND[kind] ?? [];
  if (actions) return actions.some((pattern) => required.some((action) => matchesWildcard(pattern.toLowerCase(), action)));
  return notActions !== null && required.some((action) => !notActions.some((pattern) => matchesWildcard(pattern.toLowerCase(), action)));
}

/** Matches an account by its id or by the ARN of its root user, in any partition. */
function isRootOf(name: string, accountId: string | null): boolean {
  return accountId !== null && (name === accountId || (name.startsWith('arn:') && name.endsWith(`:iam::${accountId}:root`)));
}
