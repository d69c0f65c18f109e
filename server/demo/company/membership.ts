import type { Plan } from '../plan';
import { ACCESS_GROUPS, accessGroup } from './access-groups';
import type { Person } from './people';

/** Who is in which group at a snapshot. */
export class Membership {
  readonly #direct = new Map<string, number[]>(ACCESS_GROUPS.map(({ key }) => [key, []]));

  /** @param counts who counts; people who have left are in no group, unless somebody forgot them */
  constructor(
    private readonly plan: Plan,
    counts: (person: Person) => boolean = (person) => !plan.hasLeft(person),
  ) {
    for (const person of plan.people()) {
      if (!counts(person)) continue;
      for (const { key, holds } of ACCESS_GROUPS) if (holds(person, plan)) this.#direct.get(key)?.push(person.index);
    }
  }

  /** Those who are in a group by themselves. */
  direct(key: string): Person[] {
    return this.#indexes(key).map((index) => this.plan.person(index));
  }

  /** Also those who are in it by way of other groups. */
  all(key: string): Person[] {
    const groups = new Set([key]);
    for (const group of groups) for (const nested of accessGroup(group).nested) groups.add(nested);
    const indexes = new Set([...groups].flatMap((group) => this.#indexes(group)));
    return [...indexes].sort((a, b) => a - b).map((index) => this.plan.person(index));
  }

  #indexes(key: string): readonly number[] {
    return this.#direct.get(accessGroup(key).key) as number[];
  }
}
