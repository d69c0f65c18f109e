import { createHash } from 'node:crypto';
import type { Bitset } from './bitset';

/** The actions of an access row or grant, stored once for all that share them. */
export interface ActionSet {
  /** A hash of the names: equal sets have the same id in every source. */
  id: string;
  names: readonly string[];
}

/** The action sets of one evaluation. */
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

/** @param names distinct names in any order */
export function actionSet(names: readonly string[]): ActionSet {
  const sorted = [...names].sort();
  return { id: createHash('sha256').update(sorted.join('\n')).digest('base64url').slice(0, 22), names: sorted };
}

/** The set of a deny, which gives nothing. */
export const NO_ACTIONS = actionSet([]);
