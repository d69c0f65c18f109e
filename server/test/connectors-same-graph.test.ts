import { rmSync } from 'node:fs';
import type { Api, CloudType } from '@cam/contracts';
import { entraBundle } from '../src/demo/entra/bundle';
import type { DemoBundle } from '../src/demo/files';
import { startEntraStandIn } from '../src/demo/stand-ins/entra-stand-in';
import type { StandIn } from '../src/demo/stand-ins/stand-in';
import { ended, importAccount } from './support/bundle';
import { api } from './support/client';
import { companyYesterday, exportOf, firstDifference } from './support/connected-org';
import { graphExport } from './support/graph-export';
import { startServer, type ServerProcess } from './support/server-process.cjs';

type NewAccount = NonNullable<Api['POST /beta/accounts']['body']['account']>;

const plan = companyYesterday();
const secret = 'a-secret-that-nobody-may-see';
const clientId = '11111111-2222-3333-4444-555555555555';
const entra = entraBundle(plan);

/** The bundles of the company that are pulled, and what connects them. */
const sources: { bundle: DemoBundle; info: Omit<NewAccount, 'account_name' | 'cloud_type'> }[] = [
  { bundle: entra, info: { azureInfo: { tenant_id: entra.accountId, app_client_id: clientId, app_secret: secret } } },
];

let standIns: StandIn[];
let servers: ServerProcess[];

beforeAll(async () => {
  const ofEntra = await startEntraStandIn(entra, { tenantId: entra.accountId, clientId, secret, pageSize: 100 });
  standIns = [ofEntra];
  const urls = `login=${ofEntra.url}, graph=${ofEntra.url}`;
  servers = [await startServer({ CAM_PROVIDER_URLS: urls }), await startServer()];
}, 120_000);
afterAll(async () => {
  for (const server of servers) await server.stop();
  for (const standIn of standIns) await standIn.close();
});

async function tokenOf({ url, operatorKey }: ServerProcess): Promise<string> {
  const asked = { body: { tenant: 'demo' }, headers: { authorization: `Operator ${operatorKey}` } };
  return (await api('POST /v1/operator/token', asked, undefined, url)).body.access_token;
}

it('sources that are pulled give the same graph, byte for byte, as imports of their exports', async () => {
  const [live, offline] = servers as [ServerProcess, ServerProcess];
  const [admin, importer] = [await tokenOf(live), await tokenOf(offline)];
  for (const { bundle, info } of sources) {
    const cloud = bundle.cloudType as CloudType;
    const account = { account_name: bundle.name, cloud_type: cloud, ...info };
    const connected = await api('POST /beta/accounts', { body: { account } }, admin, live.url);
    expect([connected.status, connected.body.account?.account_id]).toEqual([200, bundle.accountId]);
    expect(await ended(admin, connected.body.account.uid, live.url)).toMatchObject({ current_phase_enum: 'PHASE_DONE', messages: [] });
    await importAccount(importer, await exportOf(bundle), { cloud, account: bundle.accountId, base: offline.url });
  }
  expect(live.log()).not.toContain(secret);
  for (const server of servers) await server.stop({ keepData: true });
  const [pulled, imported] = [await graphExport(live.dataDir, 'demo'), await graphExport(offline.dataDir, 'demo')];
  for (const { dataDir } of servers) rmSync(dataDir, { recursive: true, force: true });
  expect(imported.length).toBeGreaterThan(100_000);
  expect(firstDifference(pulled, imported)).toBeNull();
}, 180_000);
