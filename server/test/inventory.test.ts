import type { Api } from '@cam/contracts';
import { TILES } from '@cam/contracts/server';
import { ACCOUNT, ACCOUNT_DUMP_FILES, SHADOW } from './support/inventory-account';
import { counted } from './support/inventory-counts';
import { api, createTenant, tokenFor, type TestTenant } from './support/client';
import { importAccount, zipOf } from './support/bundle';
import { until } from './support/until';

let tenant: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  tenant = await createTenant();
  other = await createTenant();
  await importAccount(tenant.token, await zipOf(ACCOUNT_DUMP_FILES));
  await counted(tenant.token);
}, 240_000);

const uri = (type: string, id: string): string => `${tenant.tenantId}:AWS:${ACCOUNT}:-:${type}:${id}`;

describe('identities', () => {
  it('are counted by type and account, and listed and searched page by page', async () => {
    const { body } = await api('GET /v1/graph-querymgr/identity', {}, tenant.token);
    expect(body.identity_count.find(({ type }) => type === 'USER')).toEqual({ type: 'USER', count: 4, query: 'user' });
    expect(body.identity_summary_info.find(({ type }) => type === 'USER')).toMatchObject({ account_id: ACCOUNT, scope_cnt: 4 });
    const query = { type: 'USER', page_size: 3, page_number: 1 };
    const page = await api('GET /v1/graph-querymgr/entities', { query }, tenant.token);
    expect([page.body.total, page.body.rows.map(({ name }) => name)]).toEqual([4, ['dora']]);
    const found = await api('GET /v1/graph-querymgr/entities', { query: { type: 'USER', search: 'O' } }, tenant.token);
    expect([found.body.total, found.body.rows.map(({ name }) => name)]).toEqual([3, ['bob', 'cleo', 'dora']]);
  });

  it('have a detail page with access, groups and roles, and without usage if no log covers them', async () => {
    const args = { query: { uri: uri('USER', 'cleo'), data_type: 'ROLL_UP_GRAPH' as const } };
    const { identity_info: cleo } = (await api('GET /v1/graph-querymgr/identity-service', args, tenant.token)).body;
    expect(cleo).toMatchObject({ name: 'cleo', groups_count: 1, roles_count: 1, used_object_count: null, status: 'NOT_ENOUGH_DATA' });
    expect(cleo.roll_up_graph?.nodes.map(({ name }) => name)).toEqual(expect.arrayContaining(['cleo', 'deployer']));
    const groups = { query: { uri: uri('USER', 'cleo'), data_type: 'TABLE_DATA' as const, tableTab: 'IAM_GROUP' as const } };
    const table = (await api('GET /v1/graph-querymgr/identity-service', groups, tenant.token)).body.identity_info.result_table;
    expect(table.map(({ name }) => name)).toEqual(['developers']);
  });
});

it('detail pages show single access paths, policies, memberships and policy versions on request', async () => {
  const identity = async (name: string, query: object = {}) =>
    (await api('GET /v1/graph-querymgr/identity-service', { query: { uri: uri('USER', name), ...query } }, tenant.token)).body.identity_info;
  const { result_graph: graph, roll_up_graph: none } = await identity('cleo', { data_type: 'DATA_TYPE_GRAPH' });
  expect(none).toBeNull();
  expect(graph?.nodes.every(({ count, name }) => count === 1 && name !== '')).toBe(true);
  expect(graph?.links).toContainEqual(expect.objectContaining({ from: uri('USER', 'cleo'), to: expect.stringContaining('deployer') }));
  // The identities of a resource have the types that its summary counts.
  const { rows } = (await api('GET /v1/graph-querymgr/entities', { query: { type: 'POLICY', search: 'Deploy' } }, tenant.token)).body;
  const policy = rows[0]?.uri ?? '';
  const object = async (query: object) =>
    (await api('GET /v1/graph-querymgr/objects-service', { query: { uri: policy, ...query } }, tenant.token)).body.object_detail_info;
  const front = (await object({ data_type: 'DATA_TYPE_GRAPH' })).result_graph?.nodes.filter(({ layer }) => layer === 0) ?? [];
  const rolledUp = (await object({ data_type: 'ROLL_UP_GRAPH' })).roll_up_graph?.nodes.filter(({ layer }) => layer === 0) ?? [];
  expect(front.map(({ name }) => name)).toContain('ada');
  expect(new Set(front.map(({ type }) => type))).toEqual(new Set(rolledUp.map(({ type }) => type)));

  const held = await identity('ada', { data_type: 'IDENTITY_POLICY' });
  expect(held.identity_policy.map(({ policy_name: name }) => name)).toEqual(held.policies.map(({ name }) => name));
  for (const { policy_document: text } of held.identity_policy) expect(JSON.parse(text)).toHaveProperty('Statement');
  expect((await identity('ada', { data_type: 'POLICY_LIST' })).identity_policy).toEqual([]);

  const table = async (type: string, id: string, tile: (typeof TILES)[number]) => {
    const query = { uri: uri(type, id), data_type: 'TABLE_DATA' as const, tile };
    return (await api('GET /v1/graph-querymgr/objects-service', { query }, tenant.token)).body.object_detail_info.result_table;
  };
  const cleo = (await api('GET /v1/graph-querymgr/objects-service', { query: { uri: uri('USER', 'cleo') } }, tenant.token)).body.object_detail_info;
  expect(cleo.membership_cnt).toBe(1);
  expect(await table('USER', 'cleo', 'MEMBERSHIP')).toMatchObject([{ name: 'developers', type: 'GROUP', values: { How: 'Member of' } }]);
  const id = policy.split(':').at(-1) ?? '';
  expect(await table('POLICY', id, 'VERSION')).toContainEqual(
    expect.objectContaining({ type: 'VERSION', values: expect.objectContaining({ Counts: 'Yes' }) }),
  );
  const all = { query: { type: 'RESOURCE_TYPE_ALL' } };
  for (const call of ['identity', 'objects', 'networks', 'public-objects'] as const)
    expect((await api(`GET /v1/graph-querymgr/${call}`, all, tenant.token)).body).toEqual(
      (await api(`GET /v1/graph-querymgr/${call}`, {}, tenant.token)).body,
    );
});

it('each tile of a detail page lists the rows that its count states', async () => {
  type ServiceQuery = Api['GET /v1/graph-querymgr/identity-service']['query'];
  const of = async (call: 'identity-service' | 'objects-service', wanted: string, args: Pick<ServiceQuery, 'tile' | 'tableTab'>) => {
    const query = { uri: wanted, data_type: 'TABLE_DATA' as const, ...args };
    if (call === 'identity-service') return (await api(`GET /v1/graph-querymgr/identity-service`, { query }, tenant.token)).body.identity_info;
    return (await api(`GET /v1/graph-querymgr/objects-service`, { query }, tenant.token)).body.object_detail_info;
  };
  const namesOf = ({ result_table: rows }: { result_table: { name: string }[] }): string[] => rows.map(({ name }) => name);
  const ada = uri('USER', 'ada');
  const objects = (
    await api('GET /v1/graph-querymgr/identity-service', { query: { uri: ada, data_type: 'TABLE_DATA', tile: 'OBJECT' } }, tenant.token)
  ).body.identity_info;
  expect([objects.result_total, objects.result_table.length]).toEqual([objects.object_count, objects.object_count]);
  expect(objects.result_table.every(({ values }) => /^(R\??)?( ?W\??)?( ?A\??)?$/.test(values.Access ?? ''))).toBe(true);
  const privileges = await of('identity-service', ada, { tile: 'PRIVILEGE' });
  expect(privileges.result_total).toBeGreaterThan(500);
  expect(privileges.result_table[0]).toMatchObject({
    type: 'PRIV_ACTION',
    account_id: ACCOUNT,
    values: { Sensitive: 'Yes', 'Last Used': 'not enough data' },
  });
  expect(new Set((await of('identity-service', ada, { tile: 'SCOPE' })).result_table.map(({ type }) => type))).toEqual(new Set(['ACCOUNT_DATA']));

  const { rows } = (await api('GET /v1/graph-querymgr/entities', { query: { type: 'ROLE', search: 'deployer' } }, tenant.token)).body;
  const role = rows[0]?.uri ?? '';
  // Identities that may assume it, and identities with access to it as an object.
  expect(namesOf(await of('identity-service', role, { tile: 'USER' }))).toContain('cleo');
  expect(namesOf(await of('objects-service', role, { tile: 'ADMIN' }))).toContain('ada');
  expect(namesOf(await of('objects-service', role, { tile: 'ADMIN' }))).not.toContain('dora');
  const reached = (
    await api('GET /v1/graph-querymgr/objects-service', { query: { uri: role, data_type: 'TABLE_DATA', tile: 'IDENTITY' } }, tenant.token)
  ).body.object_detail_info;
  expect([reached.result_total, reached.identity_cnt]).toEqual([reached.identity_cnt, new Set(namesOf(reached)).size]);
  const { user_cnt: users, group_cnt: groups } = reached;
  const counts = [
    (await of('objects-service', role, { tableTab: 'IAM_USER' })).result_total,
    (await of('objects-service', role, { tableTab: 'IAM_GROUP' })).result_total,
  ];
  expect(counts).toEqual([users, groups]);
  expect(namesOf(await of('identity-service', role, { tile: 'PRIVILEGE' }))).toEqual(['s3:PutObject']);
  expect(namesOf(await of('objects-service', role, { tile: 'PRIVILEGE' }))).toContain('iam:UpdateAssumeRolePolicy');
  const unknown = { query: { uri: role, tile: 'NONSENSE' as never } };
  expect((await api('GET /v1/graph-querymgr/objects-service', unknown, tenant.token)).status).toBe(422);
});

it('detail pages summarise sensitive permissions, reachable resources and evidence', async () => {
  const of = async (name: string) =>
    (await api('GET /v1/graph-querymgr/identity-service', { query: { uri: uri('USER', name) } }, tenant.token)).body.identity_info.risk;
  expect((await of('ada')).sensitive_held).toBeGreaterThan(50);
  expect((await of('ada')).sensitive_unlogged).toBe((await of('ada')).sensitive_held);
  expect(await of('ada')).toMatchObject({ sensitive_used: [], conditional: 0, evidence: { since: null, days: null } });
  expect(await of('dora')).toMatchObject({ sensitive_held: 0, reached: 0 });
  const { rows } = (await api('GET /v1/graph-querymgr/entities', { query: { type: 'ROLE', search: 'deployer' } }, tenant.token)).body;
  const { object_detail_info: role } = (await api('GET /v1/graph-querymgr/objects-service', { query: { uri: rows[0]?.uri ?? '' } }, tenant.token))
    .body;
  expect(role.risk.sensitive_held).toBeGreaterThan(0);
  expect(role.risk.reached).toBe(role.identity_cnt);
});

describe('a request with an unknown or invalid parameter', () => {
  const status = async (wanted: string, token = tenant.token): Promise<number> =>
    (await api('GET /v1/graph-querymgr/identity-service', { query: { uri: wanted } }, token)).status;

  it("gets 404 for an unknown ID, an invalid URI or another tenant's entity", async () => {
    expect(await status(uri('USER', 'cleo'))).toBe(200);
    expect(await status(uri('USER', 'nobody'))).toBe(404);
    expect(await status('nonsense')).toBe(404);
    expect(await status(`${uri('USER', 'cleo')}:more`)).toBe(404);
    expect(await status(uri('USER', 'cleo'), other.token)).toBe(404);
  });

  it('gets 404 on the pages of resources and networks as well', async () => {
    for (const call of ['objects-service', 'network-service'] as const) {
      const of = async (wanted: string, token = tenant.token) =>
        (await api(`GET /v1/graph-querymgr/${call}`, { query: { uri: wanted } }, token)).status;
      expect([await of(uri('OBJECT_STORE', 'nothing')), await of('a:b'), await of(uri('USER', 'cleo'), other.token)]).toEqual([404, 404, 404]);
    }
    const pair = { identity_uri: uri('USER', 'cleo'), resource_uri: uri('ROLE', 'deployer') };
    expect((await api('GET /v1/graph-querymgr/explain', { query: { ...pair, as_of: '2026-02-30' } }, tenant.token)).status).toBe(422);
    expect((await api('GET /v1/graph-querymgr/explain', { query: pair }, other.token)).status).toBe(404);
  });

  it('gets 422 for an invalid page number, and no rows after the last page', async () => {
    const page = (query: object) => api('GET /v1/graph-querymgr/entities', { query: { type: 'USER', ...query } as { type: string } }, tenant.token);
    for (const bad of [{ page_number: -1 }, { page_number: 'two' }, { page_number: 1.5 }, { page_size: 0 }, { page_size: 501 }])
      expect((await page(bad)).status).toBe(422);
    expect((await page({ page_number: 99 })).body).toMatchObject({ rows: [], total: 4 });
  });

  it('gets no rows if the account filter names an unknown account', async () => {
    const nowhere = { query: { account_id: '000000000000' } };
    expect((await api('GET /v1/graph-querymgr/dashboard', nowhere, tenant.token)).body).toMatchObject({ account_count: 0, entity_counts: [] });
    expect((await api('GET /v1/graph-querymgr/account', nowhere, tenant.token)).body.accounts).toEqual([]);
    expect((await api('GET /v1/graph-querymgr/account', { query: { source: ACCOUNT } }, other.token)).body.accounts).toEqual([]);
  });

  it('gets 422 for invalid dates', async () => {
    const days = (query: object) => api('GET /v1/changes', { query: { resource_type: 'ALL', ...query } as never }, tenant.token);
    expect((await days({ start_date: 'yesterday' })).status).toBe(422);
    expect((await days({ start_date: '2026-02-30', end_date: '2026-03-01' })).status).toBe(422);
    expect((await days({ start_date: '2026-03-02', end_date: '2026-03-01' })).status).toBeLessThan(500);
  });
});

describe('an account that is not connected', () => {
  const shadow = async (token = tenant.token) => (await api('GET /v1/graph-querymgr/shadow-access', {}, token)).body;
  const name = (account_id: string, account_name: string, token = tenant.token) =>
    api('PATCH /v1/tenants/set-shadow-account-name', { body: { account_id, account_name } }, token);

  it('is listed as known while it has a name, and otherwise as unknown', async () => {
    expect((await shadow()).unknown_account).toMatchObject([{ shadow_account_id: SHADOW, account_id: ACCOUNT, name: '' }]);
    expect((await name(SHADOW, ' Partner ')).body).toEqual({ account_id: SHADOW, account_name: 'Partner', error: '' });
    expect(await shadow()).toMatchObject({ unknown_account: [], known_account: [{ shadow_account_id: SHADOW, name: 'Partner' }] });
    await name(SHADOW, '');
    expect((await shadow()).known_account).toEqual([]);
  });

  it('can be named only with the right to change the tenant, and only if the tenant grants it access', async () => {
    const viewer = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:general:read'] });
    expect((await name(SHADOW, 'Mine', viewer)).status).toBe(403);
    expect((await name('000000000000', 'Nobody')).status).toBe(422);
    expect((await name(SHADOW, 'Theirs', other.token)).status).toBe(422);
  });
});

it('the inventory requires the right to read, and shows nothing of other tenants', async () => {
  const tokenWithoutRight = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:alerts:read'] });
  const calls = ['dashboard', 'identity', 'objects', 'networks', 'public-objects', 'shadow-access', 'account'] as const;
  for (const call of calls) {
    expect((await api(`GET /v1/graph-querymgr/${call}`, {}, tokenWithoutRight)).status).toBe(403);
    expect((await api(`GET /v1/graph-querymgr/${call}`)).status).toBe(401);
  }
  expect((await api('GET /v1/graph-querymgr/dashboard', {}, other.token)).body).toMatchObject({ account_count: 0, entity_counts: [] });
});

it('the failures by region add up to the failed objects of all rules', async () => {
  const byRegion = async (token: string, account_id?: string) =>
    (await api('GET /v1/intents/failedCountsByRegion', { query: account_id ? { account_id } : {} }, token)).body;
  const countedByRegion = (account?: string) =>
    until('regions are counted', async () => {
      const answer = await byRegion(tenant.token, account);
      return answer.counted_at === null ? null : answer;
    });
  const { counts } = await countedByRegion();
  // The tenant has one account, so its failures are all failures.
  expect((await countedByRegion(ACCOUNT)).counts).toEqual(counts);
  expect((await byRegion(tenant.token, 'nowhere')).counted_at).toBeNull();
  const { suites } = (await api('GET /v1/intents/suites', {}, tenant.token)).body;
  // A rule in several suites counts once.
  const failedOf = new Map<string, number>();
  for (const { suite_id } of suites) {
    const { rules } = (await api('GET /v1/intents/complianceRules', { query: { suite_id } }, tenant.token)).body;
    for (const { id, failed_count: n } of rules) failedOf.set(id, n);
  }
  const failed = [...failedOf.values()].reduce((sum, n) => sum + n, 0);
  expect(failed).toBeGreaterThan(0);
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(failed);
  expect(counts.map(({ region_info }) => region_info.name)).toContain('Global');
  expect((await byRegion(other.token)).counts).toEqual([]);
  expect((await api('GET /v1/intents/failedCountsByRegion')).status).toBe(401);
});

it('the users of a permission are listed, and unused access is exported as CSV', async () => {
  const query = { name: 's3:GetObject', source: ACCOUNT };
  const { users } = (await api('GET /v1/graph-querymgr/privilege-users', { query }, tenant.token)).body;
  expect(users.map(({ name }) => name)).toEqual(['ada', 'bob']);
  const body = { identity_type: 'UNUSED_ROLE' as const, request_type: 'UNUSED_SUMMARY' as const };
  const file = await api('POST /v1/graph-querymgr/unused-accesses/report', { body }, tenant.token);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(String(file.body).startsWith('\uFEFF"Name","Type"') || String(file.body).startsWith('"Name","Type"')).toBe(true);
});
