import pino from 'pino';
import type { Context } from '../../../platform/context';
import { Events, type TenantEvent } from '../../../platform/events/events';
import { InventoryCounter } from './counter';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.parse('2026-01-02T12:00:00Z');

/** Returns how often a count is queued, or is found to be unnecessary, after events. The last count was some time ago, ms. */
async function after(kinds: readonly TenantEvent['kind'][], countedAgo: number, isSettling = false): Promise<{ queued: number; unchanged: number }> {
  const events = new Events();
  let [queued, unchanged] = [0, 0];
  const state = { count_id: 'c', head: 1, counted_at: new Date(NOW - countedAgo), running_id: null };
  const query = { selectAll: () => query, where: () => query, executeTakeFirst: () => Promise.resolve(state) };
  const ctx = {
    events,
    log: pino({ level: 'silent' }),
    jobs: { define: () => undefined, enqueue: () => Promise.resolve(void (queued += 1)) },
    db: { tenant: (_tenant: string, work: (tx: unknown) => unknown) => Promise.resolve(work({ selectFrom: () => query })) },
  } as unknown as Context;
  const counter = new InventoryCounter(ctx, {
    graph: { inventory: {} as never },
    sources: { progress: () => Promise.resolve([]), isSettling: () => Promise.resolve(isSettling) },
    counted: () => Promise.resolve(),
    unchanged: () => Promise.resolve(void (unchanged += 1)),
  });
  for (const kind of kinds) events.publish({ tenantId: 't', kind });
  await jest.advanceTimersByTimeAsync(5000);
  counter.stop();
  return { queued, unchanged };
}

describe('the inventory', () => {
  beforeEach(() => jest.useFakeTimers({ now: NOW }));
  afterEach(() => jest.useRealTimers());

  it('is counted once after a series of imports of which one changed the graph', async () => {
    expect(await after(['import', 'snapshot', 'import'], 60_000)).toEqual({ queued: 1, unchanged: 0 });
  });

  it('is not counted after imports that changed nothing', async () => {
    expect(await after(['import', 'import'], 60_000)).toEqual({ queued: 0, unchanged: 1 });
  });

  it('is counted after such imports once the counts are old, because access becomes unused as days pass', async () => {
    expect(await after(['import', 'import'], DAY)).toEqual({ queued: 1, unchanged: 0 });
  });

  it('waits while imports are read or accounts are evaluated again', async () => {
    expect(await after(['snapshot'], 60_000, true)).toEqual({ queued: 0, unchanged: 0 });
  });
});
