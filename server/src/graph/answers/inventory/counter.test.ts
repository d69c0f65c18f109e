import pino from 'pino';
import type { Context } from '../../../platform/context';
import { Events, type TenantEvent } from '../../../platform/events/events';
import { InventoryCounter } from './counter';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.parse('2026-01-02T12:00:00Z');

/** Returns the number of counts that are queued after events, where the last count was some time ago, ms. */
async function queuedAfter(kinds: readonly TenantEvent['kind'][], countedAgo: number, isSettling = false): Promise<number> {
  const events = new Events();
  let queued = 0;
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
  });
  for (const kind of kinds) events.publish({ tenantId: 't', kind });
  await jest.advanceTimersByTimeAsync(5000);
  counter.stop();
  return queued;
}

describe('the inventory', () => {
  beforeEach(() => jest.useFakeTimers({ now: NOW }));
  afterEach(() => jest.useRealTimers());

  it('is counted once after a series of imports of which one changed the graph', async () => {
    expect(await queuedAfter(['import', 'snapshot', 'import'], 60_000)).toBe(1);
  });

  it('is not counted after imports that changed nothing', async () => {
    expect(await queuedAfter(['import', 'import'], 60_000)).toBe(0);
  });

  it('is counted after such imports once the counts are old, because access becomes unused as days pass', async () => {
    expect(await queuedAfter(['import', 'import'], DAY)).toBe(1);
  });

  it('waits while imports are read or accounts are evaluated again', async () => {
    expect(await queuedAfter(['snapshot'], 60_000, true)).toBe(0);
  });
});
