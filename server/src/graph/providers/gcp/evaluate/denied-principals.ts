import { mayBelong, nameInPool } from '../compile/members';
import type { DenyRule } from '../read/documents';

/** How a deny rule concerns a principal. */
export interface Concern {
  /** The principal or set of the rule that contains, or may contain, the principal. */
  member: string;
  /** The condition, in words, under which the rule concerns the principal; absent where it certainly does. */
  perhaps?: string;
}

/**
 * Returns how a deny rule concerns a principal; null where it does not. Which groups and attributes an identity of a pool has is known only to the
 * provider of the pool. A rule that denies or exempts such a set may therefore concern every other identity of the pool. As with groups of Google,
 * what a rule says about a single identity does not concern the sets that contain it.
 * @param names all that certainly contain the principal, with itself
 * @param own the names of the principal itself
 * @see https://cloud.google.com/iam/docs/deny-overview
 */
export function concernOf(
  { denied, excepted }: Pick<DenyRule, 'denied' | 'excepted'>,
  names: ReadonlySet<string>,
  own: ReadonlySet<string>,
): Concern | null {
  if (excepted.some((name) => names.has(name))) return null;
  const may = (sets: readonly string[]): string[] => sets.filter((set) => [...own].some((name) => mayBelong(name, set)));
  const certain = denied.find((name) => names.has(name));
  const [possible, spared] = [certain === undefined ? may(denied.filter((name) => !excepted.includes(name))) : [], may(excepted)];
  const member = certain ?? possible[0];
  if (member === undefined) return null;
  if (certain !== undefined && spared.length === 0) return { member };
  const words = [
    ...(possible.length > 0 ? [`the identity belongs to ${listed(possible)}`] : []),
    ...(spared.length > 0 ? [`the identity does not belong to ${listed(spared)}`] : []),
  ];
  return { member, perhaps: words.join(' and ') };
}

function listed(sets: readonly string[]): string {
  return sets.map((set) => nameInPool(set) ?? set).join(' or ');
}
