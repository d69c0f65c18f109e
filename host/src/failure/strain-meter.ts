/** One second of the page. */
export interface Measure {
  /** Updates of the page by React. */
  commits: number;
  /** The browser had a moment without work. */
  wasIdle: boolean;
  /** The user pressed, typed or scrolled. */
  wasUsed: boolean;
  /** Size of the heap in bytes; null if the browser does not tell. */
  heap: number | null;
}

/** Seconds of endless updates after which an area is stopped. Long lists and drawings take less. */
const ENDLESS_SECONDS = 10;

/** Updates in a second that the page makes only without end, even if they take little time. Screens show 60 in a second. */
const MANY_COMMITS = 200;

/** Updates in a second that count as endless if the browser had no idle moment. */
const SOME_COMMITS = 3;

/** Growth of the heap since the area opened, bytes, and the seconds that it has to last. Collected garbage does not count for long. */
const HEAP_GROWTH = 1024 ** 3;
const HEAP_SECONDS = 3;

/** Decides from one measure a second whether the shown area must be stopped. */
export class StrainMeter {
  #endless = 0;
  #swollen = 0;
  #smallest = Infinity;

  /** Adds the next second. @returns why the area must be stopped; null if it need not */
  add({ commits, wasIdle, wasUsed, heap }: Measure): 'endless' | 'memory' | null {
    // Answers to the user's actions are no endless updates.
    if (!wasUsed) this.#endless = commits >= MANY_COMMITS || (commits >= SOME_COMMITS && !wasIdle) ? this.#endless + 1 : 0;
    if (heap !== null) {
      this.#smallest = Math.min(this.#smallest, heap);
      this.#swollen = heap - this.#smallest > HEAP_GROWTH ? this.#swollen + 1 : 0;
    }
    if (this.#swollen >= HEAP_SECONDS) return 'memory';
    return this.#endless >= ENDLESS_SECONDS ? 'endless' : null;
  }
}
