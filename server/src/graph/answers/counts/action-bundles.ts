import { groupBy } from '../../../platform/group-by';

/** Larger action sets belong to near-administrators. */
export const LARGE_SET = 300;

/** An action set of the graph: the letters of each action, in which `s` stands for sensitive. */
export interface ActionSet {
  set_id: string;
  actions: Readonly<Record<string, string>>;
}

/** An action set with the letters of the kinds of access that a log covers; empty: none. */
export interface CoveredSet {
  set_id: string;
  covered: string;
}

/** The actions of a bundle, with what finds those that a log names. */
interface Bundle {
  /** The actions, each with whether a log covers its use. */
  actions: ReadonlyMap<string, boolean>;
  /** Actions by their name in lower case, and by their service. */
  named: ReadonlyMap<string, readonly string[]>;
  ofService: ReadonlyMap<string, readonly string[]>;
}

/**
 * The actions that principals have in an account, as bundles of action sets. Many principals share a bundle, so rows of a principal and an action never exist. Bundles
 * have numbers from 0 on.
 */
export class ActionBundles {
  readonly #letters = new Map<string, ReadonlyMap<string, string>>();
  readonly #sensitive = new Set<string>();
  readonly #numbers = new Map<string, number>();
  readonly #bundles: Bundle[] = [];

  /** @param used lower-case actions that a log names: they count even if only near-administrators have them, like sensitive ones */
  constructor(sets: readonly ActionSet[], used: ReadonlySet<string>) {
    for (const { actions } of sets) for (const [action, letters] of Object.entries(actions)) if (letters.includes('s')) this.#sensitive.add(action);
    const listed = new Set(this.#sensitive);
    for (const { actions } of sets) {
      const names = Object.keys(actions);
      for (const action of names) if (names.length <= LARGE_SET || used.has(action.toLowerCase())) listed.add(action);
    }
    for (const { set_id: id, actions } of sets) this.#letters.set(id, new Map(Object.entries(actions).filter(([action]) => listed.has(action))));
  }

  get count(): number {
    return this.#bundles.length;
  }

  isSensitive(action: string): boolean {
    return this.#sensitive.has(action);
  }

  /** Returns the number of the bundle of these sets. */
  numberOf(sets: readonly CoveredSet[]): number {
    const key = sets
      .map(({ set_id: id, covered }) => `${id} ${covered}`)
      .sort()
      .join('\n');
    const known = this.#numbers.get(key) ?? this.#bundles.push(this.#bundleOf(sets)) - 1;
    this.#numbers.set(key, known);
    return known;
  }

  /** Returns the actions of a bundle, each with whether a log covers its use. */
  actionsOf(bundle: number): ReadonlyMap<string, boolean> {
    return this.#bundles[bundle]?.actions ?? NO_ACTIONS;
  }

  /** Returns the actions of a bundle that a log entry stands for: a lower-case action, or `service:*`. */
  namedIn(bundle: number, logged: string): readonly string[] {
    const of = this.#bundles[bundle];
    return (logged.endsWith(':*') ? of?.ofService.get(logged.slice(0, -2)) : of?.named.get(logged)) ?? [];
  }

  #bundleOf(sets: readonly CoveredSet[]): Bundle {
    const actions = new Map<string, boolean>();
    for (const { set_id: id, covered } of sets) {
      for (const [action, letters] of this.#letters.get(id) ?? []) {
        const isCovered = [...covered].some((letter) => letters.includes(letter));
        actions.set(action, isCovered || (actions.get(action) ?? false));
      }
    }
    return {
      actions,
      named: groupBy(actions.keys(), (action) => action.toLowerCase()),
      ofService: groupBy(actions.keys(), (action) => action.toLowerCase().split(':', 1)[0] ?? ''),
    };
  }
}

const NO_ACTIONS: ReadonlyMap<string, boolean> = new Map();
