import { runTypeScript } from '../run-typescript.mjs';
import { median, timed, type Benchmark } from './benchmark';

const RUNS = 3;

async function build(...targets: string[]): Promise<number> {
  return timed(async () => {
    const code = await runTypeScript('scripts/build/main.ts', [...targets, '--force'], { stdio: ['ignore', 'ignore', 'inherit'] });
    if (code !== 0) throw new Error(`the build of ${targets.join(', ') || 'everything'} failed`);
  });
}

/** Compares the build of one remote with the build of everything. Runs are interleaved. */
export const builds: Benchmark = {
  name: 'builds',
  run: async () => {
    const one: number[] = [];
    const all: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      one.push(await build('remotes/alerts'));
      all.push(await build());
    }
    return [{ what: 'Build of remotes/alerts', measured: median(one), against: 'build of everything', reference: median(all), unit: 'ms' }];
  },
};
