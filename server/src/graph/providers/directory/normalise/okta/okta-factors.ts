import { at, list, text } from '../../../../../platform/json-values';
import { linkedId, subjectId } from '../../read/okta-values';
import type { OktaBundle } from '../../read/okta-bundle';

/** What is known as a password is, and what comes by the mailbox that a password resets: neither is a second factor. */
const NO_FACTOR = new Set(['question', 'email']);

/** Whether a second factor is enrolled and in use, by id of the user; of whom no file tells nothing is known. */
export function factorsOf({ factors, factorFiles }: Pick<OktaBundle, 'factors' | 'factorFiles'>): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  const add = (user: string, has: boolean): void => {
    if (user.startsWith('00u')) found.set(user, has || found.get(user) === true);
  };
  // An answer without any factor has no entry: that it was asked for, its file says.
  for (const file of factorFiles) add(subjectId({ file, fields: {}, place: '' }), false);
  for (const entry of factors ?? []) {
    const joined = entry.fields.factors;
    const user = text(entry.fields.userId) || linkedId(entry, 'user') || subjectId(entry);
    add(user, Array.isArray(joined) ? list(joined).some(isSecond) : isSecond(entry.fields));
  }
  return found;
}

function isSecond(factor: unknown): boolean {
  return text(at(factor, 'status')) === 'ACTIVE' && !NO_FACTOR.has(text(at(factor, 'factorType')));
}
