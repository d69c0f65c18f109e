/** Runs tasks in the order in which they come, a limited number at a time. */
export class Lanes {
  #free;
  #waiting = [];

  constructor(count) {
    this.#free = count;
  }

  /**
   * Runs a task as soon as enough lanes are free. Tasks that come later wait for it, so that a task of several lanes is not put off without end.
   * @param lanes how many lanes the task takes
   * @returns a promise of the task's result
   */
  async run(task, lanes = 1) {
    await new Promise((start) => {
      this.#waiting.push({ lanes, start });
      this.#startNext();
    });
    try {
      return await task();
    } finally {
      this.#free += lanes;
      this.#startNext();
    }
  }

  #startNext() {
    while (this.#waiting.length > 0 && this.#waiting[0].lanes <= this.#free) {
      const { lanes, start } = this.#waiting.shift();
      this.#free -= lanes;
      start();
    }
  }
}
