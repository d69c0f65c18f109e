import { azureBundles } from '../../server/src/demo/azure/bundle';
import { Calendar } from '../../server/src/demo/calendar';
import { directoryId } from '../../server/src/demo/entra/directory';
import { oktaBundle } from '../../server/src/demo/okta/bundle';
import { OKTA_ORG } from '../../server/src/demo/okta/org';
import { Plan } from '../../server/src/demo/plan';
import { startAzureStandIn } from '../../server/src/demo/stand-ins/azure-stand-in';
import { startOktaStandIn } from '../../server/src/demo/stand-ins/okta-stand-in';
import type { StandIn } from '../../server/src/demo/stand-ins/stand-in';
import { expect, test as base } from './console';
import { RunningCam } from './running-cam';

/** What the stand-in of Okta lets in. */
export const TOKEN = '00aTokenOfTheStandIn';
/** What the stand-in of Azure lets in. */
const SECRET = 'a secret of the stand-in';
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

const plan = new Plan({ size: 'S', seed: 1 }, new Calendar(yesterday, 0));
const subscriptions = [...azureBundles(plan)];

/** What connects Azure, by the labels of the editor. */
export const AZURE = {
  'Application ID': '11111111-2222-3333-4444-555555555555',
  'Application Secret': SECRET,
  'Azure Tenant ID': directoryId(plan),
};
/** Names of the subscriptions of the stand-in. */
export const SUBSCRIPTIONS = subscriptions.map(({ name }) => name);

/** A CAM whose connectors ask stand-ins of the providers. */
export const test = base.extend<object, { okta: StandIn; azure: StandIn; running: RunningCam }>({
  okta: [
    async ({}, use) => {
      const okta = await startOktaStandIn(oktaBundle(plan), { token: TOKEN, pageSize: 50 });
      await use(okta);
      await okta.close();
    },
    { scope: 'worker' },
  ],
  azure: [
    async ({}, use) => {
      const application = { clientId: AZURE['Application ID'], secret: SECRET, tenantId: AZURE['Azure Tenant ID'] };
      const azure = await startAzureStandIn(subscriptions, { ...application, pageSize: 100 });
      await use(azure);
      await azure.close();
    },
    { scope: 'worker' },
  ],
  running: [
    async ({ okta, azure }, use) => {
      const urls = `okta=${okta.url}, login=${azure.url}, arm=${azure.url}`;
      const running = await RunningCam.start({ CAM_PROVIDER_URLS: urls, CAM_OKTA_DOMAINS: OKTA_ORG });
      await use(running);
      await running.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

export { expect };
