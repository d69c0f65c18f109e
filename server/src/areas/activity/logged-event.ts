import type { Fields } from '../../platform/json-values';
import type { StoredEvent } from '../../graph';

/** Where an address is, as a log of a provider says, or by the country that it is given out in. */
export interface Place {
  latitude: number;
  longitude: number;
  city: string;
  state: string;
  country: string;
  /** Within so many km of there it is. */
  radius: number;
}

/** A log that names a town says no more than that, km. */
export const TOWN_RADIUS = 25;

/** An event of a log, as far as methods look at it. */
export interface LoggedEvent extends Omit<StoredEvent, 'raw' | 'tellsPlace'> {
  place: Place | null;
  /** The whole record, of the actions that a rule reads closer; else null. */
  record: Fields | null;
}

export type SuspicionKind = 'USAGE' | 'LOCATION' | 'EVENT' | 'AI';

/** How a chart shows it: bars of a day's calls, points of events, places on a map. */
export type SuspicionChart =
  | { kind: 'bars'; label: string; bars: { x: string; y: number }[]; alertX: string }
  | { kind: 'points'; points: { name: string; at: string; isAlert: boolean }[] }
  | { kind: 'places'; current: Place; previous: Place[] };

/** Something that somebody did and that is worth a look, always with its reasons in words. */
export interface Suspicion {
  kind: SuspicionKind;
  /** Id of the method: `log-tampering`. */
  rule: string;
  severity: 'HIGH' | 'MEDIUM' | 'LOW';
  identity: string;
  accountId: string;
  /** First and last event of it. */
  since: string;
  until: string;
  /** Ids of its events. */
  eventIds: string[];
  count: number;
  reasons: string[];
  chart: SuspicionChart | null;
}

const DAY_MS = 86_400_000;

/**
 * Events of one identity as episodes: what follows within a day of each other is one.
 * @param events in order of time
 */
export function episodesOf<T extends { at: string }>(events: readonly T[], gap = DAY_MS): T[][] {
  const episodes: T[][] = [];
  for (const event of events) {
    const last = episodes.at(-1);
    const before = last?.at(-1);
    if (last && before && Date.parse(event.at) - Date.parse(before.at) <= gap) last.push(event);
    else episodes.push([event]);
  }
  return episodes;
}

/** What an episode has in every kind of suspicion. */
export function spanOf(events: readonly LoggedEvent[]): Pick<Suspicion, 'identity' | 'accountId' | 'since' | 'until' | 'eventIds' | 'count'> {
  const [first, last] = [events[0], events.at(-1)];
  if (!first || !last) throw new Error('an episode has events');
  const ids = [...new Set(events.map(({ eventId }) => eventId))];
  return { identity: first.identity, accountId: first.accountId, since: first.at, until: last.at, eventIds: ids, count: ids.length };
}

/** The person behind an event, as far as is known: many act as the same role, each with habits of their own. */
export function personOf({ identity, session }: Pick<LoggedEvent, 'identity' | 'session'>): string {
  return session || identity;
}

/** `a, b and 3 more`. */
export function named(names: readonly string[], shown = 5): string {
  const rest = names.length - shown;
  return rest > 0 ? `${names.slice(0, shown).join(', ')} and ${rest} more` : names.join(', ');
}
