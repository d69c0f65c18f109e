import type { Bitset } from '../../../engine/bitset';
import type { CompiledStatement } from '../compile/compiled-statement';
import type { PrincipalMatch } from './principal-match';

/** A statement with the policy and holder that it comes from. */
export interface HeldStatement<Source> {
  statement: CompiledStatement;
  source: Source;
  /** The statement stands for a grant of a key or for an access point, and suffices by itself in other accounts too. */
  byGrant?: true;
}

/** A resource policy statement that applies to the requester, with how it names the requester. */
export interface MatchedStatement<Source> extends HeldStatement<Source> {
  match: PrincipalMatch;
}

/** The resource's side of a request. */
export interface ResourceSide<Source> {
  /** The requester's account relative to the resource's. `outside` means no account at all: a service, a provider or the public. */
  relation: 'same-account' | 'cross-account' | 'outside';
  /** Statements of the resource policy that apply to the requester. */
  statements: readonly MatchedStatement<Source>[];
  /** Actions for which the resource policy must delegate to the account before identity policies count (KMS keys, role trust). */
  delegatedActions: Bitset | null;
}

/**
 * Policies that limit or extend identity policies. Each list must also allow the request, and an empty list allows nothing. Null or an absent list
 * sets no limit.
 */
export interface Limits<Source> {
  boundary: readonly HeldStatement<Source>[] | null;
  session?: readonly HeldStatement<Source>[] | null;
  /** One list per organization level, from the root to the requester's account. */
  scps?: readonly (readonly HeldStatement<Source>[])[];
  /** One list per organization level, from the root to the resource's account. */
  rcps?: readonly (readonly HeldStatement<Source>[])[];
  endpoint?: readonly HeldStatement<Source>[] | null;
  resource?: ResourceSide<Source> | null;
}

/** Represents allowed access, either as sets of actions or as the conditions of one action. */
export interface PolicyEvaluator<T> {
  /** Returns what the allow statements give. It records their denies, which the caller subtracts at the end. */
  evaluate: (statements: readonly HeldStatement<unknown>[]) => T;
  allExcept: (actions: Bitset | null) => T;
  and: (one: T, other: T) => T;
  or: (one: T, other: T) => T;
}

/**
 * Combines all policies that must allow a request, before denies. Within one account, an identity policy or the resource policy suffices; across
 * accounts, both must allow, except that a grant of a key suffices for the user or role that it names. Boundary and session policy limit identity
 * policies and what a resource policy gives to a role. They do not limit what a resource policy gives to a user, a session or everyone. Every
 * organization level must allow, on both sides.
 * @see IAM User Guide, "Policy evaluation logic", "Cross-account policy evaluation logic", "Permissions boundaries for IAM entities", "AWS STS
 * session policies"
 * @see AWS Organizations User Guide, "SCP evaluation", "RCP evaluation"
 * @see AWS KMS Developer Guide, "Key policies"
 * @see https://docs.aws.amazon.com/kms/latest/developerguide/policy-evaluation.html
 */
export function allowance<T>(identity: readonly HeldStatement<unknown>[], limits: Limits<unknown>, judge: PolicyEvaluator<T>): T {
  const { boundary, session, scps = [], rcps = [], endpoint, resource } = limits;
  const limiting = [boundary, session].flatMap((statements) => (statements ? [judge.evaluate(statements)] : []));
  const limited = (given: T): T => limiting.reduce((left, limit) => judge.and(left, limit), given);
  const own = judge.evaluate(identity);
  const given = resource ? withResource(own, limited, resource, judge) : limited(own);
  return [...scps, ...rcps, ...(endpoint ? [endpoint] : [])].reduce((left, level) => judge.and(left, judge.evaluate(level)), given);
}

function withResource<T>(
  own: T,
  limited: (given: T) => T,
  { relation, statements, delegatedActions }: ResourceSide<unknown>,
  judge: PolicyEvaluator<T>,
): T {
  const by = (mode: PrincipalMatch['mode']): T => judge.evaluate(statements.filter(({ match }) => match.mode === mode));
  const [direct, toRole, toAccount] = [by('direct'), by('role'), by('account')];
  if (relation === 'outside') return direct;
  if (relation === 'cross-account') {
    const granted = judge.evaluate(statements.filter(({ byGrant, match }) => byGrant && match.mode !== 'account'));
    return judge.or(granted, judge.and(limited(own), judge.or(direct, judge.or(toRole, toAccount))));
  }
  const delegated = judge.or(toAccount, judge.allExcept(delegatedActions));
  return judge.or(direct, limited(judge.or(toRole, judge.and(own, delegated))));
}
