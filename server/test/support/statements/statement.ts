/**
 * A hand-checked statement about the small company: the result follows from the provider's documentation, not from our evaluators.
 *
 * `access` is one of
 * - three letters for read, write and admin: a capital letter is unconditional, a small one depends on the request, and `-` is no access
 * - `may ACTION` or `may not ACTION`
 * - `assumes`, `assumes under conditions` or `cannot assume` for a role or service account
 */
export interface Statement {
  who: string;
  what: string;
  access: string;
  because: string;
  /** The page of the provider that contains the rule. */
  see: string;
}

/** Returns a function that writes statements which follow from one page. */
export function accordingTo(see: string): (who: string, what: string, access: string, because: string) => Statement {
  return (who, what, access, because) => ({ who, what, access, because, see });
}
