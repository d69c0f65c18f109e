/** An entry of an identity provider's response, with its place in the bundle. */
export interface IdpEntry {
  fields: Record<string, unknown>;
  file: string;
  /** JSON pointer. */
  place: string;
}

/** A membership that an entry tells of. */
export interface Membership {
  group: string;
  member: string;
  /** JSON pointer inside the entry. */
  within: string;
}

/**
 * Returns the innermost id in the path of an entry's file: 00g1abc for `group-members/00g1abc-2.json` and `00g1abc/users.json`. Empty where it
 * contains none.
 */
export function subjectOf({ file }: IdpEntry, id: RegExp): string {
  const parts = file.split('/').reverse();
  return parts.map((part) => id.exec(part)?.[0] ?? '').find((found) => found !== '') ?? '';
}
