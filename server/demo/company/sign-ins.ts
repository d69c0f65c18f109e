import type { Plan } from '../plan';
import { isIn } from './access-groups';
import { workingSecond } from './cloud-workers';
import type { Person } from './people';
import { INTRUDER, SPRAYED_DAYS_AGO } from './intruder';
import { ODD_PLACES, type Place } from './places';

/** An application of a directory, with the group that may use it. */
export interface SignInTarget<App> {
  app: App;
  group: string;
  /** Share of days on which a user opens it, in percent. */
  often: number;
}

export interface SignIn<App> {
  person: Person;
  app: App;
  /** Time in seconds of the day, UTC. */
  second: number;
  daysAgo: number;
  place: Place;
  address: string;
  succeeded: boolean;
  /** The sign-in of an intruder with a stolen password. */
  isStolen?: true;
}

/** Yields the sign-ins of the 90 days before the snapshot, the newest day first. Every snapshot agrees on a day. */
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
    if (daysAgo === SPRAYED_DAYS_AGO) {
      yield* sprayed(people, daysAgo);
      yield* stolen(people, daysAgo);
    }
  }
}

/** Yields the failed sign-ins of a password spray from places without employees. */
function* sprayed<App>(people: readonly { person: Person; used: readonly SignInTarget<App>[] }[], daysAgo: number): Generator<SignIn<App>> {
  for (const [order, { person, used }] of people.entries()) {
    const app = used[0]?.app;
    if (app === undefined || order % 3 !== 0) continue;
    const place = ODD_PLACES[order % ODD_PLACES.length] as Place;
    yield { person, app, second: 7200 + order * 11, daysAgo, place, address: `${place.network}.23`, succeeded: false };
  }
}

/** Yields the sign-ins on the day of the spray of the one person whose password was guessed: from the office, and half an hour later from far away. */
function* stolen<App>(people: readonly { person: Person; used: readonly SignInTarget<App>[] }[], daysAgo: number): Generator<SignIn<App>> {
  const victim = people.find(({ person }) => person.index === INTRUDER.victim);
  const app = victim?.used[0]?.app;
  if (!victim || app === undefined) return;
  const { person } = victim;
  const second = workingSecond(person, 0.5);
  const made = { person, app, daysAgo, succeeded: true };
  yield { ...made, second, place: person.office, address: `${person.office.network}.${10 + (person.index % 200)}` };
  yield { ...made, second: second + 1900, place: INTRUDER.place, address: INTRUDER.address, isStolen: true };
}
