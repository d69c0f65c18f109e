const DAY = 86_400_000;

/** Days of event logs, and the threshold of unused access. */
export const LOGGED_DAYS = 90;

/** Access that was used within this many days of the end stays in use on later days. */
const STILL_USED = 30;

/**
 * The time of one snapshot. The history counts in days before its last day ("days ago"), so that every snapshot agrees on the history up to its
 * own day. After the last day nothing is created or granted any more, but all users keep working.
 */
export class Calendar {
  /**
   * @param end last day of the tenant's history, YYYY-MM-DD
   * @param daysBefore day of this snapshot in days before `end`; negative after it
   */
  constructor(
    readonly end: string,
    readonly daysBefore: number,
  ) {}

  /** Day of the snapshot, YYYY-MM-DD. */
  get day(): string {
    return this.date(this.daysBefore);
  }

  /** Time of the snapshot: the last minute of its day. */
  get takenAt(): string {
    return this.at(this.daysBefore, 86_340);
  }

  /** Returns whether this snapshot includes the events of a day. */
  includes(daysAgo: number): boolean {
    return daysAgo >= this.daysBefore;
  }

  /** Returns a day as YYYY-MM-DD. */
  date(daysAgo: number): string {
    return this.at(daysAgo, 0).slice(0, 10);
  }

  /** Returns a time in ISO 8601, UTC, to the second. */
  at(daysAgo: number, second: number): string {
    return `${new Date(this.time(daysAgo, second)).toISOString().slice(0, 19)}Z`;
  }

  /** Returns a time in milliseconds since 1970. */
  time(daysAgo: number, second: number): number {
    return Date.parse(`${this.end}T00:00:00Z`) - daysAgo * DAY + second * 1000;
  }

  /** Returns whether something is in use on a day. @param lastDaysAgo its last use by the end of the history */
  isUsed(lastDaysAgo: number, daysAgo: number): boolean {
    return daysAgo >= lastDaysAgo || (daysAgo < 0 && lastDaysAgo < STILL_USED);
  }

  /** Returns the last use that this snapshot knows, in days before the end; negative after it. @param daysAgo last use by the end of the history */
  lastUsed(daysAgo: number): number {
    return this.daysBefore < 0 && daysAgo < STILL_USED ? this.daysBefore + daysAgo : Math.max(daysAgo, this.daysBefore);
  }

  /** The last day of current staff, in days before the end: the end itself, or a later snapshot. */
  get lastPresent(): number {
    return Math.min(0, this.daysBefore);
  }

  isWeekend(daysAgo: number): boolean {
    return [0, 6].includes(new Date(this.time(daysAgo, 0)).getUTCDay());
  }

  /** Yields the days in the logs of this snapshot, the oldest first. */
  *loggedDays(): Generator<number> {
    for (let daysAgo = this.daysBefore + LOGGED_DAYS - 1; daysAgo >= this.daysBefore; daysAgo--) yield daysAgo;
  }
}
