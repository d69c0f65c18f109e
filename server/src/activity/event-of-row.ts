import type { AlertPlace } from '@cam/contracts/server';
import { at, fields, text, type Fields } from '../graph/normalise/answer-values';
import { TOWN_RADIUS, type LoggedEvent, type Place } from './logged-event';

/** An event as the graph keeps it. `raw` is the record as JSON text, null where no method needs it. */
export type EventRow = Omit<LoggedEvent, 'place' | 'record'> & { raw: string | null };

export function eventOfRow({ raw, ...row }: EventRow): LoggedEvent {
  const record = raw === null ? null : fields(JSON.parse(raw) as unknown);
  return { ...row, record, place: record && placeOf(record) };
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

/**
 * Puts addresses that one log places on the events of the others that name them alone.
 * @param elsewhere where an address is of which no log says it
 */
export function withPlaces(events: readonly LoggedEvent[], elsewhere: (address: string) => Place | null): LoggedEvent[] {
  const places = new Map<string, Place | null>(
    events.flatMap(({ sourceIp, place }) => (place && sourceIp !== '' ? [[sourceIp, place] as const] : [])),
  );
  for (const { sourceIp } of events) if (!places.has(sourceIp)) places.set(sourceIp, elsewhere(sourceIp));
  return events.map((event) => (event.place ? event : { ...event, place: places.get(event.sourceIp) ?? null }));
}
