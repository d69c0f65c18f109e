// npm run suspicious: prints the alerts about a recorded attack on a real account and about the demo company.
import { ensureInstalled } from './ensure-installed.mjs';
import { runTypeScript } from './run-typescript.mjs';

ensureInstalled();
process.exit(await runTypeScript('scripts/suspicious/report.ts', process.argv.slice(2)));
