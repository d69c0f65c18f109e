import type { AccessKind } from './catalogue/action-kinds';
import type { PolicyKind } from './source-facts';
import type { GrantSource } from './grant';

/** What a grant is by the way that it leads: through which kind of group, if any, and whether what it gives is a role. */
export interface GrantVariant {
  holder: 'GROUP' | 'FEDERATED_GROUP' | null;
  isRole: boolean;
}

const HOLDERS = [null, 'GROUP', 'FEDERATED_GROUP'] as const;

/** All of them; marks know a sort by its place here. */
export const GRANT_VARIANTS: readonly GrantVariant[] = HOLDERS.flatMap((holder) => [false, true].map((isRole) => ({ holder, isRole })));

export const ALL_VARIANTS: readonly number[] = GRANT_VARIANTS.map((_sort, index) => index);

export const ACCESS_KINDS: readonly AccessKind[] = ['READ', 'WRITE', 'ADMIN'];

/** What gives a role where it is assigned or bound: the others are policies that are no roles. */
export const ROLE_GRANT_KINDS: readonly PolicyKind[] = ['azure_role_assignment', 'gcp_binding', 'admin_role'];

/** The mark of an edge that has a grant of a sort which gives some access of a kind, always or under conditions: one bit. */
export function grantMark(sort: number, kind: AccessKind, isConditional: boolean): number {
  return 2 ** ((sort * ACCESS_KINDS.length + ACCESS_KINDS.indexOf(kind)) * 2 + Number(isConditional));
}

/**
 * All marks of an edge, so that questions about the ways of access need not read who grants it. Below 2 ** 36.
 * @param roles ids of the policies that give a role where they stand
 */
export function marksOf(grants: readonly Omit<GrantSource, 'actions'>[], roles: ReadonlySet<string>): number {
  const marks = new Set<number>();
  for (const { effect, kinds, holder_type: type, policy_id: policy, conditions } of grants) {
    if (effect !== 'Allow') continue;
    const holder = type === 'GROUP' || type === 'FEDERATED_GROUP' ? type : null;
    const sort = GRANT_VARIANTS.findIndex((one) => one.holder === holder && one.isRole === roles.has(policy));
    for (const kind of kinds) marks.add(grantMark(sort, kind, conditions.length > 0));
  }
  return [...marks].reduce((sum, mark) => sum + mark, 0);
}
