// npm run cam -- COMMAND: the operator's command line. npm run cam -- --help lists the commands.
import { runTypeScript } from './run-typescript.mjs';

process.exit(await runTypeScript('scripts/cli/main.ts', process.argv.slice(2)));
