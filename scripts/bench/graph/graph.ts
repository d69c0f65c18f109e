import { timed, type Benchmark, type Measurement } from '../benchmark';
import { BenchTenant } from './bench-tenant';
import { evaluateBySql } from './recursive-sql';
import { SIZES, syntheticBundle, type TenantSize } from './synthetic-tenant';

const MEGABYTE = 1024 * 1024;

/** What is aimed at for M on two cores. */
const AIM = { import: 300_000, memory: 2048, increment: 3000 };

/** The way of a tenant's bundles into the graph, until it can be queried, beside one recursive query over the same facts (at S) and beside the aims. */
export const graph: Benchmark = {
  name: 'graph',
  run: async () => {
    const small = await measure(SIZES.S);
    const bySql = await besideSql(small);
    const large = await measure(SIZES.M);
    const importLine = line(large, 'import to queryable', large.imported, 'aim', AIM.import, 'ms');
    return [...bySql.lines, ...linesOf(small, bySql.bytesPerPair), importLine, ...linesOf(large, bySql.bytesPerPair)];
  },
};

interface Measured {
  size: TenantSize;
  /** ms */
  imported: number;
  /** Of all threads, over the import, ms: what else runs on the machine does not count. */
  cpu: number;
  increment: number;
  /** MB */
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

/** Both must find the same pairs, or the comparison means nothing. */
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
    const lines = [line(measured, 'import to queryable', measured.imported, 'recursive SQL, each pair written out', reference, 'ms')];
    return { lines, bytesPerPair: found.bytes / found.pairs };
  } finally {
    await tenant.close();
  }
}

function linesOf(measured: Measured, bytesPerPair: number): Measurement[] {
  const { imported, cpu, increment, memory, edges, pairs, bytes } = measured;
  return [
    line(measured, 'CPU time of the import, all threads', cpu, 'its wall time', imported, 'ms'),
    line(measured, 'increment of one changed policy', increment, 'aim', AIM.increment, 'ms'),
    line(measured, 'memory at most, database included', memory, 'aim', AIM.memory, 'MB'),
    line(measured, 'edges stored', edges, 'pairs that they stand for', pairs, ''),
    line(measured, 'bytes of one edge, indexes included', bytes / edges, 'of one pair written out, no index', bytesPerPair, 'B'),
  ];
}

function line({ size }: Measured, what: string, measured: number, against: string, reference: number, unit: string): Measurement {
  return { what: `${size.name}: ${what}`, measured, against, reference, unit };
}
