import type { ChangedPair, HeldAccess } from './read-difference';

/** How the access of a pair changes. A pair can gain and lose at the same time. */
export interface ChangedActions {
  isGained: boolean;
  isLost: boolean;
  gained: string[];
  /** Names of the actions that are no longer allowed, with their letters. */
  lost: ReadonlyMap<string, string>;
}

const NO_ACTIONS: ReadonlyMap<string, string> = new Map();
const NO_MODES = [0, 0, 0] as const;

/**
 * Compares the access of a pair before and after a change. Access that becomes unconditional is gained, and access that becomes conditional is lost,
 * even with the same actions.
 */
export class ActionComparison {
  /** Pairs share their sets of actions, and the sets of administrators are large. */
  readonly #known = new Map<ReadonlyMap<string, string>, Map<ReadonlyMap<string, string>, ReadonlyMap<string, string>>>();

  of({ before, after }: Pick<ChangedPair, 'before' | 'after'>): ChangedActions {
    const gained = this.#without(after, before);
    const lost = this.#without(before, after);
    const [old, now] = [before?.modes ?? NO_MODES, after?.modes ?? NO_MODES];
    return {
      isGained: gained.size > 0 || now.some((mode, kind) => mode > (old[kind] ?? 0)),
      isLost: lost.size > 0 || old.some((mode, kind) => mode > (now[kind] ?? 0)),
      gained: [...gained.keys()].sort(),
      lost,
    };
  }

  /** Returns the actions of one side that the other lacks. */
  #without(one: HeldAccess | null, other: HeldAccess | null): ReadonlyMap<string, string> {
    const [of, without] = [one?.actions ?? NO_ACTIONS, other?.actions ?? NO_ACTIONS];
    const known = this.#known.get(of) ?? new Map<ReadonlyMap<string, string>, ReadonlyMap<string, string>>();
    this.#known.set(of, known);
    const result = known.get(without) ?? new Map([...of].filter(([name]) => !without.has(name)));
    known.set(without, result);
    return result;
  }
}
