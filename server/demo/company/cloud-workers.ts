import type { Plan } from '../plan';
import { isIn } from './access-groups';
import type { Person } from './people';

/** Returns the active people in one of the groups, up to a limit: the same at every snapshot. */
export function workersOf(plan: Plan, groups: readonly string[], most: number): Person[] {
  const found: Person[] = [];
  const { last } = plan;
  for (const person of last.active()) {
    if (groups.some((key) => isIn(last, person, key))) found.push(person);
    if (found.length === most) break;
  }
  return found;
}

/** Returns a time within a person's office hours, in seconds of the day in UTC. */
export function workingSecond({ office }: Person, fraction: number): number {
  const start = (8 - office.utcOffset + 24) % 24;
  return Math.floor((start * 3600 + fraction * 9 * 3600) % 86_400);
}
