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

/**
 * Returns the action with which a principal assumes a role.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_temp_request.html
 */
export function assumeActionOf({ kind, name }: TrustedPrincipal): 'AssumeRole' | 'AssumeRoleWithSAML' | 'AssumeRoleWithWebIdentity' {
  if (kind !== 'Federated') return 'AssumeRole';
  return name.includes(':saml-provider/') ? 'AssumeRoleWithSAML' : 'AssumeRoleWithWebIdentity';
}

/** Returns the principals that the allow statements name, with the conditions. It omits NotPrincipal statements, which name no principal. */
export function trustedPrincipals(
  statements: readonly PolicyStatement[],
): { principal: TrustedPrincipal; condition: PolicyStatement['condition'] }[] {
  return statements.flatMap((statement) => {
    if (statement.effect !== 'Allow' || statement.notPrincipals) return [];
    const { condition } = statement;
    return Object.entries(statement.principals ?? {}).flatMap(([kind, named]) => {
      const admitted = kind === 'AWS' && named.includes('*') ? namesInConditions(compileCondition(condition, true)) : [];
      const principals = [...named, ...admitted].map((name): TrustedPrincipal => ({ kind: kind as TrustedPrincipal['kind'], name }));
      return principals.filter((principal) => covers(statement, principal)).map((principal) => ({ principal, condition }));
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
  principal: TrustedPrincipal,
  context: RequestContext = NOTHING_KNOWN,
): { denied: boolean; unless: string[] } {
  const { kind, name } = principal;
  const unless: string[] = [];
  for (const statement of statements) {
    if (statement.effect !== 'Deny' || !covers(statement, principal)) continue;
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

function covers({ actions, notActions }: PolicyStatement, principal: TrustedPrincipal): boolean {
  const action = `sts:${assumeActionOf(principal)}`.toLowerCase();
  const isIn = (patterns: readonly string[]): boolean => patterns.some((pattern) => matchesWildcard(pattern.toLowerCase(), action));
  return actions ? isIn(actions) : notActions !== null && !isIn(notActions);
}

/** Matches an account by its id or by the ARN of its root user, in any partition. */
function isRootOf(name: string, accountId: string | null): boolean {
  return accountId !== null && (name === accountId || (name.startsWith('arn:') && name.endsWith(`:iam::${accountId}:root`)));
}
