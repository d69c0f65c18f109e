import type { DayOfCalls } from '../graph/service';
import { combinedRisks } from './detect-combined';
import { firstSensitiveUses, sensitiveUsers, stolenInstanceSessions, suspiciousCalls } from './detect-events';
import { unusualPlaces } from './detect-places';
import { daysOf, refusalBursts, secretHarvests, unusualVolumes } from './detect-usage';
import { personOf, type LoggedEvent, type Suspicion } from './logged-event';

/** What methods ask of others than those whose events they look at. */
export interface Surroundings {
  /** Whose events are looked at, native ids; all of each are there. */
  isOf: (identity: string) => boolean;
  /** Whose places are looked at: all events of each are there. */
  isPerson: (person: string) => boolean;
  /** How many identities use an action that is sensitive. */
  usersOf: ReadonlyMap<string, number>;
  /** Calls of all who work in the accounts that are looked at. */
  days: readonly DayOfCalls[];
}

/** Services act for others: what they do is told of those who made them. */
export function isSomebody(identity: string): boolean {
  return identity !== '' && !identity.endsWith('.amazonaws.com') && !/\/aws-service-role\//.test(identity);
}

/** What of a log is worth a look, by all methods; the same events always give the same answer. */
export function detect(events: readonly LoggedEvent[]): Suspicion[] {
  const own = events.filter(({ identity }) => isSomebody(identity));
  return detectAmong(events, { isOf: () => true, isPerson: () => true, usersOf: sensitiveUsers(own), days: daysOf(inOrder(own)) });
}

/** The same of some of those who are in the log, where the rest is known by what methods ask of it. */
export function detectAmong(events: readonly LoggedEvent[], { isOf, isPerson, usersOf, days }: Surroundings): Suspicion[] {
  const all = inOrder(events.filter(({ identity }) => isSomebody(identity)));
  const own = all.filter(({ identity }) => isOf(identity));
  return [
    ...suspiciousCalls(own),
    ...firstSensitiveUses(own, usersOf),
    ...stolenInstanceSessions(own),
    ...refusalBursts(own),
    ...secretHarvests(own),
    ...unusualVolumes(own, days),
    ...unusualPlaces(all.filter((event) => isPerson(personOf(event)))),
    ...combinedRisks(own),
  ].sort((a, b) => compare(a.since, b.since));
}

function inOrder(events: readonly LoggedEvent[]): LoggedEvent[] {
  return [...events].sort((a, b) => compare(a.at, b.at) || compare(a.eventId, b.eventId) || compare(a.action, b.action));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
