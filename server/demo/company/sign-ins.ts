import type { Plan } from '../plan';
import { isIn } from './access-groups';
import { workingSecond } from './cloud-workers';
import type { Person } from './people';
import { ODD_PLACES, type Place } from './places';

/** An application of a directory, and in which group one must be to use it. */
export interface SignInTarget<App> {
  app: App;
  group: string;
  /** On how many of a hundred days somebody uses it. */
  often: number;
}

export interface SignIn<App> {
  person: Person;
  app: App;
  /** Seconds of the day in UTC. */
  second: number;
  daysAgo: number;
  place: Place;
  address: string;
  succeeded: boolean;
}

/** Days before the end on which somebody tried the passwords of many. */
const SPRAYED_DAYS_AGO = 4;

/** Who signed in to what in the 90 days before the snapshot, the newest day first: the same at every snapshot. */
export function* signIns<App>(plan: Plan, directory: string, targets: readonly SignInTarget<App>[]): Generator<SignIn<App>> {
  const { last, calendar } = plan;
  const people = [...last.active()].map((person) => ({ person, used: targets.filter(({ group }) => isIn(last, person, group)) }));
  for (const daysAgo of [...calendar.loggedDays()].reverse()) {
    for (const { person, used } of people) {
      const rng = plan.seed.at('sign-in', directory, person.index, daysAgo);
      const isThere = person.joinedDaysAgo > daysAgo && !(calendar.isWeekend(daysAgo) && rng.chance(0.93));
      for (const { app, often } of used) {
        const [chance, fraction, failed, host] = [rng.next(), rng.next(), rng.next(), rng.int(200)];
        if (!isThere || chance * 100 >= often) continue;
        const place = person.office;
        const second = workingSecond(person, fraction);
        yield { person, app, second, daysAgo, place, address: `${place.network}.${10 + host}`, succeeded: failed > 0.02 };
      }
    }
    if (daysAgo === SPRAYED_DAYS_AGO) yield* sprayed(people, daysAgo);
  }
}

/** One password after the other from places where nobody of the company works; none of them is right. */
function* sprayed<App>(people: readonly { person: Person; used: readonly SignInTarget<App>[] }[], daysAgo: number): Generator<SignIn<App>> {
  for (const [order, { person, used }] of people.entries()) {
    const app = used[0]?.app;
    if (app === undefined || order % 3 !== 0) continue;
    const place = ODD_PLACES[order % ODD_PLACES.length] as Place;
    yield { person, app, second: 7200 + order * 11, daysAgo, place, address: `${place.network}.23`, succeeded: false };
  }
}
