/** A run may take this share of the time, unless the owner states another. */
const SHARE = 1 / 20;

/** Time from the first request to the first run, ms. */
const FIRST = 60_000;

export interface Clock {
  now(): number;
}

/**
 * Paces work that is requested over and over, and whose cost grows: early runs, which are short, come often, and long ones seldom. All runs together take
 * at most a twentieth of the time, or the share that is given.
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
    const dueAt = this.#dueAt.get(key) ?? now + FIRST;
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
      this.#dueAt.set(key, ended + (ended - started) / this.share);
    }
  }
}
