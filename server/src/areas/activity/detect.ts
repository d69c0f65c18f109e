import type { DayOfCalls } from '../../graph';
import { groupBy } from '../../platform/group-by';
import { combinedRisks } from './detect-combined';
import { firstSensitiveUses, sensitiveUsers, stolenInstanceSessions, suspiciousCalls } from './detect-events';
import { unusualPlaces } from './detect-places';
import { daysOf, refusalBursts, secretHarvests, unusualVolumes, volumesAbove, type Volume } from './detect-usage';
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

/** Events of some identities that methods look at in one turn. */
const PART = 2000;

/** In the order in which what they find at the same time is told. */
const OF_IDENTITIES: readonly ((
  events: readonly LoggedEvent[],
  known: { usersOf: ReadonlyMap<string, number>; volumes: readonly Volume[] },
) => Suspicion[])[] = [
  suspiciousCalls,
  (own, { usersOf }) => firstSensitiveUses(own, usersOf),
  stolenInstanceSessions,
  refusalBursts,
  secretHarvests,
  (own, { volumes }) => unusualVolumes(own, volumes),
  combinedRisks,
];

/** What of a log is worth a look, by all methods, in turns; the same events always give the same answer. */
export function* detecting(events: readonly LoggedEvent[]): Generator<number, Suspicion[]> {
  const own: LoggedEvent[] = [];
  const days: DayOfCalls[] = [];
  for (const part of yield* partsBy(
    events,
    ({ identity }) => identity,
    () => true,
  )) {
    own.push(...part);
    days.push(...daysOf(part));
    yield 0;
  }
  return yield* detectingAmong(events, { isOf: () => true, isPerson: () => true, usersOf: sensitiveUsers(own), days });
}

/** The same of some of those who are in the log, where the rest is known by what methods ask of it. */
export function* detectingAmong(events: readonly LoggedEvent[], { isOf, isPerson, usersOf, days }: Surroundings): Generator<number, Suspicion[]> {
  const volumes: Volume[] = [];
  for (const ofAccount of groupBy(days, ({ accountId }) => accountId).values()) {
    volumes.push(...volumesAbove(ofAccount));
    yield 0;
  }
  const found: Suspicion[][] = OF_IDENTITIES.map(() => []);
  for (const part of yield* partsBy(events, ({ identity }) => identity, isOf)) {
    for (const [index, method] of OF_IDENTITIES.entries()) {
      found[index]?.push(...method(part, { usersOf, volumes }));
      yield 0;
    }
  }
  const places: Suspicion[] = [];
  for (const part of yield* partsBy(events, personOf, isPerson)) {
    places.push(...unusualPlaces(part));
    yield 0;
  }
  return [...found.flat(), ...places].sort((a, b) => compare(a.since, b.since));
}

/** Events of somebody in parts that hold all of whomever they hold anything of, each in the order of time. */
function* partsBy(
  events: readonly LoggedEvent[],
  keyOf: (event: LoggedEvent) => string,
  isWanted: (key: string) => boolean,
): Generator<number, LoggedEvent[][]> {
  const groups = new Map<string, LoggedEvent[]>();
  for (const [index, event] of events.entries()) {
    if (index % PART === 0) yield 0;
    const key = keyOf(event);
    if (!isSomebody(event.identity) || !isWanted(key)) continue;
    const group = groups.get(key);
    if (group) group.push(event);
    else groups.set(key, [event]);
  }
  const parts: LoggedEvent[][] = [];
  let part: LoggedEvent[] = [];
  for (const group of groups.values()) {
    part = part.concat(group);
    if (part.length < PART) continue;
    parts.push(inOrder(part));
    part = [];
    yield 0;
  }
  return [...parts, inOrder(part)];
}

function inOrder(events: readonly LoggedEvent[]): LoggedEvent[] {
  return [...events].sort((a, b) => compare(a.at, b.at) || compare(a.eventId, b.eventId) || compare(a.action, b.action));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
