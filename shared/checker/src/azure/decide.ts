import { ASSUMPTIONS } from '../assumptions';
import { byCodeUnits } from '../canonical';
import type { ReplayContext } from '../context';
import { Invalid, NotCheckable } from '../faults';
import type { AzurePrincipal } from '../rules/azure/principal';
import type { AzureResource } from '../rules/azure/resource';
import { blockHas, type ActionBlock } from './policies';

/** A role assignment or a deny assignment that applies to a request. */
export interface AzureApplied {
  policy: string;
  effect: 'Allow' | 'Deny';
  scope: string;
  /** `unknown`: the role has to be activated first. */
  holds: 'unknown' | 'yes';
}

export interface AzureDecided {
  decision: 'allowed' | 'conditional' | 'denied' | 'not allowed';
  by: AzureApplied[];
  open: string[];
  /** Roles that are assigned to the identity and have no definition among the facts, sorted. They give nothing. */
  undefined: string[];
}

/** The permissions of roles by their key. */
export type AzureRoles = ReadonlyMap<string, readonly ActionBlock[]>;

/** The id that means everybody in a deny assignment. */
const EVERYBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Decides whether an identity may take an action on a resource.
 * @param on the id of the resource; with `/*` after it, the data in it
 * @see https://learn.microsoft.com/azure/role-based-access-control/overview#how-azure-rbac-determines-if-a-user-has-access-to-a-resource
 * @throws NotCheckable if an assignment with a condition decides
 */
export function azureAccessOf(
  context: ReplayContext,
  place: string,
  { principal, resource, roles }: { principal: AzurePrincipal; resource: AzureResource; roles: AzureRoles },
  action: string,
  on: string,
): AzureDecided {
  if (!/^[\w.$-]+(?:\/[\w.$-]+)+$/.test(action)) throw new Invalid(place, `"${action}" is no action.`);
  const isData = on === `${resource.fact.key}/*`;
  if (!isData && on !== resource.fact.key) throw new Invalid(place, `"${on}" is not in the resource "${resource.fact.key}".`);
  context.assume(...ASSUMPTIONS.azureRequest());
  context.assume(...ASSUMPTIONS.catalogue(resource.fact.source.catalogue_sha256));
  const { ids } = principal;
  const own = resource.scopes[0] ?? '';
  const applied: AzureApplied[] = [];
  const unknownRoles = new Set<string>();
  let conditioned: string | undefined;
  for (const { policy, scope, principal: holder, role, hasCondition, isEligible } of resource.assignments) {
    const blocks = roles.get(role);
    if (!ids.has(holder)) continue;
    if (!blocks) {
      unknownRoles.add(role);
      continue;
    }
    const giving = blocks.filter((block) => blockHas(block, action, isData));
    if (giving.length === 0) continue;
    requirePlace(place, resource, scope, policy);
    if (hasCondition || giving.every((block) => block.hasCondition)) conditioned ??= policy;
    else applied.push({ policy, effect: 'Allow', scope, holds: isEligible ? 'unknown' : 'yes' });
  }
  for (const { policy, scope, principals, excluded, blocks, onlyThere, hasCondition } of resource.denies) {
    const names = (listed: readonly string[]): boolean => listed.some((id) => id === EVERYBODY || ids.has(id));
    if (!names(principals) || names(excluded) || !blocks.some((block) => blockHas(block, action, isData))) continue;
    requirePlace(place, resource, scope, policy);
    if (onlyThere && scope !== own) continue;
    if (hasCondition) throw new NotCheckable(place, `The deny assignment "${policy}" has a condition, for which this format has no rule.`);
    applied.push({ policy, effect: 'Deny', scope, holds: 'yes' });
  }
  const has = (effect: string, holds: string): boolean => applied.some((one) => one.effect === effect && one.holds === holds);
  const isDenied = has('Deny', 'yes');
  if (!isDenied && !has('Allow', 'yes') && conditioned !== undefined)
    throw new NotCheckable(place, `The role assignment "${conditioned}" or its role has a condition, for which this format has no rule.`);
  const decision = isDenied ? 'denied' : has('Allow', 'yes') ? 'allowed' : has('Allow', 'unknown') ? 'conditional' : 'not allowed';
  return {
    decision,
    by: applied,
    open: decision === 'conditional' ? ['the role is activated first'] : [],
    undefined: [...unknownRoles].sort(byCodeUnits),
  };
}

/** Refuses a policy at a management group that is not above the resource: it lies elsewhere, or no source tells its place. */
function requirePlace(place: string, { scopes }: AzureResource, scope: string, policy: string): void {
  if (!scopes.includes(scope)) throw new NotCheckable(place, `The source does not tell whether the scope of "${policy}" is above the resource.`);
}

/** Returns the reason why a request is refused, for readers; null where the request may pass. */
export function azureRefusal({ decision, by }: AzureDecided): string | null {
  if (decision === 'not allowed') return 'not allowed by any role assignment';
  return decision === 'denied' ? `denied by ${by.find(({ effect }) => effect === 'Deny')?.policy ?? ''}` : null;
}
