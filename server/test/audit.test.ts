import { SECRET_MASK, type Api, type AuditEntry } from '@cam/contracts';
import { api, createTenant, tokenFor, type TestTenant } from './support/client';

let tenant: TestTenant;
beforeEach(async () => {
  tenant = await createTenant();
});

const entries = async (query: Partial<Api['GET /v1/tenants/audit']['query']> = {}): Promise<AuditEntry[]> =>
  (await api('GET /v1/tenants/audit', { query }, tenant.token)).body.entries;

const setFlag = (value: boolean) =>
  api('PATCH /v1/tenants/featureflag/{featureflag}', { path: { featureflag: 'UI_HIDE_CHANGES' }, body: { value } }, tenant.token);

it('the audit log lists actor, time, address, call and values of each change, newest first', async () => {
  await setFlag(true);
  const guardrail = { name: 'Everything', query: 'user with-access any', severity: 'LOW' as const };
  const { monitor_id } = (await api('POST /v1/intents/monitors', { body: guardrail }, tenant.token)).body.monitor;
  await api('PATCH /v1/intents/monitors', { body: { monitor_id, name: 'All' } }, tenant.token);
  const [changed, made, flag, ...others] = await entries();
  expect(others).toEqual([]);
  expect(flag).toMatchObject({
    actor: tenant.adminEmail,
    address: '127.0.0.1',
    call: 'PATCH /v1/tenants/featureflag/{featureflag}',
    summary: 'Set a feature flag of the tenant',
    subject: 'UI_HIDE_CHANGES',
    before: { value: false },
    after: { value: true },
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  expect(made).toMatchObject({ after: guardrail, before: null });
  expect(changed).toMatchObject({ before: [{ monitor_id, name: 'Everything' }], after: [{ monitor_id, name: 'All' }] });
});

it('the audit log holds the values before and after an addition, a change and a removal', async () => {
  await api('PATCH /v1/tenants/featureflag/{featureflag}', { path: { featureflag: 'UI_REPORTS' }, body: { value: true } }, tenant.token);
  const search = { name: 'Admins', folder: 'Weekly', query: 'user with-access any', shared: false };
  const { search_id } = (await api('POST /v1/graph-querymgr/saved-searches', { body: search }, tenant.token)).body;
  const path = { search_id };
  await api('PATCH /v1/graph-querymgr/saved-searches/{search_id}', { path, body: { folder: 'Daily', shared: true } }, tenant.token);
  await api('DELETE /v1/graph-querymgr/saved-searches/{search_id}', { path }, tenant.token);
  const ofSearch = await entries({ search: 'saved-searches' });
  expect(ofSearch.map(({ kind, subject, before, after }) => [kind, subject, before, after])).toEqual([
    ['REMOVED', 'Admins', expect.objectContaining({ search_id, folder: 'Daily', shared: true }), null],
    ['CHANGED', 'Admins', expect.objectContaining({ folder: 'Weekly', shared: false }), expect.objectContaining({ folder: 'Daily', shared: true })],
    ['ADDED', 'Admins', null, expect.objectContaining({ ...search, owner: tenant.adminEmail })],
  ]);

  const body = { name: 'Admins today', type: 'REPORT_TYPE_ACCESS' as const, criteria: { query: 'user' } };
  const { report_id } = (await api('POST /v1/reports', { body }, tenant.token)).body.report;
  await api('PATCH /v1/reports/{report_id}', { path: { report_id }, body: { name: 'Admins of today' } }, tenant.token);
  await api('DELETE /v1/reports', { query: { report_ids: [report_id] } }, tenant.token);
  const ofReport = (await entries({ search: 'report' })).filter(({ call }) => call.includes('/v1/reports'));
  expect(ofReport.map(({ kind, before, after }) => [kind, before, after])).toEqual([
    ['REMOVED', [expect.objectContaining({ report_id, name: 'Admins of today' })], null],
    ['CHANGED', { report_id, name: 'Admins today' }, { report_id, name: 'Admins of today' }],
    ['ADDED', null, expect.objectContaining({ report_id, name: 'Admins today' })],
  ]);
});

it('the audit log finds a change by its values before and after', async () => {
  await api('PATCH /v1/tenants', { body: { tenant: { address: 'Harbour Street 1' } } }, tenant.token);
  await api('PATCH /v1/tenants', { body: { tenant: { address: 'Hill Street 2' } } }, tenant.token);
  expect((await entries({ search: 'harbour' })).map(({ after }) => after)).toEqual([
    expect.objectContaining({ address: 'Hill Street 2' }),
    expect.objectContaining({ address: 'Harbour Street 1' }),
  ]);
});

it('the audit log holds no secrets', async () => {
  const hook = 'https://203.0.113.7/services/T0/very-secret';
  const settings = { email: [], slack_url: [hook], syslog: [] };
  await api('PUT /v1/tenants/notification/{severity}', { path: { severity: 'HIGH' }, body: { notification_info: settings } }, tenant.token);
  const user = { email: tenant.adminEmail };
  const passwords = { old_password: tenant.adminPassword, new_password: 'Another-right-2' };
  expect((await api('PATCH /v1/tenants/users', { body: { user, ...passwords } }, tenant.token)).status).toBe(200);
  const found = await entries();
  expect(found).toHaveLength(2);
  expect(found[0]?.after).toMatchObject({ email: tenant.adminEmail, new_password: SECRET_MASK });
  const text = JSON.stringify(found);
  for (const secret of ['very-secret', tenant.adminPassword, 'Another-right-2']) expect(text).not.toContain(secret);
});

it('the audit log omits refused calls and calls that change nothing', async () => {
  const reader = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:general:read'] });
  await api('PATCH /v1/tenants/featureflag/{featureflag}', { path: { featureflag: 'UI_HIDE_CHANGES' }, body: { value: true } }, reader);
  await api('PATCH /v1/tenants/featureflag/{featureflag}', { path: { featureflag: 'UI_NO_SUCH' }, body: { value: true } }, tenant.token);
  await api('POST /v1/graph-querymgr/autocomplete-user', { body: { input: 'user' } }, tenant.token);
  expect(await entries()).toEqual([]);
});

it('the audit log can be searched, filtered by day and read page by page', async () => {
  for (const value of [true, false, true]) await setFlag(value);
  const today = new Date().toISOString().slice(0, 10);
  expect(await entries({ search: 'hide_changes' })).toHaveLength(3);
  expect(await entries({ search: tenant.adminEmail.toUpperCase() })).toHaveLength(3);
  expect(await entries({ search: "nothing of this' or 1=1 --" })).toEqual([]);
  expect(await entries({ start_date: today, end_date: today })).toHaveLength(3);
  expect(await entries({ end_date: '2020-01-01' })).toEqual([]);
  const { body } = await api('GET /v1/tenants/audit', { query: { offset: 2, limit: 2 } }, tenant.token);
  expect([body.entries.length, body.found_count]).toEqual([1, 3]);
});

it('the audit log is visible only to administrators of its own tenant', async () => {
  await setFlag(true);
  const reader = await tokenFor({
    tenant: tenant.tenantId,
    scopes: ['cam:general:read', 'cam:account:write', 'cam:alerts:write', 'cam:guardrail:write'],
  });
  expect((await api('GET /v1/tenants/audit', {}, reader)).status).toBe(403);
  expect((await api('GET /v1/tenants/audit')).status).toBe(401);
  const other = await createTenant();
  expect((await api('GET /v1/tenants/audit', {}, other.token)).body).toEqual({ entries: [], found_count: 0 });
});
