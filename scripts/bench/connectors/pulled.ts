import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Connector } from '../../../server/src/sources/connectors/connector';
import { Pull } from '../../../server/src/sources/connectors/pull';
import { Staging } from '../../../server/src/sources/connectors/staging';
import { withEnding } from '../../../server/src/platform/async/linked-abort';
import { timed, type Measurement } from '../benchmark';
import { ACCOUNTS, SIZE } from './big-organization';
import type { StandInProcess } from './stand-in';

/** Requests at once of one connector; accounts are pulled one after the other. */
const AT_ONCE = 6;
/** Accounts after which it is looked at what is left in the memory. By the first of them everything that is made once is there. */
const LOOKED_AT = [100, 500, 1000] as const;

/** Pulls every account as the server does, and tells what of that the process held. @param connect of each pull, as the server makes it */
export async function pulled(standIn: StandInProcess, stop: AbortSignal, connect: (signal: AbortSignal) => Connector): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cam-bench-'));
  const heldAfter = new Map<number, { heap: number; peak: number }>();
  let peak = 0;
  // Also while an account is being pulled.
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20).unref();
  try {
    const all = await timed(async () => {
      for (const [index, id] of ACCOUNTS.entries()) {
        const staging = new Staging(join(folder, id));
        await withEnding(stop, async ({ signal }) => {
          const pull = new Pull({ staging, since: new Date(0), until: new Date(), signal, progress: async () => undefined });
          await connect(signal).pull(id, pull);
          if (pull.outcome.failure ?? pull.outcome.failed[0] ?? pull.outcome.denied[0]) throw new Error(`${id} could not be pulled`);
        });
        await rm(staging.folder, { recursive: true });
        if (LOOKED_AT.some((count) => count === index + 1)) {
          heldAfter.set(index + 1, { heap: heapAfterCollection(), peak });
          peak = 0;
        }
        // What it was asked is counted, and forgotten there.
        if (index % 50 === 49) await standIn.told();
      }
    });
    const { requests, mostConnections } = await standIn.told();
    const [first, ...later] = LOOKED_AT;
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
      row(`${SIZE}: pulled, each (${each} requests)`, all / ACCOUNTS.length, 'aim', 200, 'ms'),
      // The client opens another one where one is not quite free again.
      row('connections at once', mostConnections, 'two a request', 2 * AT_ONCE, ''),
      ...later.map((count) => row(`heap after ${count} accounts, collected`, held(count, 'heap'), `after ${first}`, held(first, 'heap'), 'MB')),
      ...later.map((count) => row(`process at the most, to account ${count}`, held(count, 'peak'), `to account ${first}`, held(first, 'peak'), 'MB')),
    ];
  } finally {
    clearInterval(sampling);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Bytes in use once nothing is left to be thrown away. */
function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
