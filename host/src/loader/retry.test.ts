import { LoadError } from './load-error';
import { backoff, withRetry } from './retry';

const noWait = async (): Promise<void> => undefined;

describe('withRetry', () => {
  it('recovers from two network failures', async () => {
    let calls = 0;
    const load = async (): Promise<string> => {
      calls += 1;
      if (calls < 3) throw new LoadError('network', 'gone');
      return 'loaded';
    };
    await expect(withRetry(load, { wait: noWait })).resolves.toBe('loaded');
  });

  it('gives up after three attempts with the last reason', async () => {
    let calls = 0;
    const load = async (): Promise<never> => {
      calls += 1;
      throw new LoadError('server', `failure ${calls}`);
    };
    await expect(withRetry(load, { wait: noWait })).rejects.toMatchObject({ kind: 'server', message: 'failure 3' });
  });

  it('does not retry a permanent failure', async () => {
    let calls = 0;
    const load = async (): Promise<never> => {
      calls += 1;
      throw new LoadError('integrity', 'wrong bytes');
    };
    await expect(withRetry(load, { wait: noWait })).rejects.toMatchObject({ kind: 'integrity' });
    expect(calls).toBe(1);
  });

  it('doubles the wait each time, with jitter', () => {
    expect(backoff(0, 0)).toBe(150);
    expect(backoff(1, 1)).toBe(900);
  });
});
