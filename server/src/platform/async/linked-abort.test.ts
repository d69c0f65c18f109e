import { getEventListeners } from 'node:events';
import { withLinkedAbort } from './linked-abort';

const untilEnded = (signal: AbortSignal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

describe('work with a linked abort', () => {
  it('aborts with the signal, for the same reason', async () => {
    const stop = new AbortController();
    const work = withLinkedAbort(stop.signal, ({ signal }) => untilEnded(signal));
    stop.abort(new Error('the server stops'));
    await expect(work).rejects.toThrow('the server stops');
    await expect(withLinkedAbort(stop.signal, async ({ signal }) => signal.throwIfAborted())).rejects.toThrow('the server stops');
  });

  it('aborts by itself and leaves the signal alone', async () => {
    const stop = new AbortController();
    const work = withLinkedAbort(stop.signal, (ending) => {
      const ended = untilEnded(ending.signal);
      ending.abort(new Error('too late'));
      return ended;
    });
    await expect(work).rejects.toThrow('too late');
    expect(stop.signal.aborted).toBe(false);
  });

  it('removes its listener from the signal', async () => {
    const { signal } = new AbortController();
    expect(await withLinkedAbort(signal, async () => getEventListeners(signal, 'abort').length)).toBe(1);
    await expect(withLinkedAbort(signal, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
