import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildServer } from '../../build/build-server';
import { ROOT } from '../../build/root';
import type { Benchmark, Measurement } from '../benchmark';
import type { MadeReport, ReportMaker } from './make-one';

/** Row counts that the library `xlsx` can hold in memory, and cannot. */
const SMALL = 100_000;
const LARGE = 1_000_000;

/** Measures time and peak memory of large reports. Each is created in a separate process on an embedded database. */
export const reports: Benchmark = {
  name: 'reports',
  run: async () => {
    // The folder lies beside the server's external packages.
    const dist = join(ROOT, 'server/dist/bench');
    await buildServer(dist);
    const makeIn = (way: ReportMaker, rows: number): MadeReport => makeReport(join(dist, 'pglite-worker.mjs'), way, rows);
    const library = makeIn('LIBRARY', SMALL);
    const small = makeIn('XLSX', SMALL);
    const large = makeIn('XLSX', LARGE);
    const csv = makeIn('CSV', LARGE);
    return [
      inTime('xlsx', small, `library xlsx${throughput(library)}`, library.ms),
      inMemory('xlsx', small, 'library xlsx', library.peak),
      inTime('xlsx', large, `10 times ${SMALL} rows`, 10 * small.ms),
      inMemory('xlsx', large, `${SMALL} rows`, small.peak),
      inTime('CSV', csv, `${LARGE} rows as xlsx`, large.ms),
      inMemory('CSV', csv, `${LARGE} rows as xlsx`, large.peak),
    ];
  },
};

function throughput({ rows, ms, bytes }: MadeReport): string {
  return ` (${Math.round(rows / (ms / 1000))} rows/s, ${Math.round(bytes / 1e6)} MB)`;
}

function inTime(format: string, report: MadeReport, against: string, reference: number): Measurement {
  return { what: `${report.rows} rows as ${format}${throughput(report)}`, measured: report.ms, against, reference, unit: 'ms' };
}

function inMemory(format: string, { rows, peak }: MadeReport, against: string, reference: number): Measurement {
  return { what: `peak memory, ${rows} rows as ${format}, database included`, measured: peak / 1e6, against, reference: reference / 1e6, unit: 'MB' };
}

function makeReport(worker: string, way: ReportMaker, rows: number): MadeReport {
  const args = ['--import', 'tsx', join(ROOT, 'scripts/bench/reports/make-one.ts'), worker, way, String(rows)];
  const child = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.status !== 0) throw new Error(`the report of ${rows} rows failed (${way})`);
  return JSON.parse(child.stdout.trim().split('\n').at(-1) ?? '') as MadeReport;
}
