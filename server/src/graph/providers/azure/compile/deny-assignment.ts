/** How Azure names everybody in a deny assignment: the principal of type SystemDefined with this id. */
export const EVERYBODY = '00000000-0000-0000-0000-000000000000';

/** Whom a deny assignment speaks of, by object ids in lower case. */
export interface DenySubjects {
  principals: readonly string[];
  excluded: readonly string[];
}

/**
 * Whether a deny assignment speaks of somebody: of itself, a group that it is in or everybody, and excludes neither itself nor such a group.
 * Source: Microsoft Learn, "Understand Azure deny assignments", Principals and ExcludePrincipals.
 * @param ids object ids of the principal and of all groups that it is in, in lower case
 */
export function speaksOf({ principals, excluded }: DenySubjects, ids: ReadonlySet<string>): boolean {
  const named = principals.some((id) => id === EVERYBODY || ids.has(id));
  return named && !excluded.some((id) => id === EVERYBODY || ids.has(id));
}
