/** The uses that a source's log records. */
export interface UsageCoverage {
  /** The first day that the log covers, YYYY-MM-DD. */
  since: string;
  /** Uses that the log does not record: a kind of access on anything (`READ`), or on one resource type (`READ OBJECT_STORE`). */
  silent: string[];
  /** The period in which all logged events are stored individually; absent where none are. */
  kept?: KeptEvents;
}

export interface KeptEvents {
  /** ISO 8601 in UTC, or the first day of the log. */
  from: string;
  /** Time of the last event, ISO 8601 in UTC. */
  to: string;
  /** The log contained more events before that time. */
  isCut: boolean;
}

/** Retention of individual events in milliseconds: 100 days, more than any selectable window. */
export const EVENTS_KEPT = 100 * 24 * 60 * 60 * 1000;
/**
 * Combines the coverage of an earlier and a later bundle. If the later log starts after the last event stored before, the events in between are
 * missing.
 */
export function together(before: UsageCoverage | null, now: UsageCoverage): UsageCoverage {
  if (!before) return now;
  const since = now.since < before.since ? now.since : before.since;
  const [known, kept] = [before.kept, now.kept];
  if (!known || !kept) return { ...now, since, kept: kept ?? known };
  const [first, other] = known.from < kept.from ? [known, kept] : [kept, known];
  const isGap = other.isCut && first.to < other.from;
  const to = known.to > kept.to ? known.to : kept.to;
  return { ...now, since, kept: lately({ from: isGap ? other.from : first.from, to, isCut: isGap ? other.isCut : first.isCut }) };
}

/** Limits the period to `EVENTS_KEPT` before the last event. */
export function lately({ from, to, isCut }: KeptEvents): KeptEvents {
  const oldest = new Date(Date.parse(to) - EVENTS_KEPT).toISOString();
  return from < oldest ? { from: oldest, to, isCut: true } : { from, to, isCut };
}
