// npm run dev: runs CAM like npm start and rebuilds changed sources. npm run dev -- alerts: watches this remote only.
import { ensureInstalled } from './ensure-installed.mjs';
import { runTypeScript } from './run-typescript.mjs';

ensureInstalled();
// The terminal sends Ctrl-C to the child as well: it stops the server and ends, and then this process does.
process.on('SIGINT', () => undefined);
process.exit(await runTypeScript('scripts/dev/main.ts', process.argv.slice(2)));
