/** Reports of one address that are taken in a window, and of all addresses together. */
const OF_ONE = 30;
const OF_ALL = 300;

/** How long a window is, ms. */
const WINDOW = 60_000;

/** Lets so many reports through and no more: they come without a token, from whoever likes to send them. */
export class ReportLimit {
  #until = 0;
  #all = 0;
  readonly #of = new Map<string, number>();

  /** Whether one more report of this address is taken. */
  take(address: string, now: number): boolean {
    if (now >= this.#until) {
      this.#until = now + WINDOW;
      this.#all = 0;
      this.#of.clear();
    }
    const own = this.#of.get(address) ?? 0;
    if (own >= OF_ONE || this.#all >= OF_ALL) return false;
    this.#of.set(address, own + 1);
    this.#all += 1;
    return true;
  }
}
