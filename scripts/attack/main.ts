import { parseArgs } from 'node:util';
import { RunningCam } from '../../playwright/support/running-cam';
import { buildServer, DEMO_PASSWORD, startServer } from '../../server/test/support/server-process.cjs';
import { dice } from '../../server/test/support/differential';
import { table } from '../cli/table';
import { runTypeScript } from '../run-typescript.mjs';
import { systemChromium } from '../test/system-chromium.cjs';
import { Attacked, HANG } from './attacked';
import { fuzz } from './fuzz';
import { startInstance, type Instance } from './instance';
import { stored } from './stored/stored';
import { RECEIVER } from './stored/plant-hostile';
import type { Finding, Suite } from './suite';
import { targets } from './targets';
import { tenants } from './tenants';
import { uploads } from './uploads';

/** Suites on a server whose tokens the attack issues itself. */
const ON_INSTANCE: readonly Suite<Instance>[] = [tenants, fuzz, uploads, targets];
const SIGN_IN = 'sign-in';
const NAMES = [...ON_INSTANCE.map(({ name }) => name), SIGN_IN, stored.name];

interface Row {
  suite: string;
  tries: number;
  findings: Finding[];
  figures?: string[];
  slowest: { ms: number; shot: string };
  seconds: number;
}

interface Options {
  seed: number;
  /** Tries of each suite; its own number without one. */
  tries: number | null;
}

async function run<Target extends { attacked: Attacked }>(suite: Suite<Target>, target: Target, { seed, tries }: Options): Promise<Row> {
  const wanted = tries ?? suite.tries;
  console.log(`Running ${suite.name}: ${suite.summary}, ${wanted} tries with seed ${seed} ...`);
  const began = performance.now();
  target.attacked.slowest = { ms: 0, shot: '' };
  const outcome = await suite.run(target, { tries: wanted, seed, dice: dice(seed), hang: HANG });
  return { suite: suite.name, ...outcome, slowest: target.attacked.slowest, seconds: (performance.now() - began) / 1000 };
}

async function onInstance(names: readonly string[], options: Options): Promise<Row[]> {
  const chosen = ON_INSTANCE.filter(({ name }) => names.includes(name));
  if (chosen.length === 0) return [];
  const instance = await startInstance();
  const rows: Row[] = [];
  try {
    for (const suite of chosen) rows.push(await run(suite, instance, options));
  } finally {
    await instance.stop();
  }
  return rows;
}

async function onEmbeddedPlatform(names: readonly string[], options: Options): Promise<Row[]> {
  if (!names.includes(SIGN_IN)) return [];
  const server = await startServer();
  // The helpers of the tests read the address of the server when they load.
  process.env.CAM_TEST_URL = server.url;
  const { signInRaces } = await import('./sign-in');
  const attacked = new Attacked(server.url);
  try {
    return [await run(signInRaces, { attacked, email: 'admin@demo.example', password: DEMO_PASSWORD }, options)];
  } finally {
    attacked.close();
    await server.stop();
  }
}

async function onConsole(names: readonly string[], options: Options): Promise<Row[]> {
  if (!names.includes(stored.name)) return [];
  // A browser opens the built console.
  if ((await runTypeScript('scripts/build/main.ts', [])) !== 0) throw new Error('The console could not be built.');
  const cam = await RunningCam.start({ CAM_ALLOWED_NETWORKS: `${RECEIVER}/32` });
  const attacked = new Attacked(cam.url);
  try {
    return [await run(stored, { attacked, cam, executablePath: systemChromium() ?? undefined }, options)];
  } finally {
    attacked.close();
    await cam.stop();
  }
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
  for (const figure of rows.flatMap(({ figures = [] }) => figures)) console.log(figure);
  if (rows.some(({ findings }) => findings.length > 0)) process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { tries: { type: 'string' }, seed: { type: 'string', default: '1' } },
  });
  const unknown = positionals.filter((name) => !NAMES.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown suite ${unknown.join(', ')}. Choose from: ${NAMES.join(', ')}`);
  const names = positionals.length === 0 ? NAMES : positionals;
  const options = { seed: Number(values.seed), tries: values.tries === undefined ? null : Number(values.tries) };
  await buildServer();
  report([...(await onInstance(names, options)), ...(await onEmbeddedPlatform(names, options)), ...(await onConsole(names, options))]);
}

await main();
