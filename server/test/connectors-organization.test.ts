import { isDeepStrictEqual } from 'node:util';
import { SECRET_MASK, type Organization } from '@cam/contracts';
import { azureBundles } from '../demo/azure/bundle';
import { directoryId } from '../demo/entra/directory';
import { startAzureStandIn } from '../demo/stand-ins/azure-stand-in';
import type { StandIn } from '../demo/stand-ins/stand-in';
import { ended, rowsOf } from './support/bundle';
import { api } from './support/client';
import { companyYesterday } from './support/connected-org';
import { counted } from './support/inventory-counts';
import { startServer, type ServerProcess } from './support/server-process.cjs';
import { until } from './support/until';

const plan = companyYesterday();
const bundles = [...azureBundles(plan)];
const ids = bundles.map(({ accountId }) => accountId).sort();
const tenantId = directoryId(plan);
const secret = 'a-secret-that-nobody-may-see';
const azureInfo = { tenant_id: tenantId, app_client_id: '11111111-2222-3333-4444-555555555555', app_secret: secret };

let standIn: StandIn;
let server: ServerProcess;
let admin: string;
let uid: string;

const token = async (scopes?: ['cam:account:read']): Promise<string> => {
  const tokenRequest = { body: { tenant: 'demo', ...(scopes ? { scopes } : {}) }, headers: { authorization: `Operator ${server.operatorKey}` } };
  return (await api('POST /v1/operator/token', tokenRequest, undefined, server.url)).body.access_token;
};
const read = async (): Promise<Organization> => {
  const path = { cloud_type: 'AZURE' as const, organization_uid: uid };
  return (await api('GET /v1/tenants/organizations/{cloud_type}/{organization_uid}', { path }, admin, server.url)).body.organization;
};
const scope = (include_account_id_list: Record<string, boolean>) =>
  api('PATCH /v1/tenants/organizations', { body: { organization: { organization_uid: uid, include_account_id_list } } }, admin, server.url);
/** Waits until deleted accounts, which leave every list at once, have left the graph too. */
const gone = (query: string) => until(`nothing answers ${query}`, async () => (await rowsOf(admin, query, server.url)).length === 0);
/** Waits until a discovery of the organization has ended, and returns its outcome. */
const hierarchy = (query: { org_build_uuid: string }) =>
  until('the organization was read', async () => {
    const { body } = await api('GET /v1/policy-reader/get-organization-hierarchy', { query }, admin, server.url);
    return body.status === 'RUNNING' ? null : body;
  });
const allEnded = async (): Promise<void> => {
  for (const account of (await read()).account_info)
    expect(await ended(admin, account.uid, server.url)).toMatchObject({ current_phase_enum: 'PHASE_DONE' });
};

beforeAll(async () => {
  standIn = await startAzureStandIn(bundles, { tenantId, clientId: azureInfo.app_client_id, secret, pageSize: 100 });
  server = await startServer({ CAM_PROVIDER_URLS: `login=${standIn.url}, arm=${standIn.url}` }, { data: 'console' });
  admin = await token();
}, 240_000);
afterAll(async () => {
  await server.stop();
  await standIn.close();
});

describe('a connected organization', () => {
  it('is recognised by a connection test, and its hierarchy lists its folders and accounts', async () => {
    const body = { cloud_type: 'AZURE' as const, azureInfo };
    const tested = await api('POST /v1/policy-reader/test-connection', { body }, admin, server.url);
    expect(tested.body).toMatchObject({
      validate_type: 'VALIDATE_TYPE_ORGANIZATION',
      organization_info: { organization_id: tenantId },
      account_info: null,
    });
    const { body: build } = await api('POST /v1/policy-reader/build-organization-hierarchy', { body }, admin, server.url);
    const query = { org_build_uuid: build.org_build_uuid };
    const built = await hierarchy(query);
    expect(built).toMatchObject({ status: 'COMPLETED', error: '', hierarchy: { organization_name: 'Tenant Root Group' } });
    expect(built.hierarchy?.scope_accounts.map(({ id }) => id).sort()).toEqual(ids);
    expect(JSON.stringify(built.hierarchy?.sub_organization)).toContain(ids[0]);
  });

  it('reports why its hierarchy cannot be read', async () => {
    const wrong = { cloud_type: 'AZURE' as const, azureInfo: { ...azureInfo, app_secret: 'wrong' } };
    const { body } = await api('POST /v1/policy-reader/build-organization-hierarchy', { body: wrong }, admin, server.url);
    const query = { org_build_uuid: body.org_build_uuid };
    const built = await hierarchy(query);
    expect(built).toMatchObject({ status: 'FAILED', error: expect.stringContaining('Invalid client secret'), hierarchy: null });
  });

  it('cannot be connected as a single account', async () => {
    const account = { account_name: 'Azure', cloud_type: 'AZURE' as const, azureInfo };
    const { status, error } = await api('POST /beta/accounts', { body: { account } }, admin, server.url);
    expect([status, error.code]).toEqual([422, 'NOT_AN_ACCOUNT']);
  });

  it('is connected only once, and all its accounts are pulled', async () => {
    const organization = { organization_name: 'Our Azure', cloud_type: 'AZURE' as const, azure_organization_info: azureInfo };
    const connected = await api('POST /v1/tenants/organizations', { body: { organization } }, admin, server.url);
    expect(connected.status).toBe(200);
    uid = connected.body.organization.organization_uid;
    expect(connected.body.organization.account_info.map(({ account_id }) => account_id).sort()).toEqual(ids);
    const again = await api('POST /v1/tenants/organizations', { body: { organization } }, admin, server.url);
    expect([again.status, again.error.code]).toEqual([409, 'SOURCE_EXISTS']);
    await allEnded();
    expect((await rowsOf(admin, 'any with-access object_store', server.url)).length).toBeGreaterThan(0);
    const { body: progress } = await api('GET /v1/calendar/progress', {}, admin, server.url);
    expect(progress.organization_sources).toMatchObject([{ uid, progress: 100, current_phase_enum: 'PHASE_DONE' }]);
    const { body } = await api('GET /v1/tenants', {}, admin, server.url);
    expect(body.tenant.organization_info).toMatchObject([
      { organization_uid: uid, organization_name: 'Our Azure', status: 'ORGANIZATION_STATUS_SUCCESS', internal_error: '' },
    ]);
    expect(body.tenant.sub_organization).toEqual((await read()).sub_organization);
  });

  it('selects all its accounts in the source filter', async () => {
    await counted(admin, server.url);
    const { organization_id: account_id } = await read();
    const ask = async (query: { account_id?: string; account_uid?: string }) => {
      const { body: list } = await api('GET /v1/graph-querymgr/entities', { query: { ...query, type: 'OBJECT_STORE' } }, admin, server.url);
      const { body: dashboard } = await api('GET /v1/graph-querymgr/dashboard', { query }, admin, server.url);
      const { body: changes } = await api('GET /v1/changes', { query }, admin, server.url);
      const input = 'any with-access object_store';
      const { body: found } = await api('POST /v1/graph-querymgr/autocomplete-user', { body: { ...query, input } }, admin, server.url);
      return [list.total, dashboard.account_count, dashboard.data_info.object_count, changes.total_count, found.result_table.length];
    };
    expect((await ask({})).slice(0, 3)).not.toContain(0);
    // Guardrails still raise alerts about the changes, which their total counts.
    await until('the organization has everything', async () => isDeepStrictEqual(await ask({ account_id, account_uid: uid }), await ask({})));
    const [first = ''] = ids;
    expect((await ask({ account_id: first, account_uid: (await read()).account_info[0]?.uid ?? '' }))[1]).toBe(1);
    const regions = () => api('GET /v1/intents/failedCountsByRegion', { query: { account_id, account_uid: uid } }, admin, server.url);
    await until('regions are counted', async () => (await regions()).body.counted_at !== null);
    expect((await regions()).body.counts.length).toBeGreaterThan(0);
  });

  it('appears in the list of all organizations, in that of its cloud type, and by its ID', async () => {
    const listed = async (query: { cloud_type?: 'AZURE' | 'GCP'; organization_uid?: string }) => {
      const { body } = await api('GET /v1/tenants/organizations', { query }, admin, server.url);
      return body.organization.map(({ organization_uid }) => organization_uid);
    };
    for (const query of [{}, { cloud_type: 'AZURE' as const }, { organization_uid: uid }]) expect(await listed(query)).toEqual([uid]);
    for (const query of [{ cloud_type: 'GCP' as const }, { organization_uid: 'f'.repeat(32) }]) expect(await listed(query)).toEqual([]);
  });

  it('returns no secret', async () => {
    expect((await read()).azure_organization_info).toEqual({ ...azureInfo, app_secret: SECRET_MASK });
    expect(server.log()).not.toContain(secret);
  });

  it('pulls only accounts in its scope, and removes the data of an account that leaves it', async () => {
    const [first = '', ...others] = ids;
    expect((await scope({ [first]: false })).error.code).toBe('SCOPE_EMPTY');
    await scope(Object.fromEntries([[first, false], ...others.map((id) => [id, true])]));
    expect((await read()).account_info.map(({ account_id }) => account_id).sort()).toEqual(others);
    await gone(`object_store with-attribute accountid ${first}`);
    await scope({});
    await allEnded();
    expect((await rowsOf(admin, `object_store with-attribute accountid ${first}`, server.url)).length).toBeGreaterThan(0);
  });

  it('prevents its accounts from being deleted or connected individually', async () => {
    const [account] = (await read()).account_info;
    const query = { uid: account?.uid ?? '', cloud_type: 'AZURE' as const };
    expect((await api('DELETE /beta/accounts', { query }, admin, server.url)).error.code).toBe('OF_AN_ORGANIZATION');
    const change = { body: { account: { uid: query.uid, azureInfo } } };
    expect((await api('PATCH /beta/accounts', change, admin, server.url)).error.code).toBe('OF_AN_ORGANIZATION');
  });

  it('requires the right to write, and is deleted with its accounts', async () => {
    const reader = await token(['cam:account:read']);
    const query = { organization_uid: uid, cloud_type: 'AZURE' as const };
    expect((await api('DELETE /v1/tenants/organizations', { query }, reader, server.url)).status).toBe(403);
    const organization = { organization_name: 'x', cloud_type: 'AZURE' as const, azureInfo };
    expect((await api('POST /v1/tenants/organizations', { body: { organization } }, reader, server.url)).status).toBe(403);
    expect((await api('PATCH /v1/tenants/organizations', { body: { organization: { organization_uid: uid } } }, reader, server.url)).status).toBe(
      403,
    );
    const build = { body: { cloud_type: 'AZURE' as const, azureInfo } };
    expect((await api('POST /v1/policy-reader/build-organization-hierarchy', build, reader, server.url)).status).toBe(403);
    expect((await api('DELETE /v1/tenants/organizations', { query }, admin, server.url)).status).toBe(200);
    const { body } = await api('GET /beta/accounts/{cloud_type}', { path: { cloud_type: 'AZURE' } }, admin, server.url);
    expect(body.account_list).toEqual([]);
    await gone('any with-access object_store');
    const again = await api(
      'POST /v1/tenants/organizations',
      { body: { organization: { ...organization, organization_name: 'Again' } } },
      admin,
      server.url,
    );
    uid = again.body.organization.organization_uid;
    expect((await read()).account_info.map(({ account_id }) => account_id).sort()).toEqual(ids);
  });
});
