import { Calendar } from './calendar';
import type { DepartmentKey } from './company/departments';
import { personAt, type Person } from './company/people';
import { Seed } from './random';
import { SCALES, type Scale, type Size } from './size';

export interface DemoOptions {
  size: Size;
  seed: number;
  /** Last day of the tenant's history, YYYY-MM-DD. */
  end: string;
  /** Snapshots, one a day, the last one on `end`. */
  days: number;
}

/** What everything of one snapshot is made from. Nothing in it depends on the order in which it is asked. */
export class Plan {
  readonly seed: Seed;
  readonly scale: Scale;
  readonly size: Size;
  private readonly number: number;
  #last: Plan | null = null;
  #staff: Map<DepartmentKey, number[]> | null = null;

  constructor(
    options: Pick<DemoOptions, 'size' | 'seed'>,
    readonly calendar: Calendar,
  ) {
    this.number = options.seed;
    this.seed = new Seed(options.seed);
    this.size = options.size;
    this.scale = SCALES[options.size];
  }

  /** The same tenant on the last day of its history: who writes the logs is drawn from it, so that every snapshot tells the same of a day. */
  get last(): Plan {
    if (this.calendar.daysBefore === 0) return this;
    this.#last ??= new Plan({ size: this.size, seed: this.number }, new Calendar(this.calendar.end, 0));
    return this.#last;
  }

  person(index: number): Person {
    return personAt(this.seed, index);
  }

  /** Everybody who has joined by the day of the snapshot, those who left included. */
  *people(): Generator<Person> {
    for (let index = 0; index < this.scale.people; index++) {
      const person = this.person(index);
      if (this.calendar.happened(person.joinedDaysAgo)) yield person;
    }
  }

  hasLeft({ leftDaysAgo }: Person): boolean {
    return leftDaysAgo !== null && this.calendar.happened(leftDaysAgo);
  }

  /** Those of a department who are there, by their index. */
  staff(department: DepartmentKey): readonly number[] {
    if (!this.#staff) {
      this.#staff = new Map();
      for (const person of this.people()) {
        if (this.hasLeft(person)) continue;
        const { key } = person.department;
        const of = this.#staff.get(key) ?? [];
        of.push(person.index);
        this.#staff.set(key, of);
      }
    }
    return this.#staff.get(department) ?? [];
  }

  /** Those who write the logs: the first of the people who have neither left nor fallen silent. */
  *active(): Generator<Person> {
    let found = 0;
    for (const person of this.people()) {
      if (person.dormant || this.hasLeft(person)) continue;
      yield person;
      if (++found === this.scale.activePeople) return;
    }
  }
}
