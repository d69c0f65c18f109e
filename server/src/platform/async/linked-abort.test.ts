import { getEventListeners } from 'node:events';
import { withLinkedAbort } from './linked-abort';

const untilAborted = (signal: AbortSignal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

describe('withLinkedAbort', () => {
  it('aborts the work when the outer signal aborts, for the same reason', async () => {
    const stop = new AbortController();
    const work = withLinkedAbort(stop.signal, ({ signal }) => untilAborted(signal));
    stop.abort(new Error('the server stops'));
    await expect(work).rejects.toThrow('the server stops');
    await expect(withLinkedAbort(stop.signal, async ({ signal }) => signal.throwIfAborted())).rejects.toThrow('the server stops');
  });

  it('lets the work abort itself without aborting the outer signal', async () => {
    const stop = new AbortController();
    const work = withLinkedAbort(stop.signal, (linkedAbort) => {
      const aborted = untilAborted(linkedAbort.signal);
      linkedAbort.abort(new Error('too late'));
      return aborted;
    });
    await expect(work).rejects.toThrow('too late');
    expect(stop.signal.aborted).toBe(false);
  });

  it('removes its listener from the outer signal when the work ends', async () => {
    const { signal } = new AbortController();
    expect(await withLinkedAbort(signal, async () => getEventListeners(signal, 'abort').length)).toBe(1);
    await expect(withLinkedAbort(signal, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
