import { Bitset } from '../../../engine/bitset';
import type { EffectiveActions } from './effective-access';
import type { ResourceProbe } from './resource-probes';

/**
 * Combines what is allowed on single ARNs. An action of a part must be allowed on one ARN of the part. If several parts contain the action, each of
 * them must allow it.
 */
export class AllowedParts {
  readonly #parts = new Map<string, EffectiveActions>();
  readonly #room: Bitset;

  constructor(private readonly probes: readonly ResourceProbe[]) {
    this.#room = Bitset.emptyLikeAll(probes.map(({ actions }) => actions));
    for (const { part = '' } of probes)
      if (!this.#parts.has(part)) this.#parts.set(part, { always: this.#room.emptyLike(), conditional: this.#room.emptyLike() });
  }

  /** Reports whether there are several parts, so that one part may remove what another allows. */
  get areSeveral(): boolean {
    return this.#parts.size > 1;
  }

  add({ part = '' }: ResourceProbe, { always, conditional }: EffectiveActions): void {
    const known = this.#parts.get(part);
    known?.always.or(always);
    known?.conditional.or(conditional);
  }

  /** Returns two disjoint sets. Nothing may be added afterwards. */
  combined(): EffectiveActions {
    const [only, ...others] = this.#parts.values();
    if (only && others.length === 0) return { always: only.always, conditional: only.conditional.andNot(only.always) };
    const actionsByPart = new Map<string, Bitset>();
    for (const { part = '', actions } of this.probes) actionsByPart.set(part, (actionsByPart.get(part) ?? this.#room.emptyLike()).or(actions));
    const always = [...actionsByPart.values()].reduce((all, actions) => all.or(actions), this.#room.emptyLike());
    const possible = always.copy();
    for (const [part, actions] of actionsByPart) {
      const allowed = this.#parts.get(part) as EffectiveActions;
      always.andNot(actions.copy().andNot(allowed.always));
      possible.andNot(actions.andNot(allowed.always).andNot(allowed.conditional));
    }
    return { always, conditional: possible.andNot(always) };
  }
}
