import type { CutElement, PairWays } from '../../graph';
import type { Candidate, CutSolver } from './solver';

/** The result of a tried choice: it leaves ways, gives somebody access, changes more than a search can try, cannot be made, or ends the access. */
export type Outcome<P> =
  | { kind: 'LEAVES'; ways: PairWays }
  | { kind: 'GAINS' }
  | { kind: 'TOO_LARGE' }
  | { kind: 'REFUSED'; reason: string }
  | { kind: 'ENDS'; effect: P };

type TryChoice<P> = (choice: Candidate) => Promise<Outcome<P>>;

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
  /** Choices that were left out because they change too much to be tried. */
  tooLarge = 0;
  /** Why the last choice that could not be made was refused. */
  refusal: string | null = null;
  /** The search ended before it had tried everything. */
  isCutShort = false;

  constructor(
    readonly solver: CutSolver,
    private readonly limits: SearchLimits,
  ) {}

  async run(tryChoice: TryChoice<P>): Promise<void> {
    while (this.endings.length < this.limits.plans) {
      const choice = this.solver.next();
      if (!choice) return;
      if (this.#isOver()) {
        this.isCutShort = true;
        return;
      }
      const outcome = await this.#try(choice, tryChoice);
      if (outcome.kind === 'ENDS') await this.#end(choice, outcome.effect, tryChoice);
      else this.#learn(choice, outcome);
    }
  }

  #try(choice: Candidate, tryChoice: TryChoice<P>): Promise<Outcome<P>> {
    this.trials += 1;
    return tryChoice(choice);
  }

  #learn({ elements }: Candidate, outcome: Exclude<Outcome<P>, { kind: 'ENDS' }>): void {
    // A choice that leaves ways comes again only if none of them is new.
    if (outcome.kind === 'LEAVES' && this.solver.add(outcome.ways.ways, elements)) return;
    this.solver.refuse(elements);
    if (outcome.kind === 'GAINS') this.gaining += 1;
    if (outcome.kind === 'TOO_LARGE') this.tooLarge += 1;
    if (outcome.kind === 'REFUSED') this.refusal = outcome.reason;
  }

  /** Keeps a choice that ends the access, without what is not needed for it: the graph does not tell for each step which grants take it. */
  async #end({ sourceUid, elements: all }: Candidate, firstEffect: P, tryChoice: TryChoice<P>): Promise<void> {
    let [elements, effect] = [all, firstEffect];
    for (const one of this.solver.doubtful(all)) {
      const fewer = elements.filter((other) => other !== one);
      if (fewer.length === 0) break;
      if (this.#isOver()) {
        this.isCutShort = true;
        break;
      }
      const outcome = await this.#try({ sourceUid, elements: fewer }, tryChoice);
      if (outcome.kind === 'LEAVES') this.solver.add(outcome.ways.ways, fewer);
      if (outcome.kind !== 'ENDS') continue;
      this.solver.disprove(fewer);
      [elements, effect] = [fewer, outcome.effect];
    }
    this.solver.refuse(elements);
    this.endings.push({ elements, effect });
  }

  #isOver(): boolean {
    return this.trials >= this.limits.trials || this.limits.isLate();
  }
}
