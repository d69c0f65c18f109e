import { grantableScopes, type ApiTokenScope } from '@cam/contracts/server';
import { forbidden } from '../../platform/http/errors';

/** A rule that gives scopes. */
type GivingRule = { readonly scopes: readonly ApiTokenScope[] };

/**
 * Refuses new rules that give more than their author has. Rules of another administrator may stay.
 * @throws ApiError 403
 */
export function checkRules(rules: readonly GivingRule[], present: readonly GivingRule[], rights: readonly string[]): void {
  const allowed = grantableScopes(rights);
  const known = new Set(present.map(textOf));
  const missing = rules.filter((rule) => !known.has(textOf(rule))).flatMap(({ scopes }) => scopes.filter((scope) => !allowed.includes(scope)));
  if (missing.length > 0)
    throw forbidden(`You do not have ${[...new Set(missing)].join(', ')} yourself, so your rules cannot give it.`, 'SCOPE_MISSING', {
      scopes: [...new Set(missing)],
    });
}

/** Returns the same text for the same rule. The database stores the keys of an object in an order of its own. */
function textOf(rule: GivingRule): string {
  return JSON.stringify(Object.entries(rule).sort(([one], [other]) => one.localeCompare(other)));
}
