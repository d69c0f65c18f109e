// npm run dev: CAM as npm start runs it, rebuilt while you work. npm run dev -- alerts: this remote from source, all else as deployed.
import { ensureInstalled } from './ensure-installed.mjs';
import { runTypeScript } from './run-typescript.mjs';

ensureInstalled();
// The terminal sends Ctrl-C to the child as well: it stops the server and ends, and then this process does.
process.on('SIGINT', () => undefined);
process.exit(await runTypeScript('scripts/dev/main.ts', process.argv.slice(2)));
