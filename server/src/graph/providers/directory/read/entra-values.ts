import { text } from '../../../../platform/json-values';
import { subjectOf, type IdpEntry } from './idp-entry';

const GUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** Returns an Entra ID id in lower case: ids ignore case, and Azure role assignments use lower case here. */
export function objectId(value: unknown): string {
  return text(value).toLowerCase();
}

/** Returns the object id in a file name; empty where it contains none. */
export function subjectId(entry: IdpEntry): string {
  return subjectOf(entry, GUID).toLowerCase();
}
