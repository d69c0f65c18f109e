import { isSensitive, kindOf, type AccessKind } from '../../engine/catalogue/action-kinds';
import { actionsOfModes } from '../../engine/action-letters';
import type { Catalogue, CatalogueAction } from '../../engine/catalogue/catalogue';
import type { Explanation } from './explanation';
import { Bitset } from '../../engine/bitset';
import type { EffectiveActions } from '../../providers/aws/evaluate/effective-access';
import type { ResourceProbes } from '../../providers/aws/evaluate/resource-probes';

/** The most actions to name per path. */
const MOST_NAMED = 100;

const WEIGHT: Record<AccessKind, number> = { ADMIN: 0, WRITE: 1, READ: 2 };

/** Sensitive actions come first. */
function weightOf(action: CatalogueAction): number {
  return WEIGHT[kindOf(action)] - (isSensitive(action) ? 10 : 0);
}

/** The access that one path gives to a resource, by kind. */
export interface Gives {
  readonly isNothing: boolean;
  /** The path gives something, and all of it is conditional. */
  readonly isConditional: boolean;
  has(kind: AccessKind): boolean;
  /** The path gives this kind of access without conditions. */
  isSure(kind: AccessKind): boolean;
}

/** The access that one path gives to a resource, by action. */
export class Granted implements Gives {
  readonly #always: Bitset;
  readonly #conditional: Bitset;

  /** @param wayIsConditional a step to the policy holder is conditional, so everything that the path gives is */
  constructor(
    private readonly catalogue: Catalogue,
    private readonly kinds: ResourceProbes,
    private readonly pathIsConditional: boolean,
  ) {
    this.#always = Bitset.empty(catalogue.actions.length);
    this.#conditional = Bitset.empty(catalogue.actions.length);
  }

  add({ always, conditional }: EffectiveActions): void {
    (this.pathIsConditional ? this.#conditional : this.#always).or(always);
    this.#conditional.or(conditional);
  }

  get isNothing(): boolean {
    return this.#always.isEmpty && this.#conditional.isEmpty;
  }

  get isConditional(): boolean {
    return this.#always.isEmpty && !this.#conditional.isEmpty;
  }

  has(kind: AccessKind): boolean {
    return this.isSure(kind) || this.#conditional.intersects(this.#ofKind(kind));
  }

  isSure(kind: AccessKind): boolean {
    return this.#always.intersects(this.#ofKind(kind));
  }

  #ofKind(kind: AccessKind): Bitset {
    return { READ: this.kinds.reads, WRITE: this.kinds.writes, ADMIN: this.kinds.admins }[kind];
  }

  /** Returns the names of the most important actions, up to the maximum. */
  privileges(): { actions: string[]; total: number } {
    const all = [...this.#always.copy().or(this.#conditional)].flatMap((index) => this.catalogue.actions[index] ?? []);
    const sorted = all.sort((a, b) => weightOf(a) - weightOf(b) || (a.id < b.id ? -1 : 1));
    return { actions: sorted.slice(0, MOST_NAMED).map(({ id }) => id), total: all.length };
  }
}

/** Returns the letters of "RWA" that the paths give together ("---" for none), and those that each of them gives only under conditions. */
export function actionsOf(paths: readonly Gives[]): Pick<Explanation, 'actions_str' | 'conditional_actions_str'> {
  const modes = (['READ', 'WRITE', 'ADMIN'] as const).map((kind) => {
    if (!paths.some((path) => path.has(kind))) return 0;
    return paths.some((path) => path.isSure(kind)) ? 2 : 1;
  });
  const none = '---';
  const { actions_str: actions, conditional_actions_str: conditional } = actionsOfModes(modes);
  return { actions_str: actions || none, conditional_actions_str: conditional || none };
}
