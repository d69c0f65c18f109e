import { isSensitive, kindOf, type AccessKind } from '../../engine/catalogue/action-kinds';
import type { Catalogue, CatalogueAction } from '../../engine/catalogue/catalogue';
import { Bitset } from '../../engine/bitset';
import type { EffectiveActions } from '../../providers/aws/evaluate/effective-access';
import type { ResourceProbes } from '../../providers/aws/evaluate/resource-probes';

/** Actions of a path that are named. */
const MOST_NAMED = 100;

const WEIGHT: Record<AccessKind, number> = { ADMIN: 0, WRITE: 1, READ: 2 };

/** What is sensitive comes first. */
function weightOf(action: CatalogueAction): number {
  return WEIGHT[kindOf(action)] - (isSensitive(action) ? 10 : 0);
}

/** What one path gives on a resource, by kinds. */
export interface Gives {
  readonly isNothing: boolean;
  /** Something is given, and all of it under conditions. */
  readonly isConditional: boolean;
  has(kind: AccessKind): boolean;
}

/** What one path gives on a resource, by actions. */
export class Granted implements Gives {
  readonly #always: Bitset;
  readonly #conditional: Bitset;

  /** @param wayIsConditional some step to the holder of the policies is under conditions, so all that it gives is */
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
    const ofKind = { READ: this.kinds.reads, WRITE: this.kinds.writes, ADMIN: this.kinds.admins }[kind];
    return this.#always.intersects(ofKind) || this.#conditional.intersects(ofKind);
  }

  /** The actions by name, those that weigh most first, as many as are shown. */
  privileges(): { actions: string[]; total: number } {
    const all = [...this.#always.copy().or(this.#conditional)].flatMap((index) => this.catalogue.actions[index] ?? []);
    const sorted = all.sort((a, b) => weightOf(a) - weightOf(b) || (a.id < b.id ? -1 : 1));
    return { actions: sorted.slice(0, MOST_NAMED).map(({ id }) => id), total: all.length };
  }
}

/** "RWA" with "-" for what none of them gives, then "C" where all that they give is under conditions. */
export function actionsOf(paths: readonly Gives[]): string {
  const has = (kind: AccessKind): boolean => paths.some((path) => path.has(kind));
  const letters = `${has('READ') ? 'R' : '-'}${has('WRITE') ? 'W' : '-'}${has('ADMIN') ? 'A' : '-'}`;
  const giving = paths.filter((path) => !path.isNothing);
  return giving.length > 0 && giving.every((path) => path.isConditional) ? `${letters}C` : letters;
}
