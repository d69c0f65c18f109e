// npm run api-report: writes docs/api, the public surface of contracts, platform and ui; --check fails where it is not current.
import { runTypeScript } from './run-typescript.mjs';

process.exit(await runTypeScript('scripts/api-report/main.ts', process.argv.slice(2)));
