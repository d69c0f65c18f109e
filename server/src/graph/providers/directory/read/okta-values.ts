import { at, text } from '../../../../platform/json-values';
import { subjectOf, type IdpEntry } from './idp-entry';

/** Returns the id at the end of a response link: `_links.app.href` is `https://example.okta.com/api/v1/apps/0oa1`. Empty where there is none. */
export function linkedId(entry: IdpEntry, link: string): string {
  const href = text(at(entry.fields, '_links', link, 'href'));
  return /\/([A-Za-z0-9]+)(?:[?#].*)?$/.exec(href)?.[1] ?? '';
}

/** Returns the Okta id in a file name; empty where it contains none. */
export function subjectId(entry: IdpEntry): string {
  return subjectOf(entry, /^(?:00u|00g|0oa|cr0)[A-Za-z0-9]+/);
}
