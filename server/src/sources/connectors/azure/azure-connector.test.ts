import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { factsOfExport, factsOfFolder, neverAborted, pullInto } from '../../../../test/support/connector-pull';
import { azureBundles } from '../../../../demo/azure/bundle';
import { Calendar } from '../../../../demo/calendar';
import { directoryId } from '../../../../demo/entra/directory';
import type { DemoBundle } from '../../../../demo/files';
import { Plan } from '../../../../demo/plan';
import { toAzureApiFormat, startAzureStandIn } from '../../../../demo/stand-ins/azure-stand-in';
import type { StandIn } from '../../../../demo/stand-ins/stand-in';
import { AzureBundleReader } from '../../../graph/providers/azure/read/read';
import type { Connector } from '../connector';
import { connectorOf } from '../connectors';
import { ProviderEndpoints } from '../endpoints';

const plan = new Plan({ size: 'S', seed: 1 }, new Calendar('2026-03-02', 0));
const tenantId = directoryId(plan);
const clientId = '11111111-2222-3333-4444-555555555555';
const secret = 'a secret of the stand-in';
const bundles = [...azureBundles(plan)];
const bundle = bundles[0] as DemoBundle;
const id = bundle.accountId;

let standIn: StandIn;
let folder: string;
beforeAll(async () => {
  standIn = await startAzureStandIn(bundles, { tenantId, clientId, secret, pageSize: 5 });
});
afterAll(() => standIn.close());
beforeEach(async () => {
  standIn.reset();
  folder = await mkdtemp(join(tmpdir(), 'cam-azure-'));
});
afterEach(() => rm(folder, { recursive: true }));

function connector(): Connector {
  const endpoints = new ProviderEndpoints({ login: standIn.url, arm: standIn.url }, []);
  const transport = { signal: neverAborted, timeout: 400, wait: async () => undefined };
  return connectorOf('AZURE', { tenant_id: tenantId, app_client_id: clientId, app_secret: secret }, { endpoints, transport });
}

const runPull = () => pullInto(folder, connector(), id);
const pulledFacts = () => factsOfFolder(folder, new AzureBundleReader(), id, bundle.takenAt);
/** The log covers 90 days before the pull. */
const exportedFacts = () => factsOfExport(toAzureApiFormat(bundle, '2025-12-04'), new AzureBundleReader());

describe('pulling an Azure subscription', () => {
  it('yields the same facts as an export, reading every page of every list', async () => {
    const { outcome } = await runPull();
    expect(outcome).toMatchObject({ warnings: [], denied: [], failed: [], failure: null });
    for (const list of [/roleAssignments\?.*skiptoken/, /roleDefinitions\?.*skiptoken/, /eventtypes.*skiptoken/]) {
      expect(standIn.requests.some((path) => list.test(path))).toBe(true);
    }
    expect(standIn.requests.filter((path) => path.includes('ResourceGraph')).length).toBeGreaterThan(1);
    expect(await pulledFacts()).toBe(exportedFacts());
  });

  it('loses no data if Azure throttles, fails, resets, times out or expires the token', async () => {
    standIn.plan(/roleAssignments/, 'throttled', { times: 3 });
    standIn.plan(/roleDefinitions/, 'error');
    standIn.plan(/ResourceGraph/, 'reset', { after: 1 });
    standIn.plan(/denyAssignments/, 'silent');
    standIn.plan(/eventtypes/, 'unauthorized', { after: 1 });
    const { outcome } = await runPull();
    expect(outcome).toMatchObject({ warnings: [], failed: [], failure: null });
    expect(standIn.requests.filter((path) => path.endsWith('/token'))).toHaveLength(2);
    expect(await pulledFacts()).toBe(exportedFacts());
  });

  it('warns about a denied list and names the role to assign', async () => {
    standIn.plan(/managementGroups/, 'forbidden', { times: 9 });
    const { outcome } = await runPull();
    expect(outcome).toMatchObject({ denied: ['management-groups'], failed: [], failure: null });
    expect(outcome.warnings[0]?.message).toMatch(/returned 403 .*Management Group Reader/);
  });

  it('resumes an interrupted pull and repeats no completed request', async () => {
    standIn.plan(/ResourceGraph/, 'error', { after: 2, times: 99 });
    expect((await runPull()).outcome.failed).toEqual(['resources']);
    standIn.reset();
    expect((await runPull()).outcome).toMatchObject({ failed: [], warnings: [] });
    expect(standIn.requests.filter((path) => !/ResourceGraph|\/token$/.test(path))).toEqual([]);
    expect(await pulledFacts()).toBe(exportedFacts());
  });
});

describe('testing an Azure connection', () => {
  it('returns the organization, and its hierarchy holds all subscriptions', async () => {
    expect(await connector().test()).toEqual({ kind: 'ORGANIZATION', id: tenantId, name: 'Tenant Root Group', warnings: [] });
    const { type, children } = await connector().hierarchy();
    const accounts = (nodes: typeof children): string[] => nodes.flatMap((node) => (node.type === 'ACCOUNT' ? [node.id] : accounts(node.children)));
    expect(type).toBe('ROOT');
    expect(children.some((node) => node.type === 'ORGANIZATIONAL_UNIT')).toBe(true);
    expect(accounts(children).sort()).toEqual(bundles.map(({ accountId }) => accountId).sort());
  });

  it('lists all subscriptions without nesting, with a warning, if management groups are denied', async () => {
    standIn.plan(/managementGroups/, 'forbidden', { times: 9 });
    expect(await connector().test()).toMatchObject({ kind: 'ORGANIZATION', id: tenantId, warnings: [expect.stringContaining('management groups')] });
    expect((await connector().hierarchy()).children.map((node) => node.id).sort()).toEqual(bundles.map(({ accountId }) => accountId).sort());
  });
});
