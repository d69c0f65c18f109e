import type { DirectoryGrant } from './directory-grant';

/** The condition of an eligible role (Privileged Identity Management). */
export const ACTIVATED = 'the role is activated first';

const IN_UNIT = 'the resource is in the administrative unit ';

const IN_SET = 'the resource is in the resource set ';
const IN_SET_OF_ROLE = `${IN_SET}of the role`;

/**
 * Returns how a scope of an assignment in Entra ID limits a role. No bundle contains the members of an administrative unit, so a unit is a condition.
 * @param scope "/", or a path to an application or an administrative unit
 * @param idOf returns an id in the form in which ids are compared
 */
export function limitsOfScope(scope: string, idOf: (value: string) => string): Pick<DirectoryGrant, 'scope' | 'conditions'> {
  if (scope === '/') return { scope: null, conditions: [] };
  const unit = /^\/administrativeUnits\/(.+)$/i.exec(scope)?.[1];
  if (unit !== undefined) return { scope: null, conditions: [`${IN_UNIT}${unit}`] };
  return { scope: [idOf(scope.slice(1))], conditions: [] };
}

/** Returns the scope of an assignment in Entra ID that limits a role so: the inverse of `limitsOfScope`. */
export function directoryScopeOf({ scope, conditions }: Pick<DirectoryGrant, 'scope' | 'conditions'>): string {
  const unit = conditions.find((words) => words.startsWith(IN_UNIT))?.slice(IN_UNIT.length);
  if (unit !== undefined) return `/administrativeUnits/${unit}`;
  return `/${scope?.[0] ?? ''}`;
}

/** Returns the condition that a resource set of Okta is for a custom role. No bundle contains what is in a set. @param id empty where the bundle does not name the set */
export function conditionOfResourceSet(id: string): string {
  return id === '' ? IN_SET_OF_ROLE : `${IN_SET}${id}`;
}

/** Returns the resource set whose condition a role has, empty where the bundle does not name it: the inverse of `conditionOfResourceSet`. Null: no set limits the role. */
export function resourceSetOf({ conditions }: Pick<DirectoryGrant, 'conditions'>): string | null {
  const condition = conditions.find((words) => words.startsWith(IN_SET));
  if (condition === undefined) return null;
  return condition === IN_SET_OF_ROLE ? '' : condition.slice(IN_SET.length);
}
