import { setImmediate } from 'node:timers/promises';
import type { Mount } from '../../platform/http/mount';
import { simulate } from '../providers/simulator';

/** Cases to decide before yielding to other requests. */
const BATCH = 200;

export function simulatorRoutes(mount: Mount): void {
  mount('POST /v1/policy-reader/evaluate', async ({ body, signal }) => {
    const cases = [];
    for (const [index, given] of body.cases.entries()) {
      if (index % BATCH === BATCH - 1) await setImmediate();
      if (signal.aborted) break;
      cases.push(simulate(given));
    }
    return { cases };
  });
}
