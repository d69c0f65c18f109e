/** The id that means everyone in a deny assignment: a principal of type SystemDefined. */
export const ALL_PRINCIPALS = '00000000-0000-0000-0000-000000000000';

/** The principals that a deny assignment names, by object id in lower case. */
export interface DenySubjects {
  principals: readonly string[];
  excluded: readonly string[];
}

/**
 * Reports whether a deny assignment applies to a principal: it names the principal, one of its groups or everyone, and excludes neither the principal
 * nor such a group.
 * @param ids object ids of the principal and of all its groups, in lower case
 * @see Microsoft Learn, "Understand Azure deny assignments", Principals and ExcludePrincipals
 */
export function appliesTo({ principals, excluded }: DenySubjects, ids: ReadonlySet<string>): boolean {
  const named = principals.some((id) => id === ALL_PRINCIPALS || ids.has(id));
  return named && !excluded.some((id) => id === ALL_PRINCIPALS || ids.has(id));
}
