import { accessOf } from '../aws/access';
import type { Decision } from '../aws/decide';
import { byCodeUnits, canonical, type Json } from '../canonical';
import type { ProvedFact } from '../context';
import { Invalid } from '../faults';
import { textOf, type Organization } from './organization';
import type { Principal } from './principal';
import type { Resource } from './resource';
import type { Inference, RuleInput } from './rule';

/** The decisions on the actions of a principal on one ARN. */
export interface Decisions {
  principal: { fact: ProvedFact };
  resource: { fact: ProvedFact };
  on: string;
  decisions: Map<string, Decision>;
}

/**
 * `decides`: from a principal, its organization, a resource and its organization. Says for each action what every layer of policies says, and what
 * follows from all of them. Actions with the same outcome are told together.
 */
export function decidesRule({ context, place, from, with: parameters }: RuleInput): Inference {
  const [principalId = '', principalOrganizationId = '', resourceId = '', resourceOrganizationId = ''] = from;
  if (from.length !== 4) throw new Invalid(place, 'The step has to name a principal, a resource, and the organization of each.');
  const sides = {
    principal: context.result<Principal>(place, principalId, 'principal'),
    principalOrganization: context.result<Organization>(place, principalOrganizationId, 'organization'),
    resource: context.result<Resource>(place, resourceId, 'resource'),
    resourceOrganization: context.result<Organization>(place, resourceOrganizationId, 'organization'),
  };
  return decidedTogether({ place, parameters, sides }, (action, on) => accessOf(context, place, sides, action, on));
}

/** Decides on the actions of a step. Actions with the same outcome are told together. */
export function decidedTogether(
  { place, parameters, sides }: { place: string; parameters: Json | undefined; sides: Pick<Decisions, 'principal' | 'resource'> },
  decide: (action: string, on: string) => { decision: Decision },
): Inference {
  const on = textOf(place, parameters, 'on');
  const outcomes = new Map<string, { actions: string[]; decided: { decision: Decision } }>();
  const decisions: Decisions['decisions'] = new Map();
  for (const action of actionsOf(place, parameters)) {
    const decided = decide(action, on);
    decisions.set(action, decided.decision);
    const key = canonical(decided as unknown as Json);
    const alike = outcomes.get(key) ?? { actions: [], decided };
    outcomes.set(key, alike);
    alike.actions.push(action);
  }
  const value: Decisions = { principal: sides.principal, resource: { fact: sides.resource.fact }, on, decisions };
  return { says: [...outcomes.values()].map(({ actions, decided }) => ({ actions, ...(decided as unknown as Record<string, Json>) })), value };
}

/** Returns the actions of a step. @throws Invalid unless they are sorted, and each is there once */
export function actionsOf(place: string, parameters: Json | undefined): string[] {
  const { actions } = (parameters ?? {}) as { actions?: Json };
  if (!Array.isArray(actions) || actions.length === 0) throw new Invalid(place, 'The step names no actions.');
  const texts = actions.map(String);
  if (texts.some((text, index) => index > 0 && byCodeUnits(texts[index - 1] as string, text) >= 0))
    throw new Invalid(place, 'The actions are not sorted, or one is there twice.');
  return texts;
}
