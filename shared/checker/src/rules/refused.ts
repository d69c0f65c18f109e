import type { Json } from '../canonical';
import type { ProvedFact } from '../context';
import { Invalid } from '../faults';
import type { ClaimedAction } from '../format';
import type { Conclusion } from './reaches';
import type { Inference } from './rule';

/** A claim that something is out of reach. */
interface Asked<P> {
  place: string;
  parameters: Json | undefined;
  /** Everything that the identity can act as. */
  principals: readonly P[];
  identity: { fact: ProvedFact };
  resource: { fact: ProvedFact };
}

/**
 * Requires that each principal is refused each action of a step, and concludes that the resource is out of reach.
 * @param decide says why an action is refused; null: it is not
 */
export function refusedActions<P extends { fact: ProvedFact }>(
  { place, parameters, principals, identity, resource }: Asked<P>,
  decide: (principal: P, action: string, on: string) => { decision: string; reason: string | null },
): Inference {
  const asked = ((parameters as { actions?: Json } | undefined)?.actions ?? []) as { action: string; on: string }[];
  if (asked.length === 0) throw new Invalid(place, 'The step names no actions.');
  const says = principals.map((principal): Json => {
    const { key } = principal.fact;
    const byReason = new Map<string, Json[]>();
    for (const { action, on } of asked) {
      const { decision, reason } = decide(principal, action, on);
      if (reason === null) throw new Invalid(place, `"${key}" may take ${action} on "${on}".`, 'never', decision);
      byReason.set(reason, [...(byReason.get(reason) ?? []), `${action} on ${on}`]);
    }
    return { principal: key, refused: [...byReason].map(([layer, actions]) => ({ layer, actions })) };
  });
  const actions = asked.map(({ action, on }): ClaimedAction => ({ action, on, value: 'never' }));
  const value: Conclusion = { kind: 'not-reaches', identity: identity.fact, resource: resource.fact, actions };
  return { says, value };
}
