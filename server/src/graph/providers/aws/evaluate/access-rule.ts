import type { Bitset } from '../../../engine/bitset';
import type { CompiledStatement } from '../compile/compiled-statement';
import type { PrincipalMatch } from './principal-match';

/** A statement with what it hangs on. */
export interface HeldStatement<Source> {
  statement: CompiledStatement;
  source: Source;
}

/** A statement of a resource policy that speaks of whoever asks, with how it reaches it. */
export interface ReachingStatement<Source> extends HeldStatement<Source> {
  match: PrincipalMatch;
}

/** The resource's own side of a request. */
export interface ResourceSide<Source> {
  /** Whether the resource lies in the account of whoever asks; `outside`: no account stands behind it (a service, a provider, anybody). */
  relation: 'same-account' | 'cross-account' | 'outside';
  /** Of the resource policy, as far as they speak of whoever asks. */
  statements: readonly ReachingStatement<Source>[];
  /** Actions of which the account's own policies count only where the resource policy hands them to the account (keys, roles). */
  governed: Bitset | null;
}

/**
 * What else than identity policies has a say. Each list is a set of policies that must allow as well, an empty one allows nothing; null
 * or no list is no limit.
 */
export interface Limits<Source> {
  boundary: readonly HeldStatement<Source>[] | null;
  session?: readonly HeldStatement<Source>[] | null;
  /** One list per level, from the root to the account of whoever asks. */
  scps?: readonly (readonly HeldStatement<Source>[])[];
  /** One list per level, from the root to the account of the resource. */
  rcps?: readonly (readonly HeldStatement<Source>[])[];
  endpoint?: readonly HeldStatement<Source>[] | null;
  resource?: ResourceSide<Source> | null;
}

/** How allows are counted: as sets of actions, or as the words of what one action needs. */
export interface Judge<T> {
  /** What the allows of these statements give. Their denies are kept by the judge, who takes them away in the end. */
  weigh: (statements: readonly HeldStatement<unknown>[]) => T;
  everythingBut: (actions: Bitset | null) => T;
  and: (one: T, other: T) => T;
  or: (one: T, other: T) => T;
}

/**
 * Who has to allow a request, before denies. In one account an identity policy or the resource policy; across accounts both. Boundary and
 * session policy limit what identity policies give and what a resource policy gives to a role, but not what it gives to a user, to a
 * session or to everybody. Every level of the organization must allow, on the side of whoever asks and on the resource's.
 * Source: IAM User Guide, "Policy evaluation logic", "Cross-account policy evaluation logic", "Permissions boundaries for IAM entities",
 * "AWS STS session policies"; AWS Organizations User Guide, "SCP evaluation", "RCP evaluation"; AWS KMS Developer Guide, "Key policies".
 */
export function allowance<T>(identity: readonly HeldStatement<unknown>[], limits: Limits<unknown>, judge: Judge<T>): T {
  const { boundary, session, scps = [], rcps = [], endpoint, resource } = limits;
  const limiting = [boundary, session].flatMap((statements) => (statements ? [judge.weigh(statements)] : []));
  const limited = (given: T): T => limiting.reduce((left, limit) => judge.and(left, limit), given);
  const own = judge.weigh(identity);
  const given = resource ? withResource(own, limited, resource, judge) : limited(own);
  return [...scps, ...rcps, ...(endpoint ? [endpoint] : [])].reduce((left, level) => judge.and(left, judge.weigh(level)), given);
}

function withResource<T>(own: T, limited: (given: T) => T, { relation, statements, governed }: ResourceSide<unknown>, judge: Judge<T>): T {
  const by = (mode: PrincipalMatch['mode']): T => judge.weigh(statements.filter(({ match }) => match.mode === mode));
  const [direct, toRole, toAccount] = [by('direct'), by('role'), by('account')];
  if (relation === 'outside') return direct;
  if (relation === 'cross-account') return judge.and(limited(own), judge.or(direct, judge.or(toRole, toAccount)));
  const delegated = judge.or(toAccount, judge.everythingBut(governed));
  return judge.or(direct, limited(judge.or(toRole, judge.and(own, delegated))));
}
