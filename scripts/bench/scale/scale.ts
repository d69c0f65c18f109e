import type { Size } from '../../../server/demo/size';
import { startPostgres } from '../../../server/test/support/postgres.cjs';
import type { Benchmark, Measurement } from '../benchmark';
import { databaseKinds, type DatabaseKind } from '../query/loaded-cam';
import { newDataDir, removeDataDir, startCam } from '../running-cam';
import { Growing } from './growing';
import { PostgresGrowth } from './postgres-growth';
import { WatchedCam } from './watched-cam';

/**
 * Measures how a company is loaded and kept: the first answers, the whole load and the work that follows it, one changed policy, a night without changes, the memory and
 * the database. BENCH_SIZE (default S) and BENCH_DATABASE work as in `query`. The targets are those for M.
 */
export const scale: Benchmark = {
  name: 'scale',
  run: async () => {
    const size = (process.env.BENCH_SIZE ?? 'S') as Size;
    const lines: Measurement[] = [];
    for (const kind of databaseKinds())
      lines.push(...(await measured(kind, size)).map((line) => ({ ...line, what: `${size}, ${kind}: ${line.what}` })));
    return lines;
  },
};

async function measured(kind: DatabaseKind, size: Size): Promise<Measurement[]> {
  const dataDir = newDataDir();
  const database = kind === 'embedded' ? null : await startPostgres();
  try {
    const cam = await startCam(dataDir, WatchedCam.environment(database?.url));
    try {
      const growth = database && (await PostgresGrowth.of(database.url));
      const watched = new WatchedCam(cam);
      const lines = await new Growing(watched, kind, size, growth).measured();
      await growth?.close();
      return lines;
    } finally {
      await cam.stop();
    }
  } finally {
    database?.stop();
    removeDataDir(dataDir);
  }
}
