import type { Api, EndpointKey } from '@cam/contracts';
import { ACCOUNT, ACCOUNT_DUMP_FILES } from './support/inventory-account';
import { importAccount, zipOf } from './support/bundle';
import { api, createTenant, tokenFor, type CallArgs, type TestTenant } from './support/client';
import { counted } from './support/inventory-counts';

let tenant: TestTenant;
let other: TestTenant;
let tokenWithoutRight: string;

beforeAll(async () => {
  tenant = await createTenant();
  other = await createTenant();
  tokenWithoutRight = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:alerts:read'] });
  await importAccount(tenant.token, await zipOf(ACCOUNT_DUMP_FILES));
  await counted(tenant.token);
}, 240_000);

const get = async <K extends EndpointKey>(key: K, query: Partial<Api[K]['query']> = {}, token = tenant.token): Promise<Api[K]['answer']> =>
  (await api(key, { query } as CallArgs<K>, token)).body;

/** Returns the lines of a file without its byte order mark. */
const linesOf = (file: unknown): string[] =>
  String(file)
    .replace(/^\uFEFF/, '')
    .split('\r\n');

describe('the resource lists', () => {
  it('return groups, roles, scopes and services with their counts', async () => {
    const groups = await get('GET /v1/resources/groups');
    expect(groups).toMatchObject({ total: 1, query: 'group|federated_group', rows: [{ name: 'developers', members_count: 1 }] });
    expect((await get('GET /v1/resources/roles')).rows.map(({ name }) => name)).toEqual(['deployer', 'partner']);
    expect((await get('GET /v1/resources/roles', { usage: 'UNUSED' })).total).toBe(0);
    expect((await get('GET /v1/resources/scopes')).rows).toEqual([]);
    const services = await get('GET /v1/resources/services', { search: 's3' });
    expect(services.rows).toMatchObject([{ name: 's3', account_id: ACCOUNT, cloud_type: 'AWS', privileges_used: null }]);
  });

  it('are searched, sorted and paged by the server', async () => {
    const query = { sorted_asc: false, page_size: 1 };
    expect((await get('GET /v1/resources/roles', query)).rows.map(({ name }) => name)).toEqual(['partner']);
    expect((await get('GET /v1/resources/roles', { ...query, page_number: 1 })).rows.map(({ name }) => name)).toEqual(['deployer']);
    expect((await get('GET /v1/resources/roles', { search: 'DEPLOY' })).total).toBe(1);
  });

  it('require the right to read, and contain nothing of other tenants', async () => {
    for (const kind of ['groups', 'roles', 'scopes', 'services'] as const) {
      expect((await api(`GET /v1/resources/${kind}`, {}, tokenWithoutRight)).status).toBe(403);
      expect((await api(`GET /v1/resources/${kind}`)).status).toBe(401);
      expect((await get(`GET /v1/resources/${kind}`, {}, other.token)).total).toBe(0);
    }
  });
});

it('unused access of an account without a log is not assessed, and the answer names the step that helps', async () => {
  for (const identity_type of ['UNUSED_ROLE', 'UNUSED_IDENTITY'] as const) {
    const { items, not_assessed } = await get('GET /v1/graph-querymgr/unused-accesses', { identity_type, request_type: 'UNUSED_SUMMARY' });
    expect(items).toEqual([]);
    expect(not_assessed).toMatchObject([
      { account_id: ACCOUNT, cloud_type: 'AWS', since: null, step: expect.stringContaining('CloudTrail') as string },
    ]);
  }
});

describe('an inventory list', () => {
  it('is sorted by the requested field, including counts', async () => {
    const namesBy = async (sorted_field: 'objects' | 'groups' | 'source', sorted_asc: boolean) =>
      (await get('GET /v1/graph-querymgr/entities', { type: 'USER', sorted_field, sorted_asc })).rows.map(({ name }) => name);
    expect((await namesBy('objects', false))[0]).toBe('ada');
    expect((await namesBy('groups', false))[0]).toBe('cleo');
    expect(await namesBy('source', true)).toEqual(['ada', 'bob', 'cleo', 'dora']);
    const { privilege_summary: rows } = await privileges({ sorted_field: 'name', sorted_asc: false, page_size: 500 });
    const shown = rows.map(({ name }) => name);
    expect(shown).toEqual([...shown].sort((a, b) => (a < b ? 1 : -1)));
  });

  const privileges = async (query: Partial<Api['GET /v1/graph-querymgr/privileges/{view_type}']['query']>) =>
    (await api('GET /v1/graph-querymgr/privileges/{view_type}', { path: { view_type: 'ALL' }, query }, tenant.token)).body;

  it('is exported completely, with the given filters and columns', async () => {
    const file = await api('GET /v1/graph-querymgr/entities/export', { query: { type: 'USER', search: 'o', columns: 'name,source' } }, tenant.token);
    expect(file.headers.get('content-disposition')).toMatch(/filename="Users___o___\d{4}-\d\d-\d\d\.csv"/);
    expect(linesOf(file.body)).toEqual(['"Name","Source"', ...['bob', 'cleo', 'dora'].map((name) => `"${name}","${ACCOUNT}"`)]);
    const { total } = await privileges({});
    const all = await api('GET /v1/graph-querymgr/privileges/{view_type}/export', { path: { view_type: 'ALL' } }, tenant.token);
    expect(total).toBeGreaterThan(300);
    expect(linesOf(all.body)).toHaveLength(total + 1);
  });

  it('is exported only with the right to read, and only with known columns and sort fields', async () => {
    const exported = (query: object, token?: string) => api('GET /v1/graph-querymgr/entities/export', { query: { type: 'USER', ...query } }, token);
    expect((await exported({}, tokenWithoutRight)).status).toBe(403);
    expect((await exported({})).status).toBe(401);
    expect(linesOf((await exported({ columns: 'name' }, other.token)).body)).toEqual(['"Name"']);
    expect((await exported({ columns: 'name,password' }, tenant.token)).error).toMatchObject({ code: 'NO_SUCH_COLUMN' });
    expect((await exported({ sorted_field: 'tenant_id' }, tenant.token)).status).toBe(422);
  });
});

describe('a query result', () => {
  const exported = (input: string, token?: string) =>
    api('POST /v1/graph-querymgr/autocomplete-user/export', { body: { input, columns: 'identity,actions' } }, token);

  it('is exported completely', async () => {
    const lines = linesOf((await exported('user with-access role', tenant.token)).body);
    expect(lines[0]).toBe('"Identities","Actions"');
    expect(lines).toContain('"cleo","--A"');
  });

  it('names the granting policies where a file asks for them', async () => {
    const body = { input: 'user with-access role', columns: 'identity,via' };
    const lines = linesOf((await api('POST /v1/graph-querymgr/autocomplete-user/export', { body }, tenant.token)).body);
    expect(lines[0]).toBe('"Identities","Via"');
    expect(lines).toContainEqual(expect.stringMatching(/^"cleo",".*BecomeDeployer/));
  });

  it('is exported with a file name of its title and search text', async () => {
    const body = { input: 'user with-access role', name: 'Users', search: 'cleo' };
    const { headers } = await api('POST /v1/graph-querymgr/autocomplete-user/export', { body }, tenant.token);
    expect(headers.get('content-disposition')).toMatch(/filename="Users___cleo___\d{4}-\d\d-\d\d\.csv"/);
  });

  it('is not exported for an invalid query or without the right to read', async () => {
    expect((await exported('user with-', tenant.token)).status).toBe(422);
    expect((await exported('user', tokenWithoutRight)).status).toBe(403);
    expect((await exported('user')).status).toBe(401);
    expect(linesOf((await exported('user', other.token)).body)).toEqual(['"Identities","Actions"']);
  });
});

describe('the health status', () => {
  it('is OK if all sources were read and counted', async () => {
    expect(await get('GET /beta/healthStatus')).toMatchObject({ status: 'OK', problems: [] });
  });
});

it('the supported resource types have labels and colours', async () => {
  const { resource_info: types } = await get('GET /v1/policy-reader/supported-resource-types');
  expect(types.find(({ resource_name: name }) => name === 'USER')).toMatchObject({
    display_name: 'User',
    display_name_plural: 'Users',
    meta_label: 'IDENTITY',
  });
  for (const { colorHash } of types) expect(colorHash).toMatch(/^#[0-9a-f]{6}$/);
});
