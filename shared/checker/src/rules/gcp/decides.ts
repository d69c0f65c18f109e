import { canonical, type Json } from '../../canonical';
import { Invalid } from '../../faults';
import { googleAccessOf, type GoogleDecided } from '../../gcp/decide';
import { actionsOf, type Decisions } from '../decides';
import { textOf } from '../organization';
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
  const on = textOf(place, parameters, 'on');
  const outcomes = new Map<string, { actions: string[]; decided: GoogleDecided }>();
  const decisions: Decisions['decisions'] = new Map();
  for (const action of actionsOf(place, parameters)) {
    const decided = googleAccessOf(context, place, sides, action, on);
    decisions.set(action, decided.decision);
    const key = canonical(decided as unknown as Json);
    const alike = outcomes.get(key) ?? { actions: [], decided };
    outcomes.set(key, alike);
    alike.actions.push(action);
  }
  const value: Decisions = { principal: sides.principal, resource: { fact: sides.resource.fact }, on, decisions };
  return { says: [...outcomes.values()].map(({ actions, decided }) => ({ actions, ...(decided as unknown as Record<string, Json>) })), value };
}
