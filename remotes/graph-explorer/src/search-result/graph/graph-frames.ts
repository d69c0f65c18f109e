/** Drawing goes on for this time after the last change, ms. Pictures of icons arrive within it. */
const AWAKE = 500;

/**
 * Gives frames to the drawing library while something changes. Left alone, it walks through all of its shapes in every frame of the browser, also in those
 * in which nothing changes.
 */
export class DrawingFrames {
  readonly #waiting = new Map<number, FrameRequestCallback>();
  #last = 0;
  #frame: number | null = null;
  /** Until the first drawing is there, every frame counts. */
  #awakeUntil = Infinity;

  /** Stands for `requestAnimationFrame`. */
  readonly request = (callback: FrameRequestCallback): number => {
    this.#waiting.set(++this.#last, callback);
    this.#schedule();
    return this.#last;
  };

  /** Stands for `cancelAnimationFrame`. */
  readonly cancel = (id: number): void => {
    this.#waiting.delete(id);
  };

  /** Gives frames for a while, because something changes now. */
  wake(): void {
    this.#awakeUntil = performance.now() + AWAKE;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#frame !== null || this.#waiting.size === 0 || performance.now() > this.#awakeUntil) return;
    this.#frame = requestAnimationFrame((time) => {
      this.#frame = null;
      const callbacks = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const callback of callbacks) callback(time);
    });
  }
}
