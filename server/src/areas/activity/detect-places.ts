import { placeName } from '@cam/contracts/server';
import { groupBy } from '../../platform/group-by';
import { personOf, spanOf, TOWN_RADIUS, type LoggedEvent, type Place, type Suspicion } from './logged-event';
import { minutesIn } from './minutes';

/** Faster than any flight that people take, km/h; below this distance addresses are placed too roughly to say anything, km. */
const FASTEST = 1000;
const FAR = 500;
/** Located events, over so many days, that make a country new. */
const KNOWN_EVENTS = 10;
const KNOWN_DAYS = 7;
const DAY_MS = 86_400_000;
const EARTH_RADIUS = 6371;
/** Places of before that a map shows. */
const MOST_PLACES = 10;

interface Located extends LoggedEvent {
  place: Place;
}

/** Somebody who was in two places at once, or in a country where they never were. */
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
    // Whoever goes to and fro between two networks was told of the first time.
    const wasThere = own.slice(0, index - 1).some(({ place }) => leastBetween(place, event.place) < FAR);
    if (wasThere) return [];
    return [
      {
        kind: 'LOCATION',
        rule: 'impossible-travel',
        severity: 'HIGH',
        ...spanOf([before, event]),
        reasons: [
          `${placeName(before.place)} and ${minutesIn(hours * 3_600_000)} later ${placeName(event.place)}, ${isTold(before.place) && isTold(event.place) ? '' : 'at least '}${Math.round(distance)} km away`,
          `${asWhom(event)}from ${before.sourceIp} and from ${event.sourceIp}`,
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
          `${placeName(event.place)}, and before, since ${first.at.slice(0, 10)}, only ${others.join(', ')}`,
          `${asWhom(event)}from ${event.sourceIp}`,
        ],
        chart: chartOf(event, own.slice(0, index)),
      },
    ];
  });
}

/** Whether one person alone acts as that identity: a role whose sessions tell of nobody is many. */
function isOfOne({ identity, session }: LoggedEvent): boolean {
  return session !== '' || !identity.includes(':role/');
}

/** The person behind a role, in front of what is said of it. */
function asWhom({ session }: LoggedEvent): string {
  return session === '' ? '' : `${session} `;
}

/** Whether a log tells the town, and not an address its country alone. */
function isTold({ radius }: Place): boolean {
  return radius <= TOWN_RADIUS;
}

/** How far two places are from each other at least: what is known by its country alone may be anywhere in it. */
function leastBetween(a: Place, b: Place): number {
  const slack = [a, b].reduce((sum, place) => sum + (isTold(place) ? 0 : place.radius), 0);
  return Math.max(0, distanceBetween(a, b) - slack);
}

/** By the great circle, km. */
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
