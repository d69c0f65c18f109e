// node scripts/check-api.mjs: refuses a change of the API that breaks programs written for the landed one, unless the version rises.
//   --base=COMMIT  compares with this commit instead of the main branch
//   --root=FOLDER  checks another working tree
import { runTypeScript } from './run-typescript.mjs';

process.exit(await runTypeScript('scripts/check-api/main.ts', process.argv.slice(2)));
