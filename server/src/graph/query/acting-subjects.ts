import type { EntityPattern, Statement } from './ast';

/**
 * Returns the patterns of those who act in a statement. An account that is not connected stands for its users, whom no source lists. So
 * `user with-attribute accountid ID with-access ...` includes the external account with this id.
 */
export function actingSubjects({ subjects, verb }: Pick<Statement, 'subjects' | 'verb'>): EntityPattern[] {
  return verb?.kind === 'access' ? subjects.map(withExternalAccount) : subjects;
}

function withExternalAccount(subject: EntityPattern): EntityPattern {
  const { types, names, filters } = subject;
  if (!types?.includes('user') || types.includes('ext_account') || names.length > 0) return subject;
  const namesAccount = filters.some(
    ({ negated, anyOf }) => !negated && anyOf.every((all) => all.some(({ attribute, operator }) => attribute === 'accountid' && operator === '=')),
  );
  return namesAccount ? { ...subject, types: [...types, 'ext_account'] } : subject;
}
