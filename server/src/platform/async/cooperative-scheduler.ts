import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest that work keeps others waiting, ms. A page is put together of a dozen answers of the database, and may wait for a turn at each. */
const TURN = 2;

/** How often it is told how far work is, ms. */
const TOLD = 20;

/** Runs work in short turns, so that the same process goes on answering. @param progress called with what the work yields, 0 to 1 */
export async function inTurns<R>(work: Generator<number, R>, progress?: (done: number) => Promise<void>): Promise<R> {
  let turn = performance.now();
  let told = turn;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - turn < TURN) continue;
    if (progress && performance.now() - told >= TOLD) {
      told = performance.now();
      await progress(step.value);
    }
    await nextTurn();
    turn = performance.now();
  }
}

/** Runs the same work to its end without a turn: where nobody waits for the process meanwhile. */
export function atOnce<R>(work: Generator<number, R>): R {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
