/** A first-come, first-served lock. The embedded database has one connection, and a transaction holds it from begin to commit. */
export class Mutex {
  #tail: Promise<void> = Promise.resolve();

  /** Waits for the lock. Resolves with the function that releases it. */
  acquire(): Promise<() => void> {
    let release!: () => void;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const turn = this.#tail.then(() => release);
    this.#tail = this.#tail.then(() => held);
    return turn;
  }
}
