// npm run bench [-- NAME...]: the benchmarks, side by side with their reference, as a table of ratios.
import { ensureInstalled } from './ensure-installed.mjs';
import { runTypeScript } from './run-typescript.mjs';

ensureInstalled();
process.exit(await runTypeScript('scripts/bench/main.ts', process.argv.slice(2)));
