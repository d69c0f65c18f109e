import { existsSync, readFileSync } from 'node:fs';
import { replacePrivateFile } from '../../server/src/platform/security/private-file';

/** The sums of all runs of one soak, which a machine may do in parts. */
export interface SoakRecord {
  seed: number;
  database: string;
  runs: number;
  seconds: number;
  kills: Record<string, number>;
  calls: number;
  writes: number;
  findings: number;
}

/** The numbers that one run adds to the sums. */
type RunOfSoak = Omit<SoakRecord, 'runs' | 'seed' | 'database' | 'kills'> & { kills: ReadonlyMap<string, number> };

/**
 * Returns the record of a soak, or an empty one without a file.
 * @param path null: the soak is one run
 * @throws if the file belongs to another seed or database, whose runs would not add up
 */
export function readRecord(path: string | null, { seed, database }: { seed: number; database: string }): SoakRecord {
  if (path === null || !existsSync(path)) return { seed, database, runs: 0, seconds: 0, kills: {}, calls: 0, writes: 0, findings: 0 };
  const record = JSON.parse(readFileSync(path, 'utf8')) as SoakRecord;
  if (record.seed !== seed || record.database !== database)
    throw new Error(`${path} is of seed ${record.seed} on ${record.database}. Continue it with --seed ${record.seed} --database ${record.database}.`);
  return record;
}

/** Returns the record with one more run. */
export function withRun(record: SoakRecord, { kills, seconds, calls, writes, findings }: RunOfSoak): SoakRecord {
  const sums = { ...record.kills };
  for (const [victim, count] of kills) sums[victim] = (sums[victim] ?? 0) + count;
  return {
    ...record,
    runs: record.runs + 1,
    seconds: record.seconds + seconds,
    kills: sums,
    calls: record.calls + calls,
    writes: record.writes + writes,
    findings: record.findings + findings,
  };
}

/** Returns the kills of all runs. */
export function killsOf({ kills }: SoakRecord): number {
  return Object.values(kills).reduce((sum, count) => sum + count, 0);
}

/** Stores a record. */
export async function writeRecord(path: string, record: SoakRecord): Promise<void> {
  await replacePrivateFile(path, `${JSON.stringify(record, null, 2)}\n`);
}
