/** Calls that a user may still make, and when that number was last raised, ms since 1970. */
interface Allowance {
  left: number;
  at: number;
}

/** Users whose allowance is remembered. Beyond that, the one whose last call is the longest ago starts anew. */
const MOST_PARTIES = 10_000;
const MINUTE = 60_000;

/** Bounds the number of calls that each user makes in a minute. The allowance refills steadily, so that a page may make many calls at once. */
export class CallLimits {
  readonly #allowances = new Map<string, Allowance>();

  /**
   * @param perMinute 0: no limit
   * @param now returns the time, ms since 1970
   */
  constructor(
    private readonly perMinute: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Counts a call. @returns how long the user must wait before the next one, ms; null: the call is admitted */
  admit(party: string): number | null {
    if (this.perMinute === 0) return null;
    const now = this.now();
    const { left, at } = this.#allowances.get(party) ?? { left: this.perMinute, at: now };
    const refilled = Math.min(this.perMinute, left + ((now - at) * this.perMinute) / MINUTE);
    const isAdmitted = refilled >= 1;
    this.#allowances.delete(party);
    this.#allowances.set(party, { left: isAdmitted ? refilled - 1 : refilled, at: now });
    const [oldest] = this.#allowances.keys();
    if (oldest !== undefined && this.#allowances.size > MOST_PARTIES) this.#allowances.delete(oldest);
    return isAdmitted ? null : Math.ceil(((1 - refilled) * MINUTE) / this.perMinute);
  }
}
