import { timed, type Benchmark, type Measurement } from '../benchmark';
import { BenchTenant } from './bench-tenant';
import { evaluateBySql } from './recursive-sql';
import { SIZES, syntheticBundle, type TenantSize } from './synthetic-tenant';

const MEGABYTE = 1024 * 1024;

/** Targets for size M on two cores. */
const TARGET = { import: 300_000, memory: 2048, increment: 3000 };

/** Measures imports until a tenant can be queried, beside one recursive query over the same facts (size S) and beside the targets. */
export const graph: Benchmark = {
  name: 'graph',
  run: async () => {
    const small = await measure(SIZES.S);
    const bySql = await besideSql(small);
    const large = await measure(SIZES.M);
    const importLine = line(large, 'import until queryable', large.imported, 'target', TARGET.import, 'ms');
    return [...bySql.lines, ...linesOf(small, bySql.bytesPerPair), importLine, ...linesOf(large, bySql.bytesPerPair)];
  },
};

interface Measured {
  size: TenantSize;
  /** Wall time of the imports, ms. */
  imported: number;
  /** CPU time of all threads during the imports, ms. Excludes other processes. */
  cpu: number;
  increment: number;
  /** Peak memory, MB. */
  memory: number;
  pairs: number;
  edges: number;
  bytes: number;
}

async function measure(size: TenantSize): Promise<Measured> {
  const tenant = await BenchTenant.open();
  try {
    const started = process.cpuUsage();
    const imported = await timed(async () => {
      for (let index = 0; index < size.accounts; index += 1) await tenant.import(syntheticBundle(size, index));
    });
    const { user, system } = process.cpuUsage(started);
    const [pairs, stored] = [await tenant.pairs(), await tenant.edges()];
    const increment = await timed(() => tenant.import(syntheticBundle(size, 5, { changed: true })));
    return { size, imported, cpu: (user + system) / 1000, increment, memory: BenchTenant.peakMemory() / MEGABYTE, pairs, ...stored };
  } finally {
    await tenant.close();
  }
}

/** Measures the same evaluation in SQL. Throws if both find different numbers of pairs. */
async function besideSql(measured: Measured): Promise<{ lines: Measurement[]; bytesPerPair: number }> {
  const bundles = Array.from({ length: measured.size.accounts }, (_none, index) => syntheticBundle(measured.size, index));
  const tenant = await BenchTenant.open();
  try {
    let found = { pairs: 0, bytes: 0 };
    const reference = await timed(async () => {
      found = await evaluateBySql(tenant.db, bundles);
    });
    if (found.pairs !== measured.pairs) {
      throw new Error(`the graph has ${measured.pairs} pairs of identities and buckets, the recursive query ${found.pairs}`);
    }
    const lines = [line(measured, 'import until queryable', measured.imported, 'recursive SQL with every pair stored', reference, 'ms')];
    return { lines, bytesPerPair: found.bytes / found.pairs };
  } finally {
    await tenant.close();
  }
}

function linesOf(measured: Measured, bytesPerPair: number): Measurement[] {
  const { imported, cpu, increment, memory, edges, pairs, bytes } = measured;
  return [
    line(measured, 'CPU time of the import, all threads', cpu, 'its wall time', imported, 'ms'),
    line(measured, 'import of one changed policy', increment, 'target', TARGET.increment, 'ms'),
    line(measured, 'peak memory, database included', memory, 'target', TARGET.memory, 'MB'),
    line(measured, 'stored edges', edges, 'pairs that they represent', pairs, ''),
    line(measured, 'bytes per edge, indexes included', bytes / edges, 'per stored pair, without index', bytesPerPair, 'B'),
  ];
}

function line({ size }: Measured, what: string, measured: number, against: string, reference: number, unit: string): Measurement {
  return { what: `${size.name}: ${what}`, measured, against, reference, unit };
}
