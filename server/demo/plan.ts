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
  /** Number of daily snapshots, the last one on `end`. */
  days: number;
}

/** The input of every part of one snapshot. No result depends on the order of the calls. */
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

  /** The plan of the last day. Logs are drawn from it, so that every snapshot agrees on a day. */
  get last(): Plan {
    if (this.calendar.daysBefore === 0) return this;
    this.#last ??= new Plan({ size: this.size, seed: this.number }, new Calendar(this.calendar.end, 0));
    return this.#last;
  }

  person(index: number): Person {
    return personAt(this.seed, index);
  }

  /** Yields everyone who joined by the day of the snapshot, including those who left. */
  *people(): Generator<Person> {
    for (let index = 0; index < this.scale.people; index++) {
      const person = this.person(index);
      if (this.calendar.includes(person.joinedDaysAgo)) yield person;
    }
  }

  hasLeft({ leftDaysAgo }: Person): boolean {
    return leftDaysAgo !== null && this.calendar.includes(leftDaysAgo);
  }

  /** Returns the indexes of a department's current people. */
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

  /** Yields the people in the logs: the first ones who have neither left nor become dormant. */
  *active(): Generator<Person> {
    let found = 0;
    for (const person of this.people()) {
      if (person.dormant || this.hasLeft(person)) continue;
      yield person;
      if (++found === this.scale.activePeople) return;
    }
  }
}
