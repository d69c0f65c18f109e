// npm run suspicious: what the methods for suspicious activity raise of a recorded attack on a real account.
import { ensureInstalled } from './ensure-installed.mjs';
import { runTypeScript } from './run-typescript.mjs';

ensureInstalled();
process.exit(await runTypeScript('scripts/suspicious/report.ts', process.argv.slice(2)));
