// npm run soak [-- --kills N --minutes N --users N --tenants N --seed N --database postgres|embedded]: people work on a server while it and its database
// are killed at random moments. Prints what was lost, doubled or broken.
//   --record FILE  adds the run to FILE, and does only the kills that its former runs left; --stop N ends the run after N minutes
// npm run soak -- tests: the crash tests of npm test, with more kills (CAM_TEST_CRASHES).
import { ensureInstalled } from './ensure-installed.mjs';
import { runTypeScript } from './run-typescript.mjs';
import { runTool } from './test/steps.mjs';

ensureInstalled();
const [first, ...rest] = process.argv.slice(2);
if (first === 'tests') {
  const crashes = process.env.CAM_TEST_CRASHES ?? '30';
  const passed = await runTool('jest', 'jest', ['--selectProjects', 'api', '--testPathPatterns', 'server/test/.*-crash\\.test\\.ts$', ...rest], {
    env: { CAM_TEST_DATABASE: 'none', CAM_TEST_CRASHES: crashes },
  });
  process.exit(passed ? 0 : 1);
}
process.exit(await runTypeScript('scripts/soak/main.ts', process.argv.slice(2)));
