import type { DayOfCalls } from '../../graph';
import { groupBy } from '../../platform/group-by';
import { combinedRisks } from './detect-combined';
import { firstSensitiveUses, sensitiveUsers, stolenInstanceSessions, suspiciousCalls } from './detect-events';
import { unusualPlaces } from './detect-places';
import { daysOf, refusalBursts, secretHarvests, unusualVolumes, volumesAbove, type Volume } from './detect-usage';
import { personOf, type LoggedEvent, type Suspicion } from './logged-event';

/** The context of the scanned identities that the methods need. */
export interface Surroundings {
  /** Reports whether an identity (native id) is scanned; then all of its events are present. */
  isOf: (identity: string) => boolean;
  /** Reports whether a person's locations are scanned; then all of their events are present. */
  isPerson: (person: string) => boolean;
  /** The number of identities that use each sensitive action. */
  usersOf: ReadonlyMap<string, number>;
  /** Daily calls of all identities in the scanned accounts. */
  days: readonly DayOfCalls[];
}

/** Reports whether an identity acts for itself. Calls of services count for the identity that made them. */
export function isActor(identity: string): boolean {
  return identity !== '' && !identity.endsWith('.amazonaws.com') && !/\/aws-service-role\//.test(identity);
}

/** Events in one turn of work. */
const PART = 2000;

/** The methods that look at one identity. Their order decides the order of findings with the same time. */
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

/** Yields while it runs all methods on all events, and returns the suspicions. The same events always give the same result. */
export function* detectAll(events: readonly LoggedEvent[]): Generator<number, Suspicion[]> {
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
  return yield* detectAmong(events, { isOf: () => true, isPerson: () => true, usersOf: sensitiveUsers(own), days });
}

/** Does the same for some identities, with the context of the others. */
export function* detectAmong(events: readonly LoggedEvent[], { isOf, isPerson, usersOf, days }: Surroundings): Generator<number, Suspicion[]> {
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

/** Yields events in parts. Each part holds all events of its keys, in time order. */
function* partsBy(
  events: readonly LoggedEvent[],
  keyOf: (event: LoggedEvent) => string,
  isWanted: (key: string) => boolean,
): Generator<number, LoggedEvent[][]> {
  const groups = new Map<string, LoggedEvent[]>();
  for (const [index, event] of events.entries()) {
    if (index % PART === 0) yield 0;
    const key = keyOf(event);
    if (!isActor(event.identity) || !isWanted(key)) continue;
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
