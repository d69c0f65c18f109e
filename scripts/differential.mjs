// npm run differential: compares the engines with slow, simple references on all random cases. npm test runs only a part of them.
import { ensureInstalled } from './ensure-installed.mjs';
import { runTool } from './test/steps.mjs';

ensureInstalled();
const passed = await runTool('jest', 'jest', ['--selectProjects', 'node', '--testPathPatterns', 'differential'], {
  env: { CAM_DIFFERENTIAL: 'full' },
});
process.exit(passed ? 0 : 1);
