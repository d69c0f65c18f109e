import { at, list, text } from '../../../../../platform/json-values';
import { linkedId, subjectId } from '../../read/okta-values';
import type { OktaBundle } from '../../read/okta-bundle';

/** Factors that are no second factor: security questions resemble passwords, and email can reset the password. */
const NO_FACTOR = new Set(['question', 'email']);

/** Returns whether a second factor is enrolled and active, by user id. Users without a file are unknown. */
export function factorsOf({ factors, factorFiles }: Pick<OktaBundle, 'factors' | 'factorFiles'>): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  const add = (user: string, has: boolean): void => {
    if (user.startsWith('00u')) found.set(user, has || found.get(user) === true);
  };
  // A response without factors has no entries, so only the file shows that the user was queried.
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
