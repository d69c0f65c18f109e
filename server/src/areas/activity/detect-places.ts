import { placeName } from '@cam/contracts/server';
import { groupBy } from '../../platform/group-by';
import { personOf, spanOf, TOWN_RADIUS, type LoggedEvent, type Place, type Suspicion } from './logged-event';
import { minutesIn } from './format-minutes';

/** The speed that no flight exceeds, km/h. Below the distance, addresses are located too roughly to compare, km. */
const FASTEST = 1000;
const FAR = 500;
/** Located events, and the days that they span, before a new country counts as unusual. */
const KNOWN_EVENTS = 10;
const KNOWN_DAYS = 7;
const DAY_MS = 86_400_000;
const EARTH_RADIUS = 6371;
/** Earlier locations that a map shows. */
const MOST_PLACES = 10;

interface Located extends LoggedEvent {
  place: Place;
}

/** Finds identities in two places at once, or in a country for the first time. */
export function unusualPlaces(events: readonly LoggedEvent[]): Suspicion[] {
  const located = events.filter((event): event is Located => event.place !== null && event.succeeded && isOfOne(event));
  return [...groupBy(located, personOf).values()].flatMap((own) => [...impossibleTravels(own), ...newCountries(own)]);
}

function impossibleTravels(own: readonly Located[]): Suspicion[] {
  return own.flatMap((event, index): Suspicion[] => {
    const before = own[index - 1];
    if (!before || before.sourceIp === event.sourceIp) return [];
    const distance = leastBetween(before.place, event.place);
    const hours = (Date.parse(event.at) - Date.parse(before.at)) / 3_600_000;
    if (distance < FAR || distance / Math.max(hours, 1 / 60) < FASTEST) return [];
    // Someone who switches between two networks raises an alert only the first time.
    const wasThere = own.slice(0, index - 1).some(({ place }) => leastBetween(place, event.place) < FAR);
    if (wasThere) return [];
    return [
      {
        kind: 'LOCATION',
        rule: 'impossible-travel',
        severity: 'HIGH',
        ...spanOf([before, event]),
        reasons: [
          `${placeName(before.place)}, then ${placeName(event.place)} ${minutesIn(hours * 3_600_000)} later, ${namesCity(before.place) && namesCity(event.place) ? '' : 'at least '}${Math.round(distance)} km away`,
          `${personPrefix(event)}from ${before.sourceIp} and from ${event.sourceIp}`,
        ],
        chart: chartOf(event, own.slice(0, index)),
      },
    ];
  });
}

function newCountries(own: readonly Located[]): Suspicion[] {
  const known = new Set<string>();
  return own.flatMap((event, index): Suspicion[] => {
    const { country } = event.place;
    const isNew = country !== '' && !known.has(country);
    known.add(country);
    const first = own[0];
    if (!isNew || !first || index < KNOWN_EVENTS || Date.parse(event.at) - Date.parse(first.at) < KNOWN_DAYS * DAY_MS) return [];
    const others = [...known].filter((one) => one !== country && one !== '');
    return [
      {
        kind: 'LOCATION',
        rule: 'new-country',
        severity: 'MEDIUM',
        ...spanOf([event]),
        reasons: [
          `${placeName(event.place)}, only ${others.join(', ')} since ${first.at.slice(0, 10)}`,
          `${personPrefix(event)}from ${event.sourceIp}`,
        ],
        chart: chartOf(event, own.slice(0, index)),
      },
    ];
  });
}

/** Reports whether one person acts as the identity. A role whose sessions name no person may be many people. */
function isOfOne({ identity, session }: LoggedEvent): boolean {
  return session !== '' || !identity.includes(':role/');
}

/** Returns the person behind a role, as the start of a reason. */
function personPrefix({ session }: LoggedEvent): string {
  return session === '' ? '' : `${session} `;
}

/** Reports whether the log names a city; otherwise only the country of the address is known. */
function namesCity({ radius }: Place): boolean {
  return radius <= TOWN_RADIUS;
}

/** Returns the smallest possible distance of two locations. A location by country may be anywhere in it. */
function leastBetween(a: Place, b: Place): number {
  const slack = [a, b].reduce((sum, place) => sum + (namesCity(place) ? 0 : place.radius), 0);
  return Math.max(0, distanceBetween(a, b) - slack);
}

/** Returns the great-circle distance, km. */
export function distanceBetween(a: Place, b: Place): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half = (degrees: number): number => Math.sin(radians(degrees) / 2) ** 2;
  const square = half(b.latitude - a.latitude) + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(b.longitude - a.longitude);
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(square)));
}

function chartOf(event: Located, before: readonly Located[]): Suspicion['chart'] {
  const places = new Map(before.map(({ place }) => [`${place.latitude} ${place.longitude}`, place]));
  return { kind: 'places', current: event.place, previous: [...places.values()].slice(-MOST_PLACES) };
}
