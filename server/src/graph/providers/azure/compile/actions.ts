import type { AccessKind } from '../../../engine/catalogue/action-kinds';
import { Bitset } from '../../../engine/bitset';
import { matchesWildcard } from '../../../engine/wildcard';
import { kindOfAzureAction } from './action-kinds';

/** The two planes of Azure, which never mix: management of resources, and the data in them. */
export type Plane = 'control' | 'data';

export interface AzureAction {
  index: number;
  /** The name in its first spelling. */
  id: string;
  /** The name in lower case. */
  name: string;
  plane: Plane;
}

/**
 * The relevant actions, numbered. Azure's full list of actions is not available offline. The set therefore contains the actions that roles and deny
 * assignments name in full, and those that every resource type has.
 */
export class AzureActions {
  readonly actions: AzureAction[] = [];
  readonly #known = new Map<string, AzureAction>();
  readonly #expanded = new Map<string, Bitset>();

  constructor(named: Iterable<{ id: string; plane: Plane }>) {
    for (const { id, plane } of named) {
      const key = `${plane} ${id.toLowerCase()}`;
      if (id === '' || id.includes('*') || this.#known.has(key)) continue;
      const action = { index: this.actions.length, id, name: id.toLowerCase(), plane };
      this.#known.set(key, action);
      this.actions.push(action);
    }
  }

  get size(): number {
    return this.actions.length;
  }

  indexOf(id: string, plane: Plane): number {
    return this.#known.get(`${plane} ${id.toLowerCase()}`)?.index ?? -1;
  }

  nameOf(index: number): string {
    return this.actions[index]?.id ?? '';
  }

  /** Returns the actions of a plane that match any of the patterns. Matching ignores case, and `*` matches any text, including `/`. */
  expand(patterns: readonly string[], plane: Plane): Bitset {
    const key = `${plane} ${patterns.join(' ').toLowerCase()}`;
    const known = this.#expanded.get(key);
    if (known) return known;
    const members = new Set(patterns.flatMap((pattern) => this.#matching(pattern.toLowerCase(), plane)));
    const set = Bitset.of(this.size, [...members]);
    this.#expanded.set(key, set);
    return set;
  }

  ofKind(kind: AccessKind): Bitset {
    return this.where(({ name }) => kindOfAzureAction(name) === kind);
  }

  where(test: (action: AzureAction) => boolean): Bitset {
    return Bitset.of(
      this.size,
      this.actions.filter(test).map(({ index }) => index),
    );
  }

  #matching(pattern: string, plane: Plane): number[] {
    if (!pattern.includes('*')) {
      const index = this.indexOf(pattern, plane);
      return index < 0 ? [] : [index];
    }
    return this.actions.filter((action) => action.plane === plane && matchesWildcard(pattern, action.name)).map(({ index }) => index);
  }
}
