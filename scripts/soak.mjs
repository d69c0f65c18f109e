// npm run soak: servers and databases that are killed at many moments, of which npm test tries a few. CAM_TEST_CRASHES sets how many.
import { ensureInstalled } from './ensure-installed.mjs';
import { runTool } from './test/steps.mjs';

ensureInstalled();
const crashes = process.env.CAM_TEST_CRASHES ?? '30';
const passed = await runTool('jest', 'jest', ['--selectProjects', 'api', '--testPathPatterns', 'server/test/.*-crash\\.test\\.ts$'], {
  env: { CAM_TEST_DATABASE: 'none', CAM_TEST_CRASHES: crashes },
});
process.exit(passed ? 0 : 1);
