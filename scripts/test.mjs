// npm test: installs and builds what is missing, then checks types and lint, runs the unit, component and API tests, and the console in a real Chromium.
// The last line says how many test cases passed and failed; a check such as lint that fails is one failure.
import { createRequire } from 'node:module';
import { ensureInstalled } from './ensure-installed.mjs';
import { ROOT } from './run-typescript.mjs';
import { onEmbedded, onPostgres, ownServers } from './test/api-runs.mjs';
import { findChromium } from './test/chromium.mjs';
import { Lanes } from './test/lanes.mjs';
import { keepTemporaryFilesInMemory } from './test/memory-folder.mjs';
import { packages } from './test/packages.mjs';
import { Results } from './test/results.mjs';
import { check, jest, playwright, runNode, runScript, runTool } from './test/steps.mjs';

ensureInstalled();
process.chdir(ROOT);
keepTemporaryFilesInMemory();
const { findPostgres } = createRequire(import.meta.url)('../server/test/support/postgres.cjs');
const hasPostgres = findPostgres() !== null;
const results = new Results();
/** How many lanes the console takes: each of its three workers has a browser and a server. */
const LANES_OF_CONSOLE = 2;
// It may have to be installed, which can go on beside the other steps.
const foundChromium = findChromium();

// Three steps keep two cores busy: most of them wait for servers, databases and clocks a third of their time.
const lanes = new Lanes(3);
const step = (name, work) => lanes.run(() => results.step(name, work));
const prepared = step('Data for the tests', () => check('data for the tests', () => runNode(['scripts/test/prepare-data.mjs'])));
// The images' test and that of releases build as for a network, with the strongest compression.
const built = step('Build', () => check('build', () => runNode(['scripts/build.mjs', '--quick'])));
const steps = [
  prepared,
  step('Types', () =>
    check(
      'types',
      () => runTool('typescript-native', 'tsc', ['-p', 'tsconfig.server.json']),
      () => runTool('typescript-native', 'tsc', ['-p', 'tsconfig.web.json']),
    ),
  ),
  step('Lint', () => check('lint', () => runScript('lint'))),
  // The longest ones first: the short ones fill the end.
  lanes.run(inChromium, LANES_OF_CONSOLE),
  step('API with servers of its own', () => prepared.then(ownServers)),
  ...(hasPostgres ? onPostgres.map((run, index) => step(`API on PostgreSQL, part ${index + 1} of ${onPostgres.length}`, run)) : []),
  step('Units', () => jest('units', ['node'], { processes: 1 })),
  step('Components', () => jest('components', ['web'], { processes: 1 })),
  step('API on the embedded database', () => onEmbedded({ all: !hasPostgres })),
  step('Packages', () => packages()),
];
if (!hasPostgres) results.skip('API, PostgreSQL', 'there is no PostgreSQL on this machine (initdb and pg_ctl)');
await Promise.all(steps);
process.exitCode = results.print() ? 0 : 1;

/** Tests the console that was built, with the data that was prepared. */
async function inChromium() {
  if ((await built).failed > 0) return results.skip('console', 'the build failed');
  await prepared;
  const chromium = await foundChromium;
  if (chromium) return results.step('The console in Chromium', () => playwright('console', chromium, process.argv.slice(2)));
  return results.miss(
    'console (no Chromium)',
    'There is no Chromium to test in. Install one (apt-get install chromium-headless-shell, or npx playwright install chromium), or name it in CHROME_PATH.',
  );
}
