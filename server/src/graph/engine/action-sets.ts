import { createHash } from 'node:crypto';
import type { Bitset } from './bitset';

/** Actions that an edge or a grant gives, kept once however many give the same. */
export interface ActionSet {
  /** A hash of the names: the same actions have the same id, whichever source gives them. */
  id: string;
  names: readonly string[];
}

/** The sets of actions of one evaluation. */
export class ActionSets {
  readonly #byBits = new Map<string, ActionSet>();

  constructor(private readonly nameOf: (index: number) => string) {}

  of(actions: Bitset): ActionSet {
    const { key } = actions;
    const known = this.#byBits.get(key);
    if (known) return known;
    const made = actionSet([...actions].map(this.nameOf));
    this.#byBits.set(key, made);
    return made;
  }
}

/** @param names distinct, in any order */
export function actionSet(names: readonly string[]): ActionSet {
  const sorted = [...names].sort();
  return { id: createHash('sha256').update(sorted.join('\n')).digest('base64url').slice(0, 22), names: sorted };
}

/** Of what denies. */
export const NO_ACTIONS = actionSet([]);
