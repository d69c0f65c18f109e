import type { AccessKind } from './catalogue/action-kinds';

/** How access of one kind is granted: 0 not, 1 under conditions only, 2 always. */
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
  /** What the statement gives here, of what is left after all denies and limits; of a deny: nothing. */
  kinds: AccessKind[];
  /** The set of the actions that it gives. */
  actions: string;
  conditions: string[];
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
