import type { DirectoryGrant } from './directory-grant';

/** The condition of an eligible role (Privileged Identity Management). */
export const ACTIVATED = 'the role is activated first';

const IN_UNIT = 'the resource is in the administrative unit ';

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
