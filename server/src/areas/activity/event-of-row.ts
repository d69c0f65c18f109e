import type { AlertPlace } from '@cam/contracts/server';
import { at, fields, text, type Fields } from '../../platform/json-values';
import { TOWN_RADIUS, type LoggedEvent, type Place } from './logged-event';

/** An event as the graph stores it. `raw` is the record as JSON text; null if no method needs it. */
export type EventRow = Omit<LoggedEvent, 'place' | 'record'> & { raw: string | null };

export function eventOfRow({ raw, ...row }: EventRow): LoggedEvent {
  const record = raw === null ? null : fields(JSON.parse(raw) as unknown);
  return { ...row, record, place: record && placeOf(record) };
}

/** Does the same as `placeOf` for a record as JSON text. */
export function placeIn(raw: string): Place | null {
  return placeOf(fields(JSON.parse(raw) as unknown));
}

/** Parses many rows in turns: some records have many kilobytes. */
export function* eventsOfRows(rows: readonly EventRow[]): Generator<number, LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  for (const row of rows) {
    events.push(eventOfRow(row));
    yield 0;
  }
  return events;
}

/** Returns the location of a sign-in by its log: Okta's `client.geographicalContext` or Entra's `location`. Other logs have addresses only. */
export function placeOf(record: Fields): Place | null {
  const okta = fields(at(record, 'client', 'geographicalContext'));
  const entra = fields(record.location);
  const [latitude, longitude] =
    ([
      [at(okta, 'geolocation', 'lat'), at(okta, 'geolocation', 'lon')],
      [at(entra, 'geoCoordinates', 'latitude'), at(entra, 'geoCoordinates', 'longitude')],
    ].find(([lat, lon]) => typeof lat === 'number' && typeof lon === 'number') as [number, number] | undefined) ?? [];
  if (latitude === undefined || longitude === undefined) return null;
  return {
    latitude,
    longitude,
    city: text(okta.city) || text(entra.city),
    state: text(okta.state) || text(entra.state),
    country: countryName(text(okta.country) || text(entra.countryOrRegion)),
    radius: TOWN_RADIUS,
  };
}

/** Returns the location in the form of the alert's contract. */
export function alertPlaceOf({ latitude, longitude, ...place }: Place): AlertPlace {
  return { coordinates: { latitude, longitude }, ...place };
}

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** Returns the name of a country. Entra logs country codes, Okta logs names. */
export function countryName(country: string): string {
  return /^[A-Z]{2}$/.test(country) ? (COUNTRIES.of(country) ?? country) : country;
}

/** Returns the instance of an AWS session: the session has the instance's id as its name. */
export function instanceOf(raw: string): string {
  return /:assumed-role\/[^/"]+\/(i-[0-9a-f]{8,17})"/.exec(raw)?.[1] ?? '';
}

/** Returns the location of each address by its newest located event. */
export function loggedPlaces(events: readonly LoggedEvent[]): Map<string, Place> {
  const located = new Map<string, LoggedEvent & { place: Place }>();
  for (const event of events) {
    const { sourceIp, place } = event;
    if (!place || sourceIp === '') continue;
    const last = located.get(sourceIp);
    if (!last || event.at > last.at || (event.at === last.at && event.eventId > last.eventId)) located.set(sourceIp, { ...event, place });
  }
  return new Map([...located].map(([address, { place }]) => [address, place]));
}

/**
 * Adds locations to the events of logs that have addresses only, in turns.
 * @param located locations of addresses by the logs
 * @param elsewhere returns the location of an address that no log locates
 */
export function* locateEvents(
  events: readonly LoggedEvent[],
  located: ReadonlyMap<string, Place>,
  elsewhere: (address: string) => Place | null,
): Generator<number, LoggedEvent[]> {
  const places = new Map<string, Place | null>(located);
  const placed: LoggedEvent[] = [];
  for (const event of events) {
    const { sourceIp } = event;
    if (!event.place && !places.has(sourceIp)) places.set(sourceIp, elsewhere(sourceIp));
    placed.push(event.place ? event : { ...event, place: places.get(sourceIp) ?? null });
    yield 0;
  }
  return placed;
}
