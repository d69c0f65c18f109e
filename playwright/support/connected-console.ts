import { generateKeyPairSync } from 'node:crypto';
import { accountFor, awsAccounts } from '../../server/demo/aws/accounts';
import { awsBundles } from '../../server/demo/aws/bundle';
import { azureBundles } from '../../server/demo/azure/bundle';
import { Calendar } from '../../server/demo/calendar';
import { directoryId } from '../../server/demo/entra/directory';
import { oktaBundle } from '../../server/demo/okta/bundle';
import { OKTA_ORG } from '../../server/demo/okta/org';
import { gcpBundles } from '../../server/demo/gcp/bundle';
import { Plan } from '../../server/demo/plan';
import { startAwsStandIn } from '../../server/demo/stand-ins/aws-stand-in';
import { startAzureStandIn } from '../../server/demo/stand-ins/azure-stand-in';
import { startGcpStandIn } from '../../server/demo/stand-ins/gcp-stand-in';
import { startOktaStandIn } from '../../server/demo/stand-ins/okta-stand-in';
import type { StandIn } from '../../server/demo/stand-ins/stand-in';
import { expect, test as base } from './console';
import { RunningCam } from './running-cam';

/** The token that Okta's stand-in accepts. */
export const TOKEN = '00aTokenOfTheStandIn';
/** The secret that Azure's stand-in accepts. */
const SECRET = 'a secret of the stand-in';
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

const plan = new Plan({ size: 'S', seed: 1 }, new Calendar(yesterday, 0));
const subscriptions = [...azureBundles(plan)];

/** The values that connect Azure, by the labels of the editor. */
export const AZURE = {
  'Application ID': '11111111-2222-3333-4444-555555555555',
  'Application Secret': SECRET,
  'Azure Tenant ID': directoryId(plan),
};
/** The names of the stand-in's subscriptions. */
export const SUBSCRIPTIONS = subscriptions.map(({ name }) => name);

const projects = [...gcpBundles(plan)];
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
/** The key file of a service account that Google Cloud's stand-in accepts. */
export const KEY = {
  type: 'service_account',
  project_id: projects[0]?.accountId ?? '',
  client_email: 'cam@reader.iam.gserviceaccount.com',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
};

const keys = { accessKeyId: 'AKIASTANDIN', secretAccessKey: 'a key of the stand-in' };
const management = accountFor(plan, 'management');
/** The role in an organization's management account, the external ID that AWS's stand-in demands, and the principal that it trusts. */
export const AMAZON = {
  roleArn: `arn:aws:iam::${management.id}:role/cam-read-only`,
  externalId: 'external-id-of-the-stand-in',
  principal: 'arn:aws:iam::000000000000:role/cam-read-only',
};
/** The management account's name, and the organization's other accounts with their units. */
export const MANAGEMENT = management.name;
export const ACCOUNTS = awsAccounts(plan).filter(({ organization, unit }) => organization.index === 0 && unit !== null);

/** The address of the operator's analytics; tests answer its requests. */
export const ANALYTICS = 'https://analytics.company.example';

/** A CAM whose connectors call stand-ins of the providers. */
export const test = base.extend<object, { amazon: StandIn; okta: StandIn; azure: StandIn; google: StandIn; running: RunningCam }>({
  amazon: [
    async ({}, use) => {
      const options = { keys, roleName: 'cam-read-only', externalId: AMAZON.externalId };
      const amazon = await startAwsStandIn([...awsBundles(plan)], options);
      await use(amazon);
      await amazon.close();
    },
    { scope: 'worker' },
  ],
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
    async ({ amazon, okta, azure, google }, use) => {
      const running = await RunningCam.start({
        CAM_PROVIDER_URLS: `aws=${amazon.url}, okta=${okta.url}, login=${azure.url}, arm=${azure.url}, google=${google.url}`,
        CAM_OKTA_DOMAINS: OKTA_ORG,
        AWS_ACCESS_KEY_ID: keys.accessKeyId,
        AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
        CAM_POSTHOG_URL: ANALYTICS,
        CAM_POSTHOG_KEY: 'phc_key_of_the_project',
      });
      await use(running);
      await running.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

export { expect };
