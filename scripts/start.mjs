// npm start: installs and builds what is missing or changed, starts CAM on one port, publishes the remotes, prints where it is.
import { ensureInstalled } from './ensure-installed.mjs';
import { runTypeScript } from './run-typescript.mjs';

ensureInstalled();
console.log('Building what changed ...');
const built = await runTypeScript('scripts/build/main.ts', []);
if (built !== 0) process.exit(built);
// Ctrl-C reaches the child as well: it stops the server and ends, and then this process does.
process.on('SIGINT', () => undefined);
process.exit(await runTypeScript('scripts/start/main.ts', process.argv.slice(2)));
