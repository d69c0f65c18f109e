import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest time that work blocks the event loop, ms. A page makes about a dozen database calls and may wait for a turn at each. */
const TURN = 2;

/** The shortest time between two progress reports, ms. */
const PROGRESS_INTERVAL = 20;

/**
 * Runs work in short turns, so that the process keeps answering requests.
 * @param progress is called with the fraction that the work yields, 0 to 1
 */
export async function runCooperatively<R>(work: Generator<number, R>, progress?: (done: number) => Promise<void>): Promise<R> {
  let turn = performance.now();
  let reported = turn;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - turn < TURN) continue;
    if (progress && performance.now() - reported >= PROGRESS_INTERVAL) {
      reported = performance.now();
      await progress(step.value);
    }
    await nextTurn();
    turn = performance.now();
  }
}

/** Runs the same work to its end in one turn. Use it where no request waits for the process. */
export function runToCompletion<R>(work: Generator<number, R>): R {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
