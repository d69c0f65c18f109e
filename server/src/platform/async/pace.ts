/** A run may take this share of the time, unless the owner states another. */
const SHARE = 1 / 20;

/** A run that took longer than this, or whose duration is not known yet, is too long to run beside what requests it, ms. */
const SHORT = 10_000;

/** Long runs wait at most this long for the requests to end, ms. */
const LONGEST_WAIT = 30 * 60_000;

export interface Clock {
  now(): number;
}

/**
 * Paces work that is requested over and over, and whose cost grows: short runs come often, all together at most a twentieth of the time or the share that is
 * given. Long runs need memory and time that the requests need themselves, and come every half hour at most.
 */
export class Pace {
  readonly #dueAt = new Map<string, number>();

  constructor(
    private readonly clock: Clock = Date,
    private readonly share = SHARE,
  ) {}

  /** Returns whether the work may run now. */
  isDue(key: string): boolean {
    const now = this.clock.now();
    const dueAt = this.#dueAt.get(key) ?? now + LONGEST_WAIT;
    this.#dueAt.set(key, dueAt);
    return now >= dueAt;
  }

  /** Runs the work, due or not. The next run is due after a pause that its duration decides, never before the end of this one. */
  async run<R>(key: string, work: () => Promise<R>): Promise<R> {
    const started = this.clock.now();
    this.#dueAt.set(key, Infinity);
    try {
      return await work();
    } finally {
      const ended = this.clock.now();
      const pause = (ended - started) / this.share;
      this.#dueAt.set(key, ended + (ended - started <= SHORT ? pause : Math.max(pause, LONGEST_WAIT)));
    }
  }
}
