// npm start: installs and builds what is missing or changed, starts CAM on one port, publishes the remotes and prints its address.
// --built: skips installation and build, for tests and images that did both before.
import { ensureInstalled } from './ensure-installed.mjs';
import { ROOT } from './run-typescript.mjs';

const isBuilt = process.argv.includes('--built');
if (!isBuilt) ensureInstalled({ tests: false });
process.chdir(ROOT);
const { loadCli } = await import('./cli/bundle.mjs');
const { startCam } = await loadCli();
process.exitCode = await startCam(process.env, { isBuilt });
