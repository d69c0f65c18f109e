import { LoadError } from '../loader/load-error';
import { mountedRemotes, stopRemote } from '../loader/loader';
import { commitsSoFar } from './count-commits';
import { StrainMeter } from './strain-meter';

/** Time between two measures, ms. */
const SECOND = 1000;

/** Messages on the failure screen, by cause. */
const MESSAGES = {
  endless: 'it updated the page for 10 s without a pause',
  memory: 'the memory of this tab grew by more than 1 GB',
} as const;

/** Stops the shown area when it updates the page without end, or when its memory runs away. Otherwise the whole tab would stop responding. */
export function watchStrain(): void {
  let meter = new StrainMeter();
  let watched = '';
  let before = commitsSoFar();
  let wasIdle = true;
  let wasUsed = false;
  for (const action of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    window.addEventListener(action, () => (wasUsed = true), { passive: true, capture: true });
  setInterval(() => {
    const shown = mountedRemotes();
    const commits = commitsSoFar() - before;
    if (shown.join() !== watched) meter = new StrainMeter();
    watched = shown.join();
    // Browsers give hidden tabs no idle moments.
    const why = document.hidden ? null : meter.add({ commits, wasIdle, wasUsed, heap: heapSize() });
    if (why) for (const id of shown) stopRemote(id, new LoadError(why, MESSAGES[why]));
    if (why) meter = new StrainMeter();
    before = commitsSoFar();
    wasIdle = wasUsed = false;
    if ('requestIdleCallback' in window) requestIdleCallback(() => (wasIdle = true));
    else wasIdle = true;
  }, SECOND);
}

/** Returns the size of the heap in bytes; null if the browser does not tell. */
function heapSize(): number | null {
  return (performance as { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? null;
}
