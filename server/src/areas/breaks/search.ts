import type { CutElement, PairWays } from '../../graph';
import type { Candidate, CutSolver } from './solver';

/** The result of a tried choice: it leaves ways, gives somebody access, cannot be made, or ends the access. */
export type Outcome<P> = { kind: 'LEAVES'; ways: PairWays } | { kind: 'GAINS' } | { kind: 'REFUSED'; reason: string } | { kind: 'ENDS'; effect: P };

/** A choice that was tried and ends the access. */
export interface Ending<P> {
  elements: CutElement[];
  effect: P;
}

export interface SearchLimits {
  trials: number;
  plans: number;
  /** Reports whether time is up. */
  isLate: () => boolean;
}

/**
 * Tries the cheapest choice, learns the ways that it leaves, and goes on. The first choice that ends the access has the least estimated cost of all: each one
 * before it was cheaper, and was tried in vain.
 */
export class CutSearch<P> {
  readonly endings: Ending<P>[] = [];
  trials = 0;
  /** Choices that were left out because somebody would gain access. */
  gaining = 0;
  /** Why the last choice that could not be made was refused. */
  refusal: string | null = null;
  /** The search ended before it had tried everything. */
  isCutShort = false;

  constructor(
    readonly solver: CutSolver,
    private readonly limits: SearchLimits,
  ) {}

  async run(tryChoice: (choice: Candidate) => Promise<Outcome<P>>): Promise<void> {
    const { trials, plans, isLate } = this.limits;
    while (this.endings.length < plans) {
      const choice = this.solver.next();
      if (!choice) return;
      if (this.trials === trials || isLate()) {
        this.isCutShort = true;
        return;
      }
      this.trials += 1;
      this.#learn(choice, await tryChoice(choice));
    }
  }

  #learn({ elements }: Candidate, outcome: Outcome<P>): void {
    // A choice that leaves ways comes again only if none of them is new.
    if (outcome.kind === 'LEAVES' && this.solver.add(outcome.ways.ways, elements)) return;
    this.solver.refuse(elements);
    if (outcome.kind === 'ENDS') this.endings.push({ elements, effect: outcome.effect });
    if (outcome.kind === 'GAINS') this.gaining += 1;
    if (outcome.kind === 'REFUSED') this.refusal = outcome.reason;
  }
}
