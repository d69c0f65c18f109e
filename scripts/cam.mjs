// npm run cam -- COMMAND: the operator's command line.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run-typescript.mjs';

if (!existsSync(join(ROOT, 'node_modules'))) {
  process.stderr.write('CAM is not installed yet. Start it once with: npm start\n');
  process.exit(1);
}
const { loadCli } = await import('./cli/bundle.mjs');
const { runCli } = await loadCli();
process.exitCode = await runCli(process.argv.slice(2));
