import type { Fields } from '../../platform/json-values';
import type { StoredEvent } from '../../graph';

/** The location of an address, by a provider's log or by the country that the address is allocated in. */
export interface Place {
  latitude: number;
  longitude: number;
  city: string;
  state: string;
  country: string;
  /** The true position is within this distance, km. */
  radius: number;
}

/** The radius of a city that a log names, km. */
export const TOWN_RADIUS = 25;

/** An event of a log with the fields that the methods read. */
export interface LoggedEvent extends Omit<StoredEvent, 'raw' | 'tellsPlace'> {
  place: Place | null;
  /** The whole record if a rule reads it; otherwise null. */
  record: Fields | null;
}

export type SuspicionKind = 'USAGE' | 'LOCATION' | 'EVENT' | 'AI';

/** The chart of a suspicion: bars of daily calls, points of events, or places on a map. */
export type SuspicionChart =
  | { kind: 'bars'; label: string; bars: { x: string; y: number }[]; alertX: string }
  | { kind: 'points'; points: { name: string; at: string; isAlert: boolean }[] }
  | { kind: 'places'; current: Place; previous: Place[] };

/** Suspicious activity of an identity, with its reasons in words. */
export interface Suspicion {
  kind: SuspicionKind;
  /** Id of the method, such as `log-tampering`. */
  rule: string;
  severity: 'HIGH' | 'MEDIUM' | 'LOW';
  identity: string;
  accountId: string;
  /** Times of the first and last event. */
  since: string;
  until: string;
  /** Ids of the events. */
  eventIds: string[];
  count: number;
  reasons: string[];
  chart: SuspicionChart | null;
}

const DAY_MS = 86_400_000;

/**
 * Groups events of one identity into episodes: an event within a day of the previous one belongs to the same episode.
 * @param events in time order
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

/** Returns the fields that every suspicion takes from its episode. */
export function spanOf(events: readonly LoggedEvent[]): Pick<Suspicion, 'identity' | 'accountId' | 'since' | 'until' | 'eventIds' | 'count'> {
  const [first, last] = [events[0], events.at(-1)];
  if (!first || !last) throw new Error('an episode has events');
  const ids = [...new Set(events.map(({ eventId }) => eventId))];
  return { identity: first.identity, accountId: first.accountId, since: first.at, until: last.at, eventIds: ids, count: ids.length };
}

/** Returns the person behind an event, if known. Several people may share a role, each with their own habits. */
export function personOf({ identity, session }: Pick<LoggedEvent, 'identity' | 'session'>): string {
  return session || identity;
}

/** Joins names as `a, b and 3 more`. */
export function joinNames(names: readonly string[], shown = 5): string {
  const rest = names.length - shown;
  return rest > 0 ? `${names.slice(0, shown).join(', ')} and ${rest} more` : names.join(', ');
}
