import { text } from '../../../../platform/json-values';
import { subjectOf, type IdpEntry } from './idp-entry';

const GUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** Ids of Entra ID are the same in either case: all are in lower case, as Azure's role assignments have them here. */
export function objectId(value: unknown): string {
  return text(value).toLowerCase();
}

/** The object id that a file is named by. Empty where its name is none. */
export function subjectId(entry: IdpEntry): string {
  return subjectOf(entry, GUID).toLowerCase();
}
