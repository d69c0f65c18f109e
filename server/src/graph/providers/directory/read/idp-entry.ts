/** An entry of an answer of an identity provider, with where it stood. */
export interface IdpEntry {
  fields: Record<string, unknown>;
  file: string;
  /** JSON pointer. */
  place: string;
}

/** The innermost part of the path of an entry's file that is an id: `group-members/00g1abc-2.json` and `00g1abc/users.json` are about 00g1abc. Empty where none is. */
export function subjectOf({ file }: IdpEntry, id: RegExp): string {
  const parts = file.split('/').reverse();
  return parts.map((part) => id.exec(part)?.[0] ?? '').find((found) => found !== '') ?? '';
}
