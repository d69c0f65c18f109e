import { leastHittingSet, type CutElement, type FoundWay, type WayToHit } from '../../graph';

/** A choice of elements of one source that would end every known way. */
export interface Candidate {
  sourceUid: string;
  elements: CutElement[];
}

/** A known way by the ids of its elements. */
type KnownWay = WayToHit & Pick<FoundWay, 'isPartial'>;

/** Changes count first, then the identities that they concern. */
const PER_CHANGE = 10_000;

/**
 * Knows the ways of an access as they are found, and chooses what to try next. A choice that was refused or tried never comes again, nor one that contains it.
 * @see Karp and Moreno-Centeno, "The implicit hitting set approach to solve combinatorial optimization problems" (2013): the least choice that hits the ways known
 * so far costs at most as much as the least one that hits all of them
 */
export class CutSolver {
  #ways: KnownWay[] = [];
  readonly #known = new Map<string, CutElement>();
  readonly #refused: string[][] = [];
  /** False: a search ended early, so the choices may not be the least. */
  isExact = true;

  /** @param kept ids of elements that must stay */
  constructor(private readonly kept: ReadonlySet<string>) {}

  /**
   * Adds ways. Returns whether any of them is new.
   * @param tried the choice that left them. A removal that may open ways may have opened these, so they count with that removal only
   */
  add(ways: readonly FoundWay[], tried: readonly CutElement[] = []): boolean {
    const before = this.#ways.length;
    const when = tried.flatMap(({ id, mayOpenWays }) => (mayOpenWays ? [id] : [])).sort();
    const seen = new Set(this.#ways.map((way) => keyOf(way)));
    for (const { elements, isPartial } of ways) {
      for (const element of elements) if (!this.#known.has(element.id)) this.#known.set(element.id, element);
      const added = { elements: elements.map(({ id }) => id).sort(), when, isPartial };
      if (seen.has(keyOf(added))) continue;
      seen.add(keyOf(added));
      this.#ways.push(added);
    }
    return this.#ways.length > before;
  }

  /** The number of known ways. */
  get size(): number {
    return this.#ways.length;
  }

  /** All known elements. */
  get elements(): CutElement[] {
    return [...this.#known.values()];
  }

  /** The known elements with these ids. */
  known(ids: Iterable<string>): CutElement[] {
    return [...ids].flatMap((id) => this.#known.get(id) ?? []);
  }

  refuse(elements: readonly CutElement[]): void {
    this.#refused.push(elements.map(({ id }) => id));
  }

  /** Returns a number of changes below which the access cannot end; null: no removal that is known ends all ways. Partial ways may end by something else. */
  fewest(): number | null {
    const found = leastHittingSet(
      this.#ways.filter(({ elements, isPartial }) => !isPartial || elements.every((id) => this.kept.has(id))),
      { costOf: () => 1, kept: this.kept, refused: [] },
    );
    this.isExact &&= found?.isLeast ?? true;
    return found?.bound ?? null;
  }

  /** Returns the elements of a choice that only partial ways need, so that the choice may end the access without them. */
  doubtful(choice: readonly CutElement[]): CutElement[] {
    const chosen = new Set(choice.map(({ id }) => id));
    const needing = (id: string): KnownWay[] =>
      this.#existingWith(chosen).filter(({ elements }) => elements.includes(id) && elements.every((other) => other === id || !chosen.has(other)));
    return choice.filter(({ id }) => needing(id).every(({ isPartial }) => isPartial));
  }

  /** Forgets the partial ways that a choice misses, because it ends the access nevertheless. */
  disprove(choice: readonly CutElement[]): void {
    const chosen = new Set(choice.map(({ id }) => id));
    const missed = new Set(this.#existingWith(chosen).filter(({ elements }) => !elements.some((id) => chosen.has(id))));
    this.#ways = this.#ways.filter((way) => !way.isPartial || !missed.has(way));
  }

  #existingWith(chosen: ReadonlySet<string>): KnownWay[] {
    return this.#ways.filter(({ when }) => when.every((id) => chosen.has(id)));
  }

  /** Returns the least choice within one source that was not refused; null: none is left. */
  next(): Candidate | null {
    const sources = new Set([...this.#known.values()].map(({ sourceUid }) => sourceUid));
    let best: { sourceUid: string; ids: string[]; cost: number } | null = null;
    for (const sourceUid of [...sources].sort()) {
      const ways = this.#ways.map(({ elements, when }) => ({
        when,
        elements: elements.filter((id) => this.#known.get(id)?.sourceUid === sourceUid),
      }));
      const found = leastHittingSet(ways, { costOf: (id) => this.#costOf(id), kept: this.kept, refused: this.#refused });
      this.isExact &&= found?.isLeast ?? true;
      if (found && (best === null || found.cost < best.cost)) best = { sourceUid, ids: found.elements, cost: found.cost };
    }
    return best && { sourceUid: best.sourceUid, elements: this.known(best.ids) };
  }

  /** Returns a least choice over all sources, without regard to what was refused. */
  overall(): CutElement[] {
    const found = leastHittingSet(this.#ways, { costOf: (id) => this.#costOf(id), kept: this.kept, refused: [] });
    return this.known(found?.elements ?? []);
  }

  #costOf(id: string): number {
    return PER_CHANGE + (this.#known.get(id)?.reach ?? 1);
  }
}

function keyOf({ elements, when }: WayToHit): string {
  return [...elements, '', ...when].join('\n');
}
