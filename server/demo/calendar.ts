const DAY = 86_400_000;

/** Days of the log of events, and the threshold of what counts as unused. */
export const LOGGED_DAYS = 90;

/** What was in use within so many days of the last day of the history is in use on the days after it. */
const STILL_USED = 30;

/**
 * Time as one snapshot sees it. The history of the tenant is told in days before its last day, so that every snapshot tells the same
 * history, up to its own day. After the last day nothing is made or given any more, but everybody goes on with their work.
 */
export class Calendar {
  /**
   * @param end last day of the tenant's history, YYYY-MM-DD
   * @param daysBefore how long before `end` this snapshot was taken, in days; negative: after it
   */
  constructor(
    readonly end: string,
    readonly daysBefore: number,
  ) {}

  /** YYYY-MM-DD of the snapshot. */
  get day(): string {
    return this.date(this.daysBefore);
  }

  /** When the snapshot was taken: the last minute of its day. */
  get takenAt(): string {
    return this.at(this.daysBefore, 86_340);
  }

  /** Whether what happened so many days before the end has happened at this snapshot. */
  happened(daysAgo: number): boolean {
    return daysAgo >= this.daysBefore;
  }

  /** YYYY-MM-DD. */
  date(daysAgo: number): string {
    return this.at(daysAgo, 0).slice(0, 10);
  }

  /** ISO 8601 in UTC, to the second. */
  at(daysAgo: number, second: number): string {
    return `${new Date(this.time(daysAgo, second)).toISOString().slice(0, 19)}Z`;
  }

  /** Milliseconds since 1970. */
  time(daysAgo: number, second: number): number {
    return Date.parse(`${this.end}T00:00:00Z`) - daysAgo * DAY + second * 1000;
  }

  /** Whether what was used last so many days before the end is in use on a day. */
  isUsed(lastDaysAgo: number, daysAgo: number): boolean {
    return daysAgo >= lastDaysAgo || (daysAgo < 0 && lastDaysAgo < STILL_USED);
  }

  /** How many days before the end something was used last, as this snapshot knows it; negative: after it. @param daysAgo by the end */
  lastUsed(daysAgo: number): number {
    return this.daysBefore < 0 && daysAgo < STILL_USED ? this.daysBefore + daysAgo : Math.max(daysAgo, this.daysBefore);
  }

  /** How many days before the end somebody was there last who is not gone: the end itself, or this snapshot where that is later. */
  get lastThere(): number {
    return Math.min(0, this.daysBefore);
  }

  isWeekend(daysAgo: number): boolean {
    return [0, 6].includes(new Date(this.time(daysAgo, 0)).getUTCDay());
  }

  /** The days that the logs of this snapshot speak of, the oldest first. */
  *loggedDays(): Generator<number> {
    for (let daysAgo = this.daysBefore + LOGGED_DAYS - 1; daysAgo >= this.daysBefore; daysAgo--) yield daysAgo;
  }
}
