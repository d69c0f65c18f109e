import type { AccessKind } from './catalogue/action-kinds';
import type { PolicyKind } from './source-facts';
import type { GrantSource } from './grant';

/** The variant of a grant: the kind of group that it comes through, if any, and whether it grants a role. */
export interface GrantVariant {
  holder: 'GROUP' | 'FEDERATED_GROUP' | null;
  isRole: boolean;
}

const HOLDERS = [null, 'GROUP', 'FEDERATED_GROUP'] as const;

/** All variants. Marks refer to a variant by its index here. */
export const GRANT_VARIANTS: readonly GrantVariant[] = HOLDERS.flatMap((holder) => [false, true].map((isRole) => ({ holder, isRole })));

export const ALL_VARIANTS: readonly number[] = GRANT_VARIANTS.map((_sort, index) => index);

export const ACCESS_KINDS: readonly AccessKind[] = ['READ', 'WRITE', 'ADMIN'];

/** Policy kinds that grant a role by assignment or binding. The others are policies without roles. */
export const ROLE_GRANT_KINDS: readonly PolicyKind[] = ['azure_role_assignment', 'gcp_binding', 'admin_role'];

/** Returns the bit of a grant variant, a kind of access and its conditionality. */
export function grantMark(sort: number, kind: AccessKind, isConditional: boolean): number {
  return 2 ** ((sort * ACCESS_KINDS.length + ACCESS_KINDS.indexOf(kind)) * 2 + Number(isConditional));
}

/**
 * Combines the marks of an access row, so that queries about access paths need not read its grants. The result is below 2 ** 36.
 * @param roles ids of the policies that grant a role
 */
export function marksOf(grants: readonly Omit<GrantSource, 'actions'>[], roles: ReadonlySet<string>): number {
  const marks = new Set<number>();
  for (const { effect, kinds, holder_type: type, policy_id: policy, conditional_kinds: conditional } of grants) {
    if (effect !== 'Allow') continue;
    const holder = type === 'GROUP' || type === 'FEDERATED_GROUP' ? type : null;
    const sort = GRANT_VARIANTS.findIndex((one) => one.holder === holder && one.isRole === roles.has(policy));
    for (const kind of kinds) marks.add(grantMark(sort, kind, conditional.includes(kind)));
  }
  return [...marks].reduce((sum, mark) => sum + mark, 0);
}
