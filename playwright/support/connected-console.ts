import { Calendar } from '../../server/src/demo/calendar';
import { oktaBundle } from '../../server/src/demo/okta/bundle';
import { OKTA_ORG } from '../../server/src/demo/okta/org';
import { Plan } from '../../server/src/demo/plan';
import { startOktaStandIn } from '../../server/src/demo/stand-ins/okta-stand-in';
import type { StandIn } from '../../server/src/demo/stand-ins/stand-in';
import { expect, test as base } from './console';
import { RunningCam } from './running-cam';

/** What the stand-in of Okta lets in. */
export const TOKEN = '00aTokenOfTheStandIn';
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

/** A CAM whose connectors ask stand-ins of the providers. */
export const test = base.extend<object, { okta: StandIn; running: RunningCam }>({
  okta: [
    async ({}, use) => {
      const okta = await startOktaStandIn(oktaBundle(new Plan({ size: 'S', seed: 1 }, new Calendar(yesterday, 0))), { token: TOKEN, pageSize: 50 });
      await use(okta);
      await okta.close();
    },
    { scope: 'worker' },
  ],
  running: [
    async ({ okta }, use) => {
      const running = await RunningCam.start({ CAM_PROVIDER_URLS: `okta=${okta.url}`, CAM_OKTA_DOMAINS: OKTA_ORG });
      await use(running);
      await running.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

export { expect };
