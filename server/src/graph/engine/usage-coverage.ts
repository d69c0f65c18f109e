/** The uses that the log of a source would record. */
export interface UsageCoverage {
  /** The first day that the log covers, YYYY-MM-DD. */
  since: string;
  /** What it is silent about: a kind of access on anything (`READ`), or on one type of resource (`READ OBJECT_STORE`). */
  silent: string[];
  /** Of which time all events that the log tells of are kept one by one; without it there are none. */
  kept?: KeptEvents;
}

export interface KeptEvents {
  /** ISO 8601 in UTC, or the first day of the log. */
  from: string;
  /** The last event, ISO 8601 in UTC. */
  to: string;
  /** The log had more of them before. */
  isCut: boolean;
}

/** How long events are kept one by one, ms: 100 days, more than any window that is offered. */
export const EVENTS_KEPT = 100 * 24 * 60 * 60 * 1000;
/**
 * What is known once a later bundle came: it has later days, and what is known of earlier ones stays. Where its log was cut behind the last event
 * that was kept before, those between are lost.
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

/** Older events than `EVENTS_KEPT` before the last one are let go. */
export function lately({ from, to, isCut }: KeptEvents): KeptEvents {
  const oldest = new Date(Date.parse(to) - EVENTS_KEPT).toISOString();
  return from < oldest ? { from: oldest, to, isCut: true } : { from, to, isCut };
}
