import type { Api } from '@cam/contracts';
import { ACCOUNT, allow, arn, dump, group, managedPolicy, policyDocument, user, type AccountInput, type UserInput } from './support/aws-account';
import { importAccount, zipOf } from './support/bundle';
import { api, createTenant, tokenFor, type TestTenant } from './support/client';
import { until } from './support/until';

let tenant: TestTenant;
const changes = async (query: Partial<Api['GET /v1/changes']['query']> = {}, token = tenant.token) => api('GET /v1/changes', { query }, token);
const summaries = async (query: Partial<Api['GET /v1/changes']['query']> = {}) =>
  (await changes(query)).body.change_info_list.map(({ summary }) => summary).sort();

const READ = managedPolicy('Read', policyDocument(allow('s3:GetObject')));
const WRITE = managedPolicy('Read', policyDocument(allow('s3:PutObject')));
const DAYS: [string, AccountInput][] = [
  ['2026-01-10', { users: [user('ada', { managed: ['Read'] }), user('bob')], groups: [group('staff', [])], policies: [READ] }],
  ['2026-01-11', { users: [user('ada', { managed: ['Read'], groups: ['staff'] }), user('bob')], groups: [group('staff', [])], policies: [READ] }],
  ['2026-01-12', { users: [user('ada', { managed: ['Read'] }), user('cleo')], groups: [group('staff', [])], policies: [WRITE] }],
];

beforeAll(async () => {
  tenant = await createTenant();
  for (const [day, account] of DAYS) await importAccount(tenant.token, dump(account), { taken_at: `${day}T12:00:00Z` });
}, 180_000);

describe('the changes of a tenant', () => {
  it('list what each snapshot after the first one added, removed and modified, with its day', async () => {
    expect(await summaries({ end_date: '2026-01-10' })).toEqual([]);
    expect(await summaries({ start_date: '2026-01-11', end_date: '2026-01-11' })).toEqual(['ada is a member of staff.']);
    const second = await summaries({ start_date: '2026-01-12' });
    expect(second).toEqual(expect.arrayContaining(['ada is no longer a member of staff.', 'bob was removed.', 'cleo was added.']));
    const [joined] = (await changes({ end_date: '2026-01-11' })).body.change_info_list;
    expect(joined).toMatchObject({ type: 'EDGE_ADD', change_time: '2026-01-11T12:00:00.000Z', name: 'ada', resource_type: 'USER', before: null });
  });

  it('include a policy whose document changed', async () => {
    const { body } = await changes({ 'table_options.search_filter': 'another version' });
    expect(body.change_info_list).toEqual([]);
    expect(await summaries({ start_date: '2026-01-12', resource_type: 'EDGE_MODIFY' })).toContain('ada has a new version of the policy Read.');
  });

  it("give users with the right access to a policy's documents before and after", async () => {
    const { body } = await changes({ start_date: '2026-01-12', resource_type: 'EDGE_MODIFY' });
    const changed = body.change_info_list.find(({ summary }) => summary.startsWith('ada has a new version'));
    const query = { before: String(changed?.before?.document), after: String(changed?.after?.document) };
    const documents = async (token: string, documentIds: Partial<typeof query> = query) =>
      api('GET /v1/changes/documents', { query: documentIds }, token);
    const { before, after } = (await documents(tenant.token)).body;
    expect([before, after].map((text) => JSON.parse(text ?? '').Statement[0].Action)).toEqual(['s3:GetObject', 's3:PutObject']);
    expect((await documents(tenant.token, { after: query.after })).body).toEqual({ before: null, after });
    expect((await documents((await createTenant()).token)).body).toEqual({ before: null, after: null });
    expect((await documents(await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:alerts:read'] }))).status).toBe(403);
  });

  it('are counted by type, with the total first, and paged, sorted and searched by the server', async () => {
    const { body } = await changes({ 'table_options.page_size': 2, 'table_options.sorted_field': 'name', 'table_options.sorted_asc': true });
    const [all, ...types] = body.change_count_list;
    expect(all).toEqual({ type: 'ALL', count: types.reduce((sum, { count }) => sum + count, 0) });
    expect(types.map(({ type }) => type)).toEqual(expect.arrayContaining(['EDGE_ADD', 'EDGE_DEL', 'NODE_ADD', 'NODE_DEL']));
    expect([body.change_info_list.length, body.pages_count]).toEqual([2, Math.ceil((all?.count ?? 0) / 2)]);
    expect(body.total_count.total_count).toBe(all?.count);
    expect(body.change_info_list[0]?.name).toBe('ada');
    expect(await summaries({ 'table_options.search_filter': 'CLEO', resource_type: 'NODE_ADD' })).toEqual(['cleo was added.']);
    const counts = await api('GET /v1/changes/count', {}, tenant.token);
    expect(counts.body.change_count_list).toEqual(body.change_count_list);
  });

  it('can be filtered to entities with open alerts, and are then counted by severity', async () => {
    const created = await api('POST /v1/intents/monitors', { body: { name: 'Cleo', query: 'user cleo', severity: 'HIGH' } }, tenant.token);
    const { monitor_id } = created.body.monitor;
    await api('PATCH /v1/intents/monitors', { body: { monitor_ids: [monitor_id], alerts_enabled: true } }, tenant.token);
    const raised = async () => (await api('GET /v1/intents/alerts', { query: { monitor_id } }, tenant.token)).body.found_count;
    await until('an alert is raised', async () => (await raised()) > 0);
    expect(await summaries({ alerts_only: true, resource_type: 'NODE_ADD' })).toEqual(['cleo was added.']);
    const { total_count: total } = (await changes({ resource_type: 'NODE_ADD' })).body;
    expect(total).toEqual({ high_count: 1, medium_count: 0, low_count: 0, total_count: 1 });
  });

  it('can be filtered to those that widen access, in the list and in the counts', async () => {
    expect(await summaries({ end_date: '2026-01-11', widened_access: true })).toEqual(['ada is a member of staff.']);
    const widened = await summaries({ start_date: '2026-01-12', widened_access: true });
    expect(widened).not.toContain('ada is no longer a member of staff.');
    expect(widened).not.toContain('bob was removed.');
    const { total_count: total } = (await changes({ widened_access: true })).body;
    expect(total.total_count).toBe(widened.length + 1);
    const counts = await api('GET /v1/changes/count', { query: { widened_access: true } }, tenant.token);
    expect(counts.body.change_count_list[0]).toEqual({ type: 'ALL', count: total.total_count });
  });

  it('reject invalid dates and ranges that end before they start, with advice', async () => {
    const noDay = await changes({ start_date: '2026-02-30' });
    expect([noDay.status, noDay.error.user_message]).toEqual([
      422,
      'Please check "start_date": it must be a day of the calendar, such as 2026-01-31.',
    ]);
    const backwards = await changes({ start_date: '2026-02-02', end_date: '2026-01-01' });
    expect([backwards.status, backwards.error.user_message]).toEqual([422, 'The range ends before it starts. Choose a later end date.']);
  });

  it('are invisible to other tenants and to users without the right to read', async () => {
    const otherTenant = await createTenant();
    expect((await changes({}, otherTenant.token)).body.change_count_list).toEqual([{ type: 'ALL', count: 0 }]);
    const reader = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:alerts:read'] });
    expect((await changes({}, reader)).status).toBe(403);
  });
});

it('a change names its author if a log records it', async () => {
  const { token } = await createTenant();
  const call = (eventName: string, by: string, hour: number, requestParameters: object) => ({
    eventID: `${eventName}-${hour}`,
    eventTime: `2026-01-11T${hour}:00:00Z`,
    eventSource: 'iam.amazonaws.com',
    eventName,
    recipientAccountId: ACCOUNT,
    requestParameters,
    userIdentity: { type: 'IAMUser', arn: arn('user', by), accountId: ACCOUNT },
  });
  const log = {
    Records: [
      call('AddUserToGroup', 'bob', 10, { userName: 'ada', groupName: 'staff' }),
      call('GetUser', 'eve', 10, { userName: 'ada' }),
      call('AddUserToGroup', 'eve', 13, { userName: 'ada', groupName: 'staff' }),
      call('AttachUserPolicy', 'bob', 11, { userName: 'ada', policyArn: arn('policy', 'Read') }),
    ],
  };
  const account = (ada: UserInput) => dump({ users: [user('ada', ada), user('bob')], groups: [group('staff', [])], policies: [READ] });
  await importAccount(token, account({}), { taken_at: '2026-01-10T12:00:00Z' });
  const second = { 'iam/get-account-authorization-details.json': account({ groups: ['staff'], managed: ['Read'] }), 'cloudtrail/log.json': log };
  await importAccount(token, await zipOf(second), { taken_at: '2026-01-11T12:00:00Z' });
  const listed = (await changes({ resource_type: 'EDGE_ADD' }, token)).body.change_info_list;
  const makers = (summary: RegExp) =>
    listed.find(({ summary: words }) => summary.test(words))?.made_by.map(({ event_name, name, time }) => [event_name, name, time]);
  expect(makers(/ada is a member of staff/)).toEqual([['AddUserToGroup', 'bob', '2026-01-11T10:00:00.000Z']]);
});
