/** Limits of accepted reports in a window, for one address and for all. */
const OF_ONE = 30;
const OF_ALL = 300;

/** Length of a window, ms. */
const WINDOW = 60_000;

/** Limits reports, because browsers send them without a token. */
export class ReportLimit {
  #until = 0;
  #all = 0;
  readonly #of = new Map<string, number>();

  /** Reports whether one more report of this address is accepted. */
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
