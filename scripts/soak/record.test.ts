import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killsOf, readRecord, withRun, writeRecord } from './record';

it('the runs of a soak add up in its record, and those of another seed do not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cam-soak-'));
  const path = join(folder, 'soak.json');
  try {
    const own = { seed: 7, database: 'postgres' };
    const run = { seconds: 60, kills: new Map([['server', 3]]), calls: 100, writes: 10, findings: 0 };
    await writeRecord(path, withRun(readRecord(path, own), run));
    await writeRecord(
      path,
      withRun(readRecord(path, own), {
        ...run,
        kills: new Map([
          ['server', 1],
          ['both', 2],
        ]),
        findings: 1,
      }),
    );
    const sums = readRecord(path, own);
    expect(sums).toMatchObject({ runs: 2, seconds: 120, kills: { server: 4, both: 2 }, calls: 200, writes: 20, findings: 1 });
    expect(killsOf(sums)).toBe(6);
    expect(() => readRecord(path, { ...own, seed: 8 })).toThrow('Continue it with --seed 7 --database postgres.');
    expect(readRecord(null, own).runs).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
