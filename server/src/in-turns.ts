import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest that work keeps pages waiting, ms. */
const TURN = 20;

/** Runs work in short turns, so that the same process goes on answering. @param progress called with what the work yields, 0 to 1 */
export async function inTurns<R>(work: Generator<number, R>, progress?: (done: number) => Promise<void>): Promise<R> {
  let turn = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - turn < TURN) continue;
    await progress?.(step.value);
    await nextTurn();
    turn = performance.now();
  }
}
