import type { Plan } from '../plan';
import { ACCESS_GROUPS, accessGroup } from './access-groups';
import type { Person } from './people';

/** The group memberships at a snapshot. */
export class Membership {
  readonly #direct = new Map<string, number[]>(ACCESS_GROUPS.map(({ key }) => [key, []]));

  /** @param counts selects people. Those who have left are in no group, except for a forgotten account. */
  constructor(
    private readonly plan: Plan,
    counts: (person: Person) => boolean = (person) => !plan.hasLeft(person),
  ) {
    for (const person of plan.people()) {
      if (!counts(person)) continue;
      for (const { key, holds } of ACCESS_GROUPS) if (holds(person, plan)) this.#direct.get(key)?.push(person.index);
    }
  }

  /** Returns the direct members of a group. */
  direct(key: string): Person[] {
    return this.#indexes(key).map((index) => this.plan.person(index));
  }

  /** Returns the members of a group, including those of nested groups. */
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
