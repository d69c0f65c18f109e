import { generateKeyPairSync } from 'node:crypto';
import { accountFor } from '../demo/aws/accounts';
import { awsBundles } from '../demo/aws/bundle';
import { azureBundles } from '../demo/azure/bundle';
import { entraBundle } from '../demo/entra/bundle';
import { toAwsApiFormat, startAwsStandIn } from '../demo/stand-ins/aws-stand-in';
import { toAzureApiFormat, startAzureStandIn } from '../demo/stand-ins/azure-stand-in';
import { startEntraStandIn } from '../demo/stand-ins/entra-stand-in';
import { toGcpApiFormat, startGcpStandIn } from '../demo/stand-ins/gcp-stand-in';
import type { DemoBundle } from '../demo/files';
import { gcpBundles } from '../demo/gcp/bundle';
import { gcpOrganization } from '../demo/gcp/projects';
import type { StandIn } from '../demo/stand-ins/stand-in';
import { ended, importAccount } from './support/bundle';
import { api } from './support/client';
import { companyYesterday, exportOf, firstDifference } from './support/connected-org';
import { DIRECTORY_ADMIN, withGoogleDirectory } from './support/google-directory';
import { graphExport } from './support/graph-export';
import { identityCenterFiles, reservedRole, withMore } from './support/identity-center';
import { startServer, type ServerProcess } from './support/server-process.cjs';

const DAY = 86_400_000;

const plan = companyYesterday();
const secret = 'a-secret-that-nobody-may-see';
const clientId = '11111111-2222-3333-4444-555555555555';
const entra = entraBundle(plan);
const [azure] = azureBundles(plan) as Iterable<DemoBundle>;
const subscription = azure as DemoBundle;
const azureInfo = { tenant_id: entra.accountId, app_client_id: clientId, app_secret: secret };

const [lake] = gcpBundles(plan) as Iterable<DemoBundle>;
const project = withGoogleDirectory(lake as DemoBundle);
const email = 'cam@reader.iam.gserviceaccount.com';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const gcp_info = {
  organization_id: gcpOrganization(plan).slice('organizations/'.length),
  admin_email: DIRECTORY_ADMIN,
  gcp_json_file_text: JSON.stringify({
    type: 'service_account',
    project_id: project.accountId,
    client_email: email,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }),
};

const management = accountFor(plan, 'management').id;
const amazon = withMore(
  [...awsBundles(plan)].find(({ accountId }) => accountId === management) as DemoBundle,
  identityCenterFiles('eu-central-1', [management, '111122223333']),
  [reservedRole('ReadOnly', management)],
);
const keys = { accessKeyId: 'AKIASTANDIN', secretAccessKey: 'a-key-that-nobody-may-see' };
const aws_info = { role_arn: `arn:aws:iam::${management}:role/reader`, external_id: secret };

type Connect = (token: string, base: string) => Promise<{ status: number; uid: string | undefined }>;

/** Sources to pull, each into its own tenant, with their connection and their export. */
const sources: { tenant: string; connect: Connect; exported: DemoBundle }[] = [
  {
    tenant: 'entra',
    connect: async (token, base) => {
      const account = { account_name: entra.name, cloud_type: 'IDP_AZURE_AD' as const, azureInfo };
      const { status, body } = await api('POST /beta/accounts', { body: { account } }, token, base);
      return { status, uid: body.account?.uid };
    },
    exported: entra,
  },
  {
    tenant: 'azure',
    connect: async (token, base) => {
      const include_account_id_list = { [subscription.accountId]: true };
      const organization = { organization_name: 'Azure', cloud_type: 'AZURE' as const, include_account_id_list, azureInfo };
      const { status, body } = await api('POST /v1/tenants/organizations', { body: { organization } }, token, base);
      return { status, uid: body.organization?.account_info[0]?.uid };
    },
    // The activity log reaches back 90 days.
    exported: toAzureApiFormat(subscription, new Date(Date.now() - 89 * DAY).toISOString().slice(0, 10)),
  },
  {
    tenant: 'gcp',
    connect: async (token, base) => {
      const include_account_id_list = { [project.accountId]: true };
      const organization = { organization_name: 'Google Cloud', cloud_type: 'GCP' as const, include_account_id_list, gcp_info };
      const { status, body } = await api('POST /v1/tenants/organizations', { body: { organization } }, token, base);
      return { status, uid: body.organization?.account_info[0]?.uid };
    },
    exported: toGcpApiFormat(project),
  },
  {
    tenant: 'aws',
    connect: async (token, base) => {
      const include_account_id_list = { [management]: true };
      const organization = { organization_name: 'Amazon', cloud_type: 'AWS' as const, include_account_id_list, aws_info };
      const { status, body } = await api('POST /v1/tenants/organizations', { body: { organization } }, token, base);
      return { status, uid: body.organization?.account_info[0]?.uid };
    },
    exported: toAwsApiFormat(amazon),
  },
];

let standIns: StandIn[];
let servers: ServerProcess[];

beforeAll(async () => {
  const application = { tenantId: entra.accountId, clientId, secret, pageSize: 100 };
  // Each stand-in has a token service. Connections to Azure use the directory's, whose tokens Azure's stand-in accepts too.
  const tokens = new Set<string>();
  const [graph, arm] = [
    await startEntraStandIn(entra, { ...application, tokens }),
    await startAzureStandIn([subscription], { ...application, tokens }),
  ];
  const google = await startGcpStandIn([project], { email, publicKey, pageSize: 100 });
  const aws = await startAwsStandIn([amazon], { keys, roleName: 'reader', externalId: secret, pageSize: 100 });
  standIns = [graph, arm, google, aws];
  const urls = `login=${graph.url}, graph=${graph.url}, arm=${arm.url}, google=${google.url}, aws=${aws.url}`;
  const own = { AWS_ACCESS_KEY_ID: keys.accessKeyId, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey };
  servers = [await startServer({ CAM_PROVIDER_URLS: urls, ...own }, { data: 'console' }), await startServer({}, { data: 'console' })];
}, 240_000);
afterAll(async () => {
  for (const server of servers) server.removeData();
  for (const standIn of standIns) await standIn.close();
});

async function tokenOf({ url, operatorKey }: ServerProcess, tenant: string): Promise<string> {
  const headers = { authorization: `Operator ${operatorKey}` };
  await api('POST /v1/operator/tenants', { body: { tenant_id: tenant, name: tenant }, headers }, undefined, url);
  return (await api('POST /v1/operator/token', { body: { tenant }, headers }, undefined, url)).body.access_token;
}

it('pulled sources yield byte for byte the same graph as imports of their exports', async () => {
  const [live, offline] = servers as [ServerProcess, ServerProcess];
  for (const { tenant, connect, exported } of sources) {
    const token = await tokenOf(live, tenant);
    const { status, uid } = await connect(token, live.url);
    expect([tenant, status]).toEqual([tenant, 200]);
    expect(await ended(token, uid ?? '', live.url)).toMatchObject({ current_phase_enum: 'PHASE_DONE', messages: [] });
    const { cloudType, accountId } = exported;
    await importAccount(await tokenOf(offline, tenant), await exportOf(exported), { cloud: cloudType, account: accountId, base: offline.url });
  }
  expect(live.log()).not.toContain(secret);
  expect(live.log()).not.toContain('PRIVATE KEY');
  expect(live.log()).not.toContain(keys.secretAccessKey);
  for (const server of servers) await server.stop({ keepData: true });
  for (const { tenant } of sources) {
    const [pulled, imported] = [await graphExport(live, tenant), await graphExport(offline, tenant)];
    expect(imported.length).toBeGreaterThan(100_000);
    expect(firstDifference(pulled, imported)).toBeNull();
  }
}, 180_000);
