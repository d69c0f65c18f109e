// npm run build [-- TARGET...]: builds what changed. TARGET: host, server, remotes/<id>; --force builds in any case. TARGET packages: the packages for teams.
import { runTypeScript } from './run-typescript.mjs';

process.exit(await runTypeScript('scripts/build/main.ts', process.argv.slice(2)));
