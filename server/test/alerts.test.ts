import type { AlertInfo, Api, Monitor } from '@cam/contracts';
import { allow, dump, policyDocument, user } from './support/aws-account';
import { importAccount, zipOf } from './support/bundle';
import { api, createTenant, tokenFor, type TestTenant } from './support/client';
import { until } from './support/until';

const READS = policyDocument(allow('s3:GetObject', 'arn:aws:s3:::payroll/*'));
const QUERY = 'user with-access object_store payroll for read';

let tenant: TestTenant;
beforeEach(async () => {
  tenant = await createTenant();
});

/** Imports a snapshot in which `readers` read the bucket and `others` do not. */
async function snapshot(readers: string[], others: string[] = []): Promise<void> {
  const users = [...readers.map((name) => user(name, { inline: { reads: READS } })), ...others.map((name) => user(name))];
  const files = { 'iam/get-account-authorization-details.json': dump({ users }), 's3/list-buckets.json': { Buckets: [{ Name: 'payroll' }] } };
  await importAccount(tenant.token, await zipOf(files));
}

const monitors = async (): Promise<Monitor[]> => (await api('GET /v1/intents/monitors', {}, tenant.token)).body.monitor_info_list;

/** Runs an action, and waits until the guardrail has been evaluated again. */
async function untilEvaluatedAgain(monitorId: string, act: () => Promise<unknown>): Promise<void> {
  const at = async (): Promise<string | null> => (await monitors()).find(({ monitor_id: id }) => id === monitorId)?.evaluated_at ?? null;
  const before = await at();
  await act();
  await until('the guardrail was evaluated again', async () => (await at()) !== before);
}

async function guardrail(body: Partial<Api['POST /v1/intents/monitors']['body']> = {}): Promise<string> {
  const created = await api('POST /v1/intents/monitors', { body: { name: 'Payroll', query: QUERY, severity: 'HIGH', ...body } }, tenant.token);
  const { monitor_id: id } = created.body.monitor;
  await untilEvaluatedAgain(id, () => api('PATCH /v1/intents/monitors', { body: { monitor_ids: [id], alerts_enabled: true } }, tenant.token));
  return id;
}

const list = async (query: Partial<Api['GET /v1/intents/alerts']['query']> = {}, token = tenant.token) =>
  (await api('GET /v1/intents/alerts', { query }, token)).body;
const alertsOf = async (monitor_id: string, show: 'ALERT_ALL' | 'ALERT_NOT_DISMISSED' = 'ALERT_NOT_DISMISSED') =>
  (await list({ monitor_id, show })).alert_info_list;
const names = (alerts: AlertInfo[]): string[] => alerts.map(({ object_name: name }) => name).sort();
const set = (alert_id: string, status: AlertInfo['status'], token = tenant.token) =>
  api('PATCH /v1/intents/alerts', { body: { update_alert_info_list: [{ alert_id, status }] } }, token);

describe('a guardrail', () => {
  it('raises one alert per identity after each snapshot, and closes alerts without findings', async () => {
    await snapshot(['ada'], ['bob']);
    const id = await guardrail();
    const [first] = await alertsOf(id);
    expect(first).toMatchObject({ object_name: 'ada', severity: 'HIGH', status: 'ALERT_STATUS_NEW', monitor_name: 'Payroll', reached_count: 1 });
    const reached = await api('GET /v1/intents/alertobjects', { query: { alert_id: first?.alert_id ?? '' } }, tenant.token);
    expect(reached.body).toMatchObject({ found_count: 1, objects: [{ object_name: 'payroll', actions_str: 'R--' }] });

    await untilEvaluatedAgain(id, () => snapshot(['ada', 'bob']));
    expect(names(await alertsOf(id))).toEqual(['ada', 'bob']);
    expect((await alertsOf(id)).find(({ object_name: name }) => name === 'ada')?.alert_id).toBe(first?.alert_id);
    expect((await list({ monitor_id: id })).totals).toMatchObject({ high_count: 2, total_count: 2, open_count: 2 });
    expect((await monitors()).find(({ monitor_id }) => monitor_id === id)).toMatchObject({ failed_count: 2, evaluation_note: null });

    await untilEvaluatedAgain(id, () => snapshot(['bob'], ['ada']));
    expect(names(await alertsOf(id))).toEqual(['bob']);
    expect((await alertsOf(id, 'ALERT_ALL')).find(({ object_name: name }) => name === 'ada')).toMatchObject({
      status: 'ALERT_STATUS_CLOSE',
      status_changed_by: null,
    });

    await untilEvaluatedAgain(id, () => snapshot(['bob', 'ada']));
    const all = await alertsOf(id, 'ALERT_ALL');
    expect(names(all)).toEqual(['ada', 'ada', 'bob']);
    // A second evaluation of the same snapshot raises no new alert.
    const again = { monitor_id: id, query: QUERY.replace(' ', '  ') };
    await untilEvaluatedAgain(id, () => api('PATCH /v1/intents/monitors', { body: again }, tenant.token));
    expect(await alertsOf(id, 'ALERT_ALL')).toEqual(all);
  });

  it('raises no alert for new users if the creation of identities is suppressed', async () => {
    await snapshot(['ada'], ['bob']);
    const id = await guardrail({ suppression_create: 'ALERT_SUPPRESSION_IDENTITY' });
    await untilEvaluatedAgain(id, () => snapshot(['ada', 'bob', 'eve']));
    expect(names(await alertsOf(id))).toEqual(['ada', 'bob']);
    await untilEvaluatedAgain(id, () => snapshot(['ada', 'bob', 'eve'], ['fay']));
    expect(names(await alertsOf(id, 'ALERT_ALL'))).toEqual(['ada', 'bob']);
  });

  it('keeps its alerts after unrelated snapshots, and closes them once a snapshot removes the finding', async () => {
    await snapshot(['ada']);
    const id = await guardrail({ query: 'object_store payroll' });
    const [first] = await alertsOf(id);
    expect(first).toMatchObject({ object_name: 'payroll', object_type: 'OBJECT_STORE' });
    await untilEvaluatedAgain(id, () => snapshot(['ada', 'bob']));
    expect(await alertsOf(id, 'ALERT_ALL')).toMatchObject([{ alert_id: first?.alert_id, status: 'ALERT_STATUS_NEW' }]);
    const empty = await zipOf({
      'iam/get-account-authorization-details.json': dump({ users: [user('ada')] }),
      's3/list-buckets.json': { Buckets: [] },
    });
    await untilEvaluatedAgain(id, () => importAccount(tenant.token, empty));
    expect(await alertsOf(id, 'ALERT_ALL')).toMatchObject([{ alert_id: first?.alert_id, status: 'ALERT_STATUS_CLOSE' }]);
  });

  it('closes its alerts when its query is changed to one without results', async () => {
    await snapshot(['ada']);
    const id = await guardrail();
    await untilEvaluatedAgain(id, () =>
      api('PATCH /v1/intents/monitors', { body: { monitor_id: id, query: 'user with-access object_store payroll for write' } }, tenant.token),
    );
    expect(await alertsOf(id)).toEqual([]);
  });
});

describe('an alert', () => {
  it('can be opened, dismissed, kept and remediated, and records the user of each step', async () => {
    await snapshot(['ada']);
    const id = await guardrail();
    const alert_id = (await alertsOf(id))[0]?.alert_id ?? '';
    const by = { status_changed_by: tenant.adminEmail };
    expect((await set(alert_id, 'ALERT_STATUS_OPEN')).body.alert_info_list).toMatchObject([{ status: 'ALERT_STATUS_OPEN', ...by }]);
    expect((await set(alert_id, 'ALERT_STATUS_IGNORE')).body.alert_info_list).toMatchObject([{ status: 'ALERT_STATUS_IGNORE', ...by }]);
    expect((await api('GET /v1/tenants/audit', {}, tenant.token)).body.entries[0]).toMatchObject({
      actor: tenant.adminEmail,
      before: [{ alert_id, monitor_name: 'Payroll', object_name: 'ada', status: 'ALERT_STATUS_OPEN' }],
      after: [{ alert_id, status: 'ALERT_STATUS_IGNORE' }],
    });
    expect(await alertsOf(id)).toEqual([]);
    expect((await api('GET /v2/alerts/count', {}, tenant.token)).body).toEqual({ highCount: 0, mediumCount: 0, lowCount: 0 });
    const refused = await set(alert_id, 'ALERT_STATUS_CLOSE');
    expect([refused.status, refused.error.user_message]).toEqual([409, 'Only an open alert can be remediated. Keep a dismissed one first.']);
    expect((await api('GET /v2/alerts', { query: { referenceId: id, show: 'ALERT_DISMISSED' } }, tenant.token)).body).toMatchObject([
      { id: alert_id, dismissedBy: tenant.adminEmail, dismissedTime: expect.any(String), objectName: 'ada' },
    ]);

    const kept = await api('PATCH /v1/intents/keepAlert', { body: { items: [alert_id], monitor_id: id } }, tenant.token);
    expect(kept.body.alert_info_list).toMatchObject([{ status: 'ALERT_STATUS_OPEN' }]);
    expect((await api('POST /v2/alerts/{id}/remediate', { path: { id: alert_id }, body: {} }, tenant.token)).status).toBe(204);
    expect(await alertsOf(id)).toMatchObject([{ status: 'ALERT_STATUS_OPEN', remediated_by: tenant.adminEmail }]);
    await untilEvaluatedAgain(id, () => snapshot(['ada'], ['bob']));
    expect(await alertsOf(id)).toMatchObject([{ status: 'ALERT_STATUS_OPEN', remediated_by: null }]);
    await set(alert_id, 'ALERT_STATUS_CLOSE');
    // A snapshot without any change also shows that the alert was not remediated.
    await snapshot(['ada'], ['bob']);
    await until('the alert is no longer marked as remediated', async () => (await alertsOf(id))[0]?.remediated_by === null);
    // It says which snapshot found it again, and keeps who remediated it.
    const events = (await alertsOf(id))[0]?.history ?? [];
    expect(events.slice(-2)).toMatchObject([
      { what: 'REMEDIATED', by: tenant.adminEmail },
      { what: 'FOUND_AGAIN', by: null, snapshot_time: expect.stringMatching(/^\d{4}-/) },
    ]);
    await set(alert_id, 'ALERT_STATUS_CLOSE');
    await untilEvaluatedAgain(id, () => snapshot([], ['ada']));
    expect(await alertsOf(id, 'ALERT_ALL')).toMatchObject([{ status: 'ALERT_STATUS_CLOSE', remediated_by: tenant.adminEmail }]);
    expect((await set(alert_id, 'ALERT_STATUS_OPEN')).status).toBe(409);
  });

  it('shows a graph of the access paths to its finding', async () => {
    await snapshot(['ada']);
    const id = await guardrail();
    const alert_id = (await alertsOf(id))[0]?.alert_id ?? '';
    const [plain] = (await list({ alert_id })).alert_info_list;
    expect([plain?.result_graph, plain?.edge_id_list]).toEqual([null, []]);
    const [drawn] = (await list({ alert_id, result_graph: true })).alert_info_list;
    const { nodes = [], links = [], paths = [], left } = drawn?.result_graph ?? {};
    expect(nodes.map(({ type, name }) => `${type} ${name}`)).toEqual(['USER ada', expect.stringContaining('POLICY'), 'OBJECT_STORE payroll']);
    expect([paths.length, left]).toEqual([1, 0]);
    expect(drawn?.edge_id_list).toEqual(links.map(({ id: link }) => link));
    const ends = paths[0]?.map((link) => links.find(({ id: each }) => each === link));
    expect([ends?.[0]?.from, ends?.at(-1)?.to]).toEqual([nodes[0]?.id, nodes.at(-1)?.id]);
  });

  it('can be raised manually for an entity, closes when remediated, and can then be deleted', async () => {
    await snapshot(['ada']);
    const guardrailAlert = (await alertsOf(await guardrail()))[0];
    const raise = (body: Partial<Api['POST /v1/intents/alerts']['body']> = {}, token = tenant.token) =>
      api(
        'POST /v1/intents/alerts',
        { body: { monitor_name: 'Seen in the canteen', severity: 'LOW', object_uri: guardrailAlert?.object_uri ?? '', ...body } },
        token,
      );
    const notification_info = { email: ['ops@company.example'], slack_url: [], syslog: [] };
    await api('PUT /v1/tenants/notification/{severity}', { path: { severity: 'LOW' }, body: { notification_info } }, tenant.token);
    const raised = await raise({ reasons: ['Her badge lay there.'] });
    expect([raised.status, raised.body.alert_info_list]).toMatchObject([
      201,
      [
        {
          alert_type: 'ALERT_TYPE_NONE',
          status: 'ALERT_STATUS_NEW',
          object_name: 'ada',
          monitor_name: 'Seen in the canteen',
          reasons: ['Her badge lay there.'],
        },
      ],
    ]);
    const alert_id = raised.body.alert_info_list[0]?.alert_id ?? '';
    expect((await api('GET /v2/alerts/count', {}, tenant.token)).body).toMatchObject({ lowCount: 1 });
    // Notification does not wait for the next snapshot; here no mail server is set up.
    const deliveries = async () =>
      (await api('GET /v1/tenants/notification/deliveries', { query: { severity: 'LOW' } }, tenant.token)).body.deliveries;
    await until('a delivery is queued', async () => (await deliveries()).length > 0);
    expect(await deliveries()).toMatchObject([{ method: 'EMAIL', target: 'ops@company.example', alerts_count: 1 }]);
    const unknown = await raise({ object_uri: `${guardrailAlert?.object_uri}x` });
    expect([unknown.status, unknown.error.code]).toEqual([422, 'NOT_IN_THE_GRAPH']);
    expect((await raise({ monitor_name: ' x ' })).status).toBe(422);

    const remove = (ids: string[], token = tenant.token) => api('DELETE /v1/intents/alerts', { query: { alert_id: ids } }, token);
    expect((await remove([alert_id])).status).toBe(409);
    expect((await set(alert_id, 'ALERT_STATUS_CLOSE')).body.alert_info_list).toMatchObject([{ status: 'ALERT_STATUS_CLOSE' }]);
    // A call changes all alerts or none.
    expect((await remove([alert_id, guardrailAlert?.alert_id ?? ''])).status).toBe(409);
    const reader = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:alerts:read'] });
    expect([(await raise({}, reader)).status, (await remove([alert_id], reader)).status]).toEqual([403, 403]);
    expect((await remove([alert_id], (await createTenant()).token)).status).toBe(404);
    expect((await remove([alert_id])).status).toBe(200);
    expect((await remove([alert_id])).status).toBe(404);
  });

  it('is changed together with all alerts of a call, or not at all', async () => {
    await snapshot(['ada', 'bob']);
    const id = await guardrail();
    const [first, second] = await alertsOf(id);
    const items = [first?.alert_id ?? '', 'no-such-alert'];
    expect((await api('PATCH /v1/intents/dismissAlert', { body: { items } }, tenant.token)).status).toBe(404);
    expect(names(await alertsOf(id))).toEqual(['ada', 'bob']);
    const both = { items: [first?.object_uri ?? '', second?.object_uri ?? ''], monitor_id: id };
    expect((await api('PATCH /v1/intents/dismissAlert', { body: both }, tenant.token)).body.alert_info_list).toHaveLength(2);
    expect(await alertsOf(id)).toEqual([]);
  });

  it('is listed by severity, time, entity and search text, page by page', async () => {
    await snapshot(['ada', 'bob', 'cleo']);
    const id = await guardrail({ severity: 'LOW' });
    const found = async (query: Parameters<typeof list>[0]) => names((await list({ monitor_id: id, ...query })).alert_info_list);
    expect(await found({ severity: 'HIGH' })).toEqual([]);
    expect(await found({ severity: 'LOW', time: '1d', search: 'LEO' })).toEqual(['cleo']);
    const page = await list({ monitor_id: id, limit: 2, offset: 2 });
    expect([page.alert_info_list.length, page.pages_count, page.found_count]).toEqual([1, 2, 3]);
    const [one] = (await list({ monitor_id: id, search: 'cleo' })).alert_info_list;
    expect(await found({ object_uri: one?.object_uri ?? '' })).toEqual(['cleo']);
    const [reached] = (await api('GET /v1/intents/alertobjects', { query: { alert_id: one?.alert_id ?? '' } }, tenant.token)).body.objects;
    expect((await found({ object_uri: reached?.object_uri ?? '' })).sort()).toEqual(['ada', 'bob', 'cleo']);
    const summary = await api('GET /v2/alerts/summary', { query: { type: 'PER_REFERENCE' } }, tenant.token);
    expect(summary.body).toContainEqual({ type: 'REFERENCE_TYPE_GUARDRAIL', id, count: 3 });
  });

  it('is invisible to other tenants, and can be changed only with the right to write alerts', async () => {
    await snapshot(['ada']);
    const id = await guardrail();
    const alert_id = (await alertsOf(id))[0]?.alert_id ?? '';
    const otherTenant = await createTenant();
    expect((await api('GET /v1/intents/alerts', { query: { alert_id } }, otherTenant.token)).status).toBe(404);
    expect((await set(alert_id, 'ALERT_STATUS_IGNORE', otherTenant.token)).status).toBe(404);
    const reader = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:alerts:read'] });
    expect((await list({ monitor_id: id }, reader)).alert_info_list).toHaveLength(1);
    expect((await set(alert_id, 'ALERT_STATUS_IGNORE', reader)).status).toBe(403);
  });
});

describe('built-in guardrails', () => {
  it('exist once a source is imported, have valid queries, and allow no change of their fields', async () => {
    expect(await monitors()).toEqual([]);
    await snapshot(['ada']);
    await until('a guardrail was evaluated', async () => (await monitors()).some(({ evaluated_at: at }) => at !== null));
    const id = await guardrail();
    const built = (await monitors()).filter(({ auto_create: builtIn }) => builtIn);
    expect(built.length).toBeGreaterThanOrEqual(60);
    expect(built.filter(({ alerts_enabled: on, evaluated_at: at }) => on && at === null)).toEqual([]);
    expect(built.filter(({ evaluation_note: note }) => note !== null)).toEqual([]);
    const folders = await api('GET /v2/guardrails', { query: { 'compliance-id': 'Data Access' } }, tenant.token);
    expect(folders.body.every(({ builtIn }) => builtIn)).toBe(true);
    expect(folders.body.map(({ id: each }) => each)).not.toContain(id);
    const [one] = built;
    const refused = await api('PATCH /v1/intents/monitors', { body: { monitor_id: one?.monitor_id, name: 'Mine' } }, tenant.token);
    expect(refused.status).toBe(409);
    const notify = { email: ['ops@company.example'], slack_url: [], syslog: [], min_risk: 75, at_once: false };
    const allowed = await api('PATCH /v1/intents/monitors', { body: { monitor_id: one?.monitor_id, notify } }, tenant.token);
    expect(allowed.body.monitor_info_list).toMatchObject([{ name: one?.name, notify }]);
  });
});
