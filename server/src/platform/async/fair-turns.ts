/**
 * Bounds the number of parallel runs of costly work and shares them fairly: a party has one run at a time, and parties take turns. A user who asks a
 * hundred questions at once therefore delays another user by one run only.
 */
export class FairTurns {
  #running = 0;
  /** Starts the waiting work of each party. The map's order is the order of turns. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #busy = new Set<string>();

  /** @param most runs at once, of all parties together */
  constructor(private readonly most: number) {}

  /** Runs work when it is the party's turn. */
  async run<T>(party: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.most && !this.#busy.has(party)) this.#take(party);
    else {
      await new Promise<void>((resolve) => {
        this.#waiting.set(party, [...(this.#waiting.get(party) ?? []), resolve]);
      });
    }
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#busy.delete(party);
      this.#startNext();
    }
  }

  #take(party: string): void {
    this.#running += 1;
    this.#busy.add(party);
  }

  #startNext(): void {
    for (const [party, [start, ...rest]] of this.#waiting) {
      if (this.#running >= this.most) return;
      if (!start || this.#busy.has(party)) continue;
      // The party goes to the end of the line.
      this.#waiting.delete(party);
      if (rest.length > 0) this.#waiting.set(party, rest);
      this.#take(party);
      start();
    }
  }
}
