// npm run differential: compares the engines with slow, simple references on all random cases, and reads all random questions. npm test runs only a part of
// them.
import { ensureInstalled } from './ensure-installed.mjs';
import { runTool } from './test/steps.mjs';

ensureInstalled();
const passed = await runTool('jest', 'jest', ['--selectProjects', 'node', '--testPathPatterns', 'differential|query/ask/'], {
  env: { CAM_DIFFERENTIAL: 'full' },
});
process.exit(passed ? 0 : 1);
