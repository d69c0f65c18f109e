// npm run differential: the engines against their slow, obvious references on all random cases, of which npm test tries a part.
import { ensureInstalled } from './ensure-installed.mjs';
import { runTool } from './test/steps.mjs';

ensureInstalled();
const passed = await runTool('jest', 'jest', ['--selectProjects', 'node', '--testPathPatterns', 'differential'], {
  env: { CAM_DIFFERENTIAL: 'full' },
});
process.exit(passed ? 0 : 1);
