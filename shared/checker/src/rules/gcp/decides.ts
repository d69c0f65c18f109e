import { Invalid } from '../../faults';
import { googleAccessOf } from '../../gcp/decide';
import { decidedTogether } from '../decides';
import type { Inference, RuleInput } from '../rule';
import { policiesOf } from './held';
import type { GooglePrincipal } from './principal';
import type { GoogleResource } from './resource';

/**
 * `gcp-decides`: from an identity, a resource, the boundaries of the source of the resource and the roles that are bound. Says for each permission which
 * bindings and deny rules count, and what follows from all of them. Permissions with the same outcome are told together.
 */
export function gcpDecidesRule({ context, place, from, with: parameters }: RuleInput): Inference {
  const [principalId = '', resourceId = '', ...policyIds] = from;
  if (from.length < 3) throw new Invalid(place, 'The step has to name an identity, a resource, and the boundaries.');
  const sides = {
    principal: context.result<GooglePrincipal>(place, principalId, 'gcp-principal'),
    resource: context.result<GoogleResource>(place, resourceId, 'gcp-resource'),
    policies: policiesOf(context, place, context.facts(place, policyIds)),
  };
  return decidedTogether({ place, parameters, sides }, (action, on) => googleAccessOf(context, place, sides, action, on));
}
