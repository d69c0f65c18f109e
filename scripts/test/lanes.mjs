/** Runs tasks in the order in which they come, a limited number at a time. */
export class Lanes {
  #free;
  #waiting = [];

  constructor(count) {
    this.#free = count;
  }

  /** Runs a task as soon as a lane is free. Returns a promise of its result. */
  async run(task) {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise((start) => this.#waiting.push(start));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
