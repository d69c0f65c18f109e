import { median, timed, type Benchmark } from './benchmark';
import { newDataDir, removeDataDir, startCam } from './running-cam';

const RUNS = 3;

/** Compares a second start with the first one on new data. Everything is installed and built in both. */
export const starts: Benchmark = {
  name: 'starts',
  run: async () => {
    const first: number[] = [];
    const second: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const dataDir = newDataDir();
      try {
        first.push(await startAndStop(dataDir));
        second.push(await startAndStop(dataDir));
      } finally {
        removeDataDir(dataDir);
      }
    }
    return [{ what: 'Second start', measured: median(second), against: 'first start, built', reference: median(first), unit: 'ms' }];
  },
};

/** Returns the time until `CAM ready`, ms. */
async function startAndStop(dataDir: string): Promise<number> {
  let stop = async (): Promise<void> => undefined;
  const ms = await timed(async () => {
    ({ stop } = await startCam(dataDir));
  });
  await stop();
  return ms;
}
