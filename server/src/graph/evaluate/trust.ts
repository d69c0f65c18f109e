import type { PolicyStatement } from '../compile/policy-document';
import { conditionsInWords } from '../compile/condition-words';
import { matchesWildcard } from '../compile/wildcard';

const ASSUME = ['sts:assumerole', 'sts:assumerolewithsaml', 'sts:assumerolewithwebidentity'];

/** Whom one statement of a trust policy speaks of. */
export interface TrustedPrincipal {
  kind: 'AWS' | 'Service' | 'Federated';
  name: string;
}

export interface TrustVerdict {
  /** `named`: the trust policy alone suffices in the same account. `delegated`: the account is trusted, so the identity's own policy must allow too. */
  allows: 'no' | 'named' | 'delegated';
  conditions: string[];
}

function speaksOfAssuming({ actions, notActions }: PolicyStatement): boolean {
  if (actions) return actions.some((pattern) => ASSUME.some((action) => matchesWildcard(pattern.toLowerCase(), action)));
  return notActions !== null && ASSUME.some((action) => !notActions.some((pattern) => matchesWildcard(pattern.toLowerCase(), action)));
}

/** Everybody whom the allowing statements of a trust policy name, with their conditions in words. */
export function trustedPrincipals(statements: readonly PolicyStatement[]): { principal: TrustedPrincipal; conditions: string[] }[] {
  return statements
    .filter((statement) => statement.effect === 'Allow' && speaksOfAssuming(statement) && statement.principals)
    .flatMap(({ principals, condition }) =>
      Object.entries(principals ?? {}).flatMap(([kind, names]) => names.map((name) => ({ principal: { kind: kind as TrustedPrincipal['kind'], name }, conditions: conditionsInWords(condition) }))),
    );
}

/**
 * What a role's trust policy says of a user or role of the same account. Naming the principal's ARN lets it in by itself; naming the
 * account (its id or its root ARN) only delegates to the account's own policies; `*` names everybody.
 * Source: IAM User Guide, "AWS JSON policy elements: Principal" and "How to use trust policies with IAM roles".
 */
export function trustOf(statements: readonly PolicyStatement[], principalArn: string, accountId: string): TrustVerdict {
  const about = statements.filter(speaksOfAssuming);
  const denied = about.some((statement) => statement.effect === 'Deny' && Object.keys(statement.condition).length === 0 && namesOf(statement).some((name) => levelOf(name, principalArn, accountId) !== 'no'));
  if (denied) return { allows: 'no', conditions: [] };
  let best: TrustVerdict = { allows: 'no', conditions: [] };
  for (const statement of about) {
    if (statement.effect !== 'Allow') continue;
    const conditions = conditionsInWords(statement.condition);
    for (const name of namesOf(statement)) {
      const allows = levelOf(name, principalArn, accountId);
      if (rank(allows) > rank(best.allows) || (allows === best.allows && allows !== 'no' && conditions.length < best.conditions.length)) best = { allows, conditions };
    }
  }
  return best;
}

function namesOf({ principals }: PolicyStatement): string[] {
  return principals?.AWS ?? [];
}

function levelOf(name: string, principalArn: string, accountId: string): TrustVerdict['allows'] {
  if (name === '*' || name === principalArn) return 'named';
  return name === accountId || name === `arn:aws:iam::${accountId}:root` ? 'delegated' : 'no';
}

function rank(allows: TrustVerdict['allows']): number {
  return { no: 0, delegated: 1, named: 2 }[allows];
}
