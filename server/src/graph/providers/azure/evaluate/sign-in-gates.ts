import { Bitset } from '../../../engine/bitset';
import type { Entity } from '../../../engine/model';
import { azureGatesOf, type AzureApplication, type AzureGates } from '../../../engine/sign-in-gate';
import type { AzureAction, AzureActions } from '../compile/actions';
import type { ActionsUnder } from '../compile/conditioned-grant';
import type { Held } from './effective-access';

/** Returns a text that differs for principals with different gates; empty without a gate. */
export function gateKey(principal: Pick<Entity, 'attributes'>): string {
  const gates = Object.entries(azureGatesOf(principal)).sort(([one], [other]) => (one < other ? -1 : 1));
  return gates.length === 0 ? '' : JSON.stringify(gates);
}

/**
 * Applies the sign-in policies of the directory to what principals hold in Azure. They must get a token for Azure Resource Manager to manage, and one
 * for the service to use its data.
 * @see Microsoft Learn, "Conditional Access: Target resources", "Windows Azure Service Management API"
 */
export class SignInGates {
  readonly #actions = new Map<AzureApplication, Bitset>();

  constructor(private readonly all: AzureActions) {}

  /** Returns what a principal holds after its sign-in. */
  behind<Source>(principal: Pick<Entity, 'attributes'>, held: Held<Source>): Held<Source> {
    const gates = azureGatesOf(principal);
    if (Object.keys(gates).length === 0) return held;
    const assignments = held.assignments.map((assignment) => ({
      ...assignment,
      grants: assignment.grants.map((grant) => ({ at: (scope: string) => this.#gated(grant.at(scope), gates) })),
    }));
    return { ...held, assignments };
  }

  #gated(under: ActionsUnder, gates: AzureGates): ActionsUnder {
    const always = under.always.copy();
    // The set of actions without conditions has no room for others.
    const conditional = Bitset.empty(this.all.size).or(under.conditional);
    let open = [...under.open];
    for (const [application, { blockedBy, conditions }] of Object.entries(gates) as [AzureApplication, AzureGates[AzureApplication] & {}][]) {
      const concerned = this.#actionsOf(application);
      if (blockedBy.length > 0) {
        always.andNot(concerned);
        conditional.andNot(concerned);
        open = open.map(({ actions, words }) => ({ actions: actions.copy().andNot(concerned), words }));
        continue;
      }
      open = open.flatMap(({ actions, words }) => [
        { actions: actions.copy().andNot(concerned), words },
        { actions: actions.copy().and(concerned), words: [...words, ...conditions] },
      ]);
      open.push({ actions: always.copy().and(concerned), words: conditions });
      conditional.or(always.copy().and(concerned));
      always.andNot(concerned);
    }
    return { always, conditional, open: joined(open) };
  }

  #actionsOf(application: AzureApplication): Bitset {
    const known = this.#actions.get(application) ?? this.all.where((action) => applicationOf(action) === application);
    this.#actions.set(application, known);
    return known;
  }
}

/** Joins the actions with the same conditions. */
function joined(open: ActionsUnder['open']): ActionsUnder['open'] {
  const byWords = new Map<string, ActionsUnder['open'][number]>();
  for (const { actions, words } of open) {
    if (actions.isEmpty) continue;
    const key = words.join('\n');
    const known = byWords.get(key);
    if (known) known.actions.or(actions);
    else byWords.set(key, { actions: Bitset.empty(actions.size).or(actions), words });
  }
  return [...byWords.values()];
}

function applicationOf({ name, plane }: AzureAction): AzureApplication {
  if (plane === 'control') return 'management';
  if (name.startsWith('microsoft.storage/')) return 'storage';
  return name.startsWith('microsoft.keyvault/') ? 'vaults' : 'other';
}
