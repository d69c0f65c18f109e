import { generateKeyPairSync } from 'node:crypto';
import { azureBundles } from '../../server/src/demo/azure/bundle';
import { Calendar } from '../../server/src/demo/calendar';
import { directoryId } from '../../server/src/demo/entra/directory';
import { oktaBundle } from '../../server/src/demo/okta/bundle';
import { OKTA_ORG } from '../../server/src/demo/okta/org';
import { gcpBundles } from '../../server/src/demo/gcp/bundle';
import { Plan } from '../../server/src/demo/plan';
import { startAzureStandIn } from '../../server/src/demo/stand-ins/azure-stand-in';
import { startGcpStandIn } from '../../server/src/demo/stand-ins/gcp-stand-in';
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

const projects = [...gcpBundles(plan)];
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
/** The key file of a service account that the stand-in of Google Cloud lets in. */
export const KEY = {
  type: 'service_account',
  project_id: projects[0]?.accountId ?? '',
  client_email: 'cam@reader.iam.gserviceaccount.com',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
};

/** A CAM whose connectors ask stand-ins of the providers. */
export const test = base.extend<object, { okta: StandIn; azure: StandIn; google: StandIn; running: RunningCam }>({
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
  google: [
    async ({}, use) => {
      const google = await startGcpStandIn(projects, { email: KEY.client_email, publicKey, pageSize: 100 });
      await use(google);
      await google.close();
    },
    { scope: 'worker' },
  ],
  running: [
    async ({ okta, azure, google }, use) => {
      const urls = `okta=${okta.url}, login=${azure.url}, arm=${azure.url}, google=${google.url}`;
      const running = await RunningCam.start({ CAM_PROVIDER_URLS: urls, CAM_OKTA_DOMAINS: OKTA_ORG });
      await use(running);
      await running.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

export { expect };
