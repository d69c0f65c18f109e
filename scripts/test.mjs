// npm test: installs and builds what is missing, then types, lint, unit, component and API tests, and the console in a real Chromium.
// The last line says how many test cases passed and failed; a check such as lint that fails is one failure.
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { ensureInstalled } from './ensure-installed.mjs';
import { ROOT } from './run-typescript.mjs';
import { onEmbedded, onPostgres, ownServers } from './test/api-runs.mjs';
import { findChromium } from './test/chromium.mjs';
import { check, jest, playwright, runNode, runTool } from './test/steps.mjs';

ensureInstalled();
process.chdir(ROOT);
const results = [];

async function step(title, run) {
  console.log(`\n== ${title}`);
  const started = Date.now();
  const at = results.push(null) - 1;
  const result = await run();
  results[at] = { ...result, seconds: Math.round((Date.now() - started) / 1000) };
  return result;
}

function skip(name, why) {
  console.log(`\n== ${name}: SKIPPED. ${why}`);
  results.push({ name: `${name} (skipped: ${why})`, passed: 0, failed: 0, skipped: 1, seconds: 0 });
}

// Each takes little more than one core.
const [built] = await Promise.all([
  step('Build', () => check('build', () => runNode(['scripts/build.mjs']))),
  step('Types', () =>
    check(
      'types',
      () => runTool('typescript', 'tsc', ['-p', 'tsconfig.server.json']),
      () => runTool('typescript', 'tsc', ['-p', 'tsconfig.web.json']),
    ),
  ),
  step('Lint', () =>
    check(
      'lint',
      () => runTool('eslint', 'eslint', ['.', '--max-warnings', '0']),
      () => runTool('prettier', 'prettier', ['--check', '--log-level', 'warn', '.']),
    ),
  ),
]);
// Jest would leave one core idle.
await step('Units and components', () => jest('units and components', ['node', 'web'], { processes: availableParallelism() }));

// Two at a time: a test and the server that it asks wait for each other.
const own = step('API with servers of its own', ownServers);
await step('API on the embedded database', onEmbedded);
const { findPostgres } = createRequire(import.meta.url)('../server/test/support/postgres.cjs');
if (findPostgres() !== null) await step('API on PostgreSQL', onPostgres);
else skip('API, PostgreSQL', 'there is no PostgreSQL on this machine (initdb and pg_ctl)');
await own;

if (built.failed > 0) skip('console', 'the build failed');
else {
  const chromium = await findChromium();
  if (chromium) await step('The console in Chromium', () => playwright('console', chromium, process.argv.slice(2)));
  else {
    console.log(
      '\nThere is no Chromium to test in. Install one (apt-get install chromium, or npx playwright install chromium), or name it by CHROME_PATH.',
    );
    results.push({ name: 'console (no Chromium)', passed: 0, failed: 1, skipped: 0, seconds: 0 });
  }
}

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log('');
for (const { name, passed, failed, skipped, seconds } of results) {
  console.log(
    `${name.padEnd(28)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${String(skipped).padStart(4)} skipped ${String(seconds).padStart(5)} s`,
  );
}
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
