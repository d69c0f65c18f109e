import type { AwsCall } from '../inventory';
import type { FieldTypes } from '../../../../engine/bundle/check-fields';

/** A response of the AWS CLI that a bundle may contain. */
export interface AwsFileKind {
  /** The command that produces it, with placeholders in capitals. */
  command: string;
  /** Its contribution, for the documentation. */
  gives: string;
  /** The data that stays unknown without it. Absent where most accounts do not need the file. */
  without?: string;
  /** For a call about one resource: the call that lists those resources. */
  per?: AwsCall;
  /** The field that holds the list of entries, or the one entry; null where the response itself is the entry. */
  at: string | null;
  /** Fields of an entry. */
  fields: FieldTypes;
  /** Further fields of the response, which are ignored. */
  beside?: readonly string[];
  /** Reports whether a response with an unknown file name is of this kind. By default, the field of the entries decides. */
  looksLike?: (answer: Readonly<Record<string, unknown>>) => boolean;
}

/** Returns known fields that the importer ignores. */
export function unread(names: string): FieldTypes {
  return Object.fromEntries(names.split(' ').map((name) => [name, 'any']));
}

export const TAGS = { list: { Key: 'text', Value: 'text' } } as const;
export const TEXTS = { list: 'text' } as const;

/** Returns a `looksLike` for responses that have all of these fields. */
export function has(...names: string[]): NonNullable<AwsFileKind['looksLike']> {
  return (answer) => names.every((name) => Object.hasOwn(answer, name));
}

/** Serves as `looksLike` for responses that only their file name identifies. */
export function byNameOnly(): boolean {
  return false;
}

/** Returns the first entry of a list, or an empty one. */
export function firstOf(list: unknown): Record<string, unknown> {
  const [first] = Array.isArray(list) ? (list as unknown[]) : [];
  return typeof first === 'object' && first !== null ? (first as Record<string, unknown>) : {};
}
