// npm run attack [-- SUITE ...] [--tries N] [--seed N]: attacks servers that it starts itself on loopback, and prints what it found. npm test runs a
// short part of each suite.
import { ensureInstalled } from './ensure-installed.mjs';
import { runTypeScript } from './run-typescript.mjs';

ensureInstalled();
process.exit(await runTypeScript('scripts/attack/main.ts', process.argv.slice(2)));
