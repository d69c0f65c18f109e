import type { AccessKind } from './catalogue/action-kinds';

/** The grant of one kind of access: 0 no access, 1 conditional, 2 always. */
export type AccessMode = 0 | 1 | 2;

/** The statement of a policy that grants or denies access, with the policy's holder. */
export interface GrantSource {
  holder_type: string;
  holder_uri: string;
  holder_name: string;
  policy_id: string;
  policy_name: string;
  policy_uri: string;
  statement_index: number;
  effect: 'Allow' | 'Deny';
  /** The statement's contribution to the access that remains after denies and limits; a deny contributes nothing. */
  kinds: AccessKind[];
  /** Those of the kinds that the statement gives only under its conditions. */
  conditional_kinds: AccessKind[];
  /** The set of granted actions. */
  actions: string;
  conditions: string[];
}

/** A grant as it is stored. Grants of earlier versions do not list their conditional kinds. */
export type StoredGrant = Omit<GrantSource, 'conditional_kinds'> & Partial<Pick<GrantSource, 'conditional_kinds'>>;

/** Completes a stored grant. Without a list, its conditions concern all of its access. */
export function toGrantSource(grant: StoredGrant): GrantSource {
  return { ...grant, conditional_kinds: grant.conditional_kinds ?? (grant.conditions.length > 0 ? grant.kinds : []) };
}

/** One hop of an access path, from an identity to what it acts as. */
export interface ProfileHop {
  uri: string;
  type: string;
  name: string;
  account_id: string;
  relation: string;
  conditions: string[];
}
