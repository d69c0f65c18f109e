import type { AlertPlace } from '@cam/contracts/server';
import { at, fields, text, type Fields } from '../../platform/json-values';
import { TOWN_RADIUS, type LoggedEvent, type Place } from './logged-event';

/** An event as the graph keeps it. `raw` is the record as JSON text, null where no method needs it. */
export type EventRow = Omit<LoggedEvent, 'place' | 'record'> & { raw: string | null };

export function eventOfRow({ raw, ...row }: EventRow): LoggedEvent {
  const record = raw === null ? null : fields(JSON.parse(raw) as unknown);
  return { ...row, record, place: record && placeOf(record) };
}

/** The same as `placeOf`, of a record as JSON text. */
export function placeIn(raw: string): Place | null {
  return placeOf(fields(JSON.parse(raw) as unknown));
}

/** Many rows in turns: some have records of many kilobytes. */
export function* eventsOfRows(rows: readonly EventRow[]): Generator<number, LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  for (const row of rows) {
    events.push(eventOfRow(row));
    yield 0;
  }
  return events;
}

/** Where a sign-in came from, as the log says: Okta's `client.geographicalContext`, Entra's `location`. Other logs name addresses alone. */
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

/** The same as alerts tell it. */
export function alertPlaceOf({ latitude, longitude, ...place }: Place): AlertPlace {
  return { coordinates: { latitude, longitude }, ...place };
}

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** Entra writes codes of countries, Okta their names. */
export function countryName(country: string): string {
  return /^[A-Z]{2}$/.test(country) ? (COUNTRIES.of(country) ?? country) : country;
}

/** The instance that a session of AWS belongs to: its name is the id of the instance. */
export function instanceOf(raw: string): string {
  return /:assumed-role\/[^/"]+\/(i-[0-9a-f]{8,17})"/.exec(raw)?.[1] ?? '';
}

/** By address, where the newest event says that it is. */
export function toldPlaces(events: readonly LoggedEvent[]): Map<string, Place> {
  const told = new Map<string, LoggedEvent & { place: Place }>();
  for (const event of events) {
    const { sourceIp, place } = event;
    if (!place || sourceIp === '') continue;
    const last = told.get(sourceIp);
    if (!last || event.at > last.at || (event.at === last.at && event.eventId > last.eventId)) told.set(sourceIp, { ...event, place });
  }
  return new Map([...told].map(([address, { place }]) => [address, place]));
}

/**
 * Puts places on the events of logs that name addresses alone, in turns.
 * @param told where logs say that addresses are
 * @param elsewhere where an address is of which no log says it
 */
export function* placing(
  events: readonly LoggedEvent[],
  told: ReadonlyMap<string, Place>,
  elsewhere: (address: string) => Place | null,
): Generator<number, LoggedEvent[]> {
  const places = new Map<string, Place | null>(told);
  const placed: LoggedEvent[] = [];
  for (const event of events) {
    const { sourceIp } = event;
    if (!event.place && !places.has(sourceIp)) places.set(sourceIp, elsewhere(sourceIp));
    placed.push(event.place ? event : { ...event, place: places.get(sourceIp) ?? null });
    yield 0;
  }
  return placed;
}
