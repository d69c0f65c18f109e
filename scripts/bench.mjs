// npm run bench [-- NAME...]: runs the benchmarks and prints each value with its reference and the ratio.
import { ensureInstalled } from './ensure-installed.mjs';
import { runTypeScript } from './run-typescript.mjs';

ensureInstalled();
process.exit(await runTypeScript('scripts/bench/main.ts', process.argv.slice(2)));
