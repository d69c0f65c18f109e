import { parseArgs } from 'node:util';
import { buildServer } from '../../server/test/support/server-process.cjs';
import { dice } from '../../server/test/support/differential';
import { table } from '../cli/table';
import { HANG } from './attacked';
import { fuzz } from './fuzz';
import { startInstance, type Instance } from './instance';
import type { Finding, Suite } from './suite';
import { tenants } from './tenants';

/** Suites on a server whose tokens the attack issues itself. */
const ON_INSTANCE: readonly Suite<Instance>[] = [tenants, fuzz];

interface Row {
  suite: string;
  tries: number;
  findings: Finding[];
  slowest: { ms: number; shot: string };
  seconds: number;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { tries: { type: 'string' }, seed: { type: 'string', default: '1' } },
  });
  const names = ON_INSTANCE.map(({ name }) => name);
  const unknown = positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown suite ${unknown.join(', ')}. Choose from: ${names.join(', ')}`);
  const chosen = ON_INSTANCE.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const seed = Number(values.seed);
  await buildServer();
  const rows: Row[] = [];
  const instance = await startInstance();
  try {
    for (const suite of chosen) {
      const tries = values.tries === undefined ? suite.tries : Number(values.tries);
      console.log(`Running ${suite.name}: ${suite.summary}, ${tries} tries with seed ${seed} ...`);
      const began = performance.now();
      instance.attacked.slowest = { ms: 0, shot: '' };
      const outcome = await suite.run(instance, { tries, seed, dice: dice(seed), hang: HANG });
      rows.push({ suite: suite.name, ...outcome, slowest: instance.attacked.slowest, seconds: (performance.now() - began) / 1000 });
    }
  } finally {
    await instance.stop();
  }
  report(rows);
}

function report(rows: readonly Row[]): void {
  for (const { rule, call, request, answer, suite } of rows.flatMap(({ findings }) => findings))
    console.log(`\nFINDING (${suite}): ${rule}\n  call     ${call}\n  request  ${request}\n  answer   ${answer}`);
  const lines = rows.map(({ suite, tries, findings, slowest, seconds }) => [
    suite,
    String(tries),
    String(findings.length),
    `${Math.round(slowest.ms)} ms`,
    `${Math.round(seconds)} s`,
    slowest.shot.slice(0, 60),
  ]);
  console.log(`\n${table(['SUITE', 'TRIES', 'FINDINGS', 'SLOWEST', 'TIME', 'SLOWEST CALL'], lines)}`);
  if (rows.some(({ findings }) => findings.length > 0)) process.exitCode = 1;
}

await main();
