import { azureAccessOf, azureRefusal, type AzureRoles } from '../../azure/decide';
import { readRoleBlocks, roleKey } from '../../azure/policies';
import type { ReplayContext } from '../../context';
import { Invalid, NotCheckable } from '../../faults';
import { ASSUMPTIONS } from '../../assumptions';
import { decidedTogether } from '../decides';
import { refusedActions } from '../refused';
import type { Inference, RuleInput } from '../rule';
import type { AzurePrincipal } from './principal';
import type { AzureResource } from './resource';

interface Sides {
  principal: AzurePrincipal;
  resource: AzureResource;
  roles: AzureRoles;
}

/** Returns the parts of a step: an identity, a resource, and roles of the source of the resource. */
function sidesOf(context: ReplayContext, place: string, from: readonly string[]): Sides {
  const [principalId = '', resourceId = '', ...roleIds] = from;
  const principal = context.result<AzurePrincipal>(place, principalId, 'azure-principal');
  const resource = context.result<AzureResource>(place, resourceId, 'azure-resource');
  const facts = context.facts(place, roleIds);
  if (facts.some(({ source }) => source !== resource.fact.source)) throw new Invalid(place, 'A role is of another source than the resource.');
  const roles = new Map(
    facts.flatMap(({ body }) =>
      body.held
        .filter(({ kind }) => kind === 'azure_role_definition')
        .map((held) => [roleKey(held.id), readRoleBlocks(context.document(place, held))] as const),
    ),
  );
  return { principal, resource, roles };
}

/**
 * `azure-decides`: from an identity, a resource and the roles that are assigned. Says for each action which assignments count, and what follows from all of
 * them. Actions with the same outcome are told together.
 */
export function azureDecidesRule({ context, place, from, with: parameters }: RuleInput): Inference {
  const sides = sidesOf(context, place, from);
  return decidedTogether({ place, parameters, sides }, (action, on) => azureAccessOf(context, place, sides, action, on));
}

/** `azure-out-of-reach`: from an identity, a resource and the roles that are assigned. Says why each action is refused. */
export function azureOutOfReachRule({ context, place, from, with: parameters }: RuleInput): Inference {
  const sides = sidesOf(context, place, from);
  const { principal, resource } = sides;
  context.assume(...ASSUMPTIONS.azureAlone());
  return refusedActions({ place, parameters, principals: [principal], identity: principal, resource }, (_who, action, on) => {
    const decided = azureAccessOf(context, place, sides, action, on);
    const [role] = decided.undefined;
    if (role !== undefined && decided.decision !== 'denied')
      throw new NotCheckable(place, `The role ${role} is assigned to the identity, and its source has no definition of it.`);
    return { decision: decided.decision, reason: azureRefusal(decided) };
  });
}
