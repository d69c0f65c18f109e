// npm test: installs and builds what is missing, then checks types and lint, runs the unit, component and API tests, and the console in a real Chromium.
// The last line says how many test cases passed and failed; a check such as lint that fails is one failure.
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { ensureInstalled } from './ensure-installed.mjs';
import { ROOT } from './run-typescript.mjs';
import { onEmbedded, onPostgres, ownServers } from './test/api-runs.mjs';
import { findChromium } from './test/chromium.mjs';
import { Results } from './test/results.mjs';
import { check, jest, playwright, runNode, runScript, runTool } from './test/steps.mjs';

ensureInstalled();
process.chdir(ROOT);
const { findPostgres } = createRequire(import.meta.url)('../server/test/support/postgres.cjs');
const hasPostgres = findPostgres() !== null;
const results = new Results();

// The demo tenant takes longest to prepare, and few steps need it.
const prepared = results.step('Data for the tests', () => check('data for the tests', () => runNode(['scripts/test/prepare-data.mjs'])));
// None of these waits for a clock, so they may share the cores.
const [built] = await Promise.all([
  results.step('Build', () => check('build', () => runNode(['scripts/build.mjs']))),
  results.step('Types', () =>
    check(
      'types',
      () => runTool('typescript', 'tsc', ['-p', 'tsconfig.server.json']),
      () => runTool('typescript', 'tsc', ['-p', 'tsconfig.web.json']),
    ),
  ),
  results.step('Lint', () => check('lint', () => runScript('lint'))),
]);

// Two at a time: a test and its server wait for each other.
if (hasPostgres) await results.step('API on PostgreSQL', onPostgres);
else results.skip('API, PostgreSQL', 'there is no PostgreSQL on this machine (initdb and pg_ctl)');
const embedded = results.step('API on the embedded database', () => onEmbedded({ all: !hasPostgres }));
await prepared;
await Promise.all([embedded, results.step('API with servers of its own', ownServers)]);

// Units only compute: they take the time in which a browser waits, and yield to it.
const units = results.step('Units and components', () =>
  jest('units and components', ['node', 'web'], { processes: availableParallelism(), nice: 5 }),
);
if (built.failed > 0) results.skip('console', 'the build failed');
else {
  const chromium = await findChromium();
  if (chromium) await results.step('The console in Chromium', () => playwright('console', chromium, process.argv.slice(2)));
  else
    results.miss(
      'console (no Chromium)',
      'There is no Chromium to test in. Install one (apt-get install chromium, or npx playwright install chromium), or name it in CHROME_PATH.',
    );
}
await units;

process.exitCode = results.print() ? 0 : 1;
