import { contextOf, type KnownKeys, type RequestContext } from '../compile/request-context';
import { compileCondition, holds, type ConditionTest } from '../compile/condition-test';
import { parsePolicyDocument, type PolicyStatement } from '../compile/policy-document';
import type { OrganizationLevel } from '../../../engine/evaluation';
import type { PolicyFact } from '../../../engine/source-facts';
import { organizationKeys, organizationLimits } from './organization-limits';
import { OF_SERVICE_CALLS } from './principal-context';
import { accountOf } from './principal-names';
import { accountKeys } from './requester-keys';

/** The conditions of an allow statement for everyone, in a resource or trust policy. Principals of any account may meet them. */
export type OpenStatement = readonly ConditionTest[];

/** Condition keys whose values name principals or their accounts. */
const NAMING_KEYS: readonly string[] = ['aws:principalaccount', 'aws:principalarn', 'kms:calleraccount'];

/** Stands for an account that no policy names. */
const UNNAMED_ACCOUNT = 'unnamed';

/** Text that every document with an open statement contains. */
const MAY_BE_OPEN = /\*|NotPrincipal/;

/**
 * Returns the statements that allow everyone something, possibly under conditions, such as shares within an organization.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html#condition-keys-principalorgid
 */
export function openStatements(policies: readonly Pick<PolicyFact, 'kind' | 'document'>[]): OpenStatement[] {
  const found = new Map<string, OpenStatement>();
  for (const { kind, document } of policies) {
    if ((kind !== 'resource' && kind !== 'trust') || !MAY_BE_OPEN.test(document)) continue;
    for (const statement of parsePolicyDocument(document)?.statements ?? []) {
      if (isOpen(statement)) found.set(JSON.stringify(statement.condition), compileCondition(statement.condition, true));
    }
  }
  return [...found.values()];
}

/** Reports whether an open statement may apply to principals of an account. It considers only what all of them share. */
export function mayAdmit(open: readonly OpenStatement[], accountId: string, levels: readonly OrganizationLevel[] | null): boolean {
  if (open.length === 0) return false;
  return admits(open, accountId, organizationKeys('principal', organizationLimits(levels, accountId)));
}

/** Reports whether an open statement may apply to principals of accounts that no policy names. */
export function mayAdmitOthers(open: readonly OpenStatement[]): boolean {
  return admits(open, UNNAMED_ACCOUNT, {});
}

function admits(open: readonly OpenStatement[], accountId: string, organization: KnownKeys): boolean {
  const context: RequestContext = {
    ...contextOf({ ...OF_SERVICE_CALLS, ...accountKeys(accountId), ...organization }),
    neverIs: (key, pattern) => key === 'aws:principalarn' && ![null, accountId].includes(accountOf(pattern)),
  };
  return open.some((tests) => tests.every((test) => holds(test, context) !== 'no'));
}

/** Returns the accounts and principals to which conditions limit a statement for everyone. */
export function namesInConditions(tests: readonly ConditionTest[]): string[] {
  const naming = tests.filter(({ key, operator }) => NAMING_KEYS.includes(key) && operator !== null && operator !== 'Null' && !operator.negated);
  return naming.flatMap(({ values }) => values.filter((value) => accountOf(value) !== null));
}

function isOpen({ effect, principals, notPrincipals }: PolicyStatement): boolean {
  return effect === 'Allow' && (notPrincipals || principals?.AWS?.includes('*') === true);
}
