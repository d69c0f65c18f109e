import type { Plan } from '../plan';
import { isIn } from './access-groups';
import type { Person } from './people';

/** Those who write the logs and are in one of the groups, at most so many: the same at every snapshot. */
export function workersOf(plan: Plan, groups: readonly string[], most: number): Person[] {
  const found: Person[] = [];
  const { last } = plan;
  for (const person of last.active()) {
    if (groups.some((key) => isIn(last, person, key))) found.push(person);
    if (found.length === most) break;
  }
  return found;
}

/** Where in the day somebody works: seconds of the day in UTC, in his office's hours. */
export function workingSecond({ office }: Person, fraction: number): number {
  const start = (8 - office.utcOffset + 24) % 24;
  return Math.floor((start * 3600 + fraction * 9 * 3600) % 86_400);
}
