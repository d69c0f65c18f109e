import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Connector } from '../../../server/src/sources/connectors/connector';
import { Pull } from '../../../server/src/sources/connectors/pull';
import { FolderStorage } from '../../../server/src/platform/storage';
import { Staging } from '../../../server/src/sources/connectors/staging';
import { withLinkedAbort } from '../../../server/src/platform/async/linked-abort';
import { timed, type Measurement } from '../benchmark';
import { ACCOUNTS, SIZE } from './big-organization';
import type { StandInProcess } from './stand-in';

/** Parallel requests of one connector. Accounts are pulled one after another. */
const AT_ONCE = 6;
/** Account counts at which the memory is read. The first one is a baseline with all one-time allocations. */
const CHECKPOINTS = [100, 500, 1000] as const;

/** Pulls every account as the server does, and returns the time, connections and memory of the process. @param connect creates the connector of a pull */
export async function pulled(standIn: StandInProcess, stop: AbortSignal, connect: (signal: AbortSignal) => Connector): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cam-bench-'));
  const heldAfter = new Map<number, { heap: number; peak: number }>();
  let peak = 0;
  // Samples during pulls too.
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20).unref();
  try {
    const all = await timed(async () => {
      for (const [index, id] of ACCOUNTS.entries()) {
        const storage = new FolderStorage(join(folder, id));
        const staging = new Staging(storage);
        await withLinkedAbort(stop, async ({ signal }) => {
          const pull = new Pull({ staging, since: new Date(0), until: new Date(), signal, progress: async () => undefined });
          await connect(signal).pull(id, pull);
          if (pull.outcome.failure ?? pull.outcome.failed[0] ?? pull.outcome.denied[0]) throw new Error(`${id} could not be pulled`);
        });
        await storage.removeFolder('');
        if (CHECKPOINTS.some((count) => count === index + 1)) {
          heldAfter.set(index + 1, { heap: heapAfterCollection(), peak });
          peak = 0;
        }
        // Reading the counts also clears the stand-in's list of requests.
        if (index % 50 === 49) await standIn.status();
      }
    });
    const { requests, mostConnections } = await standIn.status();
    const [first, ...later] = CHECKPOINTS;
    const row = (what: string, measured: number, against: string, reference: number, unit: string): Measurement => ({
      what,
      measured,
      against,
      reference,
      unit,
    });
    const held = (count: number, kind: 'heap' | 'peak'): number => (heldAfter.get(count)?.[kind] ?? NaN) / 1e6;
    const each = Math.round(requests / ACCOUNTS.length);
    return [
      row(`${SIZE}: pull of one account (${each} requests)`, all / ACCOUNTS.length, 'target', 200, 'ms'),
      // The client opens a second connection while one is not completely free.
      row('Parallel connections', mostConnections, 'two per request', 2 * AT_ONCE, ''),
      ...later.map((count) =>
        row(`Heap after ${count} accounts, after garbage collection`, held(count, 'heap'), `after ${first}`, held(first, 'heap'), 'MB'),
      ),
      ...later.map((count) =>
        row(`Peak memory of the process up to account ${count}`, held(count, 'peak'), `up to account ${first}`, held(first, 'peak'), 'MB'),
      ),
    ];
  } finally {
    clearInterval(sampling);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the heap in use after a garbage collection, bytes. */
function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
