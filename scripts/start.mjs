// npm start: installs and builds what is missing or changed, starts CAM on one port, publishes the remotes, prints where it is.
// --built: everything is installed and built (tests and images, which did that before).
import { ensureInstalled } from './ensure-installed.mjs';
import { ROOT, runTypeScript } from './run-typescript.mjs';

if (!process.argv.includes('--built')) {
  ensureInstalled();
  console.log('Building what changed ...');
  const code = await runTypeScript('scripts/build/main.ts', []);
  if (code !== 0) process.exit(code);
}
process.chdir(ROOT);
const { loadCli } = await import('./cli/bundle.mjs');
const { startCam } = await loadCli();
process.exitCode = await startCam(process.env);
