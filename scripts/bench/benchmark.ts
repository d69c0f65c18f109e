/** One measured value beside its reference. Both have the same unit, and smaller is better. */
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

/** Returns the median, which a single disturbed run does not change. Throws for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) throw new Error('the median needs at least one value');
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** Returns the duration of the work, ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
