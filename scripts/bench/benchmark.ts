/** One thing that is measured beside its reference: both in the same unit, the smaller the better. */
export interface Measurement {
  what: string;
  measured: number;
  against: string;
  reference: number;
  unit: string;
}

export interface Benchmark {
  name: string;
  run: () => Promise<Measurement[]>;
}

/** The middle of the values: one run that something disturbed does not move it. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) throw new Error('there is no median of nothing');
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** Milliseconds that the work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
