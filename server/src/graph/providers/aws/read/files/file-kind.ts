import type { AwsCall } from '../inventory';
import type { FieldTypes } from '../../../../engine/bundle/check-fields';

/** An answer of AWS's command line that a bundle may hold. */
export interface AwsFileKind {
  /** The command that makes it. In capitals what is to be filled in. */
  command: string;
  /** What comes out of it, for the documentation. */
  gives: string;
  /** What is not known without it; absent: nothing that would be missed in every account. */
  without?: string;
  /** Of a call about one resource: the call that lists those resources. */
  per?: AwsCall;
  /** The field that holds the list of entries, or the one entry; null: the answer itself is the entry. */
  at: string | null;
  /** Fields of an entry. */
  fields: FieldTypes;
  /** Further fields of the answer, which are not read. */
  beside?: readonly string[];
  /** Tells an answer whose file has another name; absent: by the field that holds the entries. */
  looksLike?: (answer: Readonly<Record<string, unknown>>) => boolean;
}

/** Fields that are known and not read. */
export function unread(names: string): FieldTypes {
  return Object.fromEntries(names.split(' ').map((name) => [name, 'any']));
}

export const TAGS = { list: { Key: 'text', Value: 'text' } } as const;
export const TEXTS = { list: 'text' } as const;

/** `looksLike` for answers that have all of these fields. */
export function has(...names: string[]): NonNullable<AwsFileKind['looksLike']> {
  return (answer) => names.every((name) => Object.hasOwn(answer, name));
}

/** `looksLike` for answers that only the name of their file tells. */
export function byNameOnly(): boolean {
  return false;
}

/** The first entry of a list; an empty one where there is none. */
export function firstOf(list: unknown): Record<string, unknown> {
  const [first] = Array.isArray(list) ? (list as unknown[]) : [];
  return typeof first === 'object' && first !== null ? (first as Record<string, unknown>) : {};
}
