import { randomUUID } from 'node:crypto';
import type { Api, Monitor } from '@cam/contracts';
import { api, createTenant, tokenFor, type TestTenant } from './support/client';

type NewMonitor = Api['POST /v1/intents/monitors']['body'];

const QUERY = 'user with-access any for admin';
const create = (token: string, body: Partial<NewMonitor> = {}) =>
  api('POST /v1/intents/monitors', { body: { name: 'Administrators', query: QUERY, severity: 'HIGH', ...body } }, token);
const change = (token: string, body: Api['PATCH /v1/intents/monitors']['body']) => api('PATCH /v1/intents/monitors', { body }, token);
const remove = (token: string, ...monitor_id: string[]) => api('DELETE /v1/intents/monitors', { query: { monitor_id } }, token);
const list = async (token: string, query = {}): Promise<Monitor[]> =>
  (await api('GET /v1/intents/monitors', { query }, token)).body.monitor_info_list;
const counts = async (token: string) => (await api('GET /v1/intents/monitorscount', {}, token)).body;

let tenant: TestTenant;
beforeEach(async () => {
  tenant = await createTenant();
});

async function created(body: Partial<NewMonitor> = {}): Promise<Monitor> {
  const answer = await create(tenant.token, body);
  expect([answer.status, answer.error.user_message]).toEqual([201, undefined]);
  return answer.body.monitor;
}

describe('a new guardrail', () => {
  it('is stored with defaults and its real author, even if the body names another', async () => {
    const monitor = await created({ name: '  Administrators ', user_id: 'somebody@else.example' } as Partial<NewMonitor>);
    expect(monitor).toEqual({
      monitor_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Administrators',
      severity: 'HIGH',
      query: QUERY,
      description: expect.stringMatching(/\w+ \w+/),
      label: 'Custom',
      category: [],
      remediation: '',
      audit: '',
      suppression_create: 'ALERT_SUPPRESSION_NONE',
      suppression_delete: 'ALERT_SUPPRESSION_BOTH',
      auto_create: false,
      last_alert_date: null,
      create_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      failed_count: 0,
      user_id: tenant.adminEmail,
      alerts_enabled: false,
      alerts_since: null,
      notify: { email: [], slack_url: [], syslog: [], min_risk: null, at_once: false },
      version: 1,
      changed_by: tenant.adminEmail,
      evaluated_at: null,
      evaluation_note: null,
    });
    expect(await list(tenant.token)).toEqual([monitor]);
  });

  it('stores every field of the form', async () => {
    const fields = {
      description: 'Who holds the keys',
      label: 'Mine',
      category: ['Privileged Access', 'Ours'],
      remediation: 'Take them away',
      audit: 'CIS 1.16',
      suppression_create: 'ALERT_SUPPRESSION_IDENTITY',
      suppression_delete: 'ALERT_SUPPRESSION_OBJECT',
    } as const;
    await created({ ...fields, category: [...fields.category] });
    expect(await list(tenant.token)).toMatchObject([fields]);
  });

  it("is rejected with the form's message for each invalid field", async () => {
    const long = 'x'.repeat(10_001);
    const answer = await create(tenant.token, { name: ' a', query: 'us', remediation: long, audit: long });
    expect(answer.status).toBe(422);
    expect(answer.error.user_message).toBe('Name should be at least 3 chars');
    expect(answer.error.details).toEqual({
      fields: [
        { in: 'body', field: 'name', message: 'Name should be at least 3 chars' },
        { in: 'body', field: 'query', message: 'Query should be at least 3 chars' },
        { in: 'body', field: 'remediation', message: 'Remediation must be less than 10 000 characters.' },
        { in: 'body', field: 'audit', message: 'Audit must be less than 10 000 characters.' },
      ],
    });
    expect(await list(tenant.token)).toEqual([]);
  });

  it('is rejected with the error position and the expected words if its query is invalid', async () => {
    const wrong = await create(tenant.token, { query: 'user with-access banana' });
    expect(wrong.status).toBe(422);
    expect(wrong.error.details).toMatchObject({ position: 17, expected: expect.arrayContaining(['any']) });
    const unfinished = await create(tenant.token, { query: 'user with-access' });
    expect([unfinished.status, await list(tenant.token)]).toEqual([422, []]);
  });

  it('is rejected if a value or a field is not in the contract', async () => {
    expect((await create(tenant.token, { severity: 'URGENT' as never })).error.code).toBe('INVALID_INPUT');
    expect((await create(tenant.token, { auto_create: true } as never)).status).toBe(422);
  });
});

describe('the notifications of a guardrail', () => {
  const OWN = { email: ['ops@company.example'], slack_url: [], syslog: [{ endpoint: '203.0.113.9:514', network: 'tcp' as const }] };

  it('are stored without blanks and duplicates, and a new guardrail can raise alerts at once', async () => {
    const email = [' ops@company.example', 'OPS@company.example '];
    const monitor = await created({ alerts_enabled: true, notify: { ...OWN, email, min_risk: 60, at_once: true } });
    expect(monitor).toMatchObject({ alerts_enabled: true, notify: { ...OWN, email: ['OPS@company.example'], min_risk: 60, at_once: true } });
    expect(Date.now() - Date.parse(monitor.alerts_since ?? '')).toBeLessThan(600_000);
    expect(await counts(tenant.token)).toEqual({ total: 1, active: 1 });
  });

  it('change alone, and the time of alerting stays until alerting is disabled', async () => {
    const { monitor_id, notify } = await created();
    const changed = async (body: Api['PATCH /v1/intents/monitors']['body']) => (await change(tenant.token, body)).body.monitor_info_list[0];
    const enabled = await changed({ monitor_ids: [monitor_id], alerts_enabled: true });
    expect(enabled?.alerts_since).not.toBeNull();
    const again = await changed({ monitor_id, alerts_enabled: true, notify: { ...notify, min_risk: 40 } });
    expect(again).toMatchObject({ alerts_since: enabled?.alerts_since, notify: { min_risk: 40 }, name: 'Administrators' });
    expect(await changed({ monitor_id, alerts_enabled: false })).toMatchObject({ alerts_since: null, notify: { min_risk: 40 } });
  });

  it("are rejected with a message for each entry that the tenant's settings would not accept either", async () => {
    const notify = { email: ['good@company.example', 'bad'], slack_url: ['https://127.0.0.1/a'], syslog: [], min_risk: null, at_once: false };
    const refused = await create(tenant.token, { notify });
    expect(refused.status).toBe(422);
    expect(refused.error.details).toMatchObject({
      fields: [
        { in: 'body', field: 'notify.email.1', message: 'Invalid email address' },
        { in: 'body', field: 'notify.slack_url.0', message: expect.stringContaining('Private and link-local addresses are refused') },
      ],
    });
    expect((await create(tenant.token, { notify: { ...OWN, min_risk: 101, at_once: false } })).status).toBe(422);
    expect((await create(tenant.token, { notify: { ...OWN, min_risk: 1, at_once: false, pager: '1' } as never })).status).toBe(422);
    expect(await list(tenant.token)).toEqual([]);
  });
});

describe('changing a guardrail', () => {
  it('writes the given fields and leaves the others unchanged', async () => {
    const monitor = await created({ remediation: 'Ask the owner' });
    const answer = await change(tenant.token, { monitor_id: monitor.monitor_id, version: monitor.version, name: 'Admins', severity: 'LOW' });
    expect(answer.body.monitor_info_list).toEqual([{ ...monitor, name: 'Admins', severity: 'LOW', version: 2 }]);
    expect(await list(tenant.token)).toEqual(answer.body.monitor_info_list);
  });

  it('is refused with 409 if another user changed the guardrail meanwhile', async () => {
    const { monitor_id, version } = await created();
    expect((await change(tenant.token, { monitor_id, version, name: 'First' })).status).toBe(200);
    const late = await change(tenant.token, { monitor_id, version, name: 'Second' });
    expect([late.status, late.error.code]).toEqual([409, 'GUARDRAIL_CHANGED']);
    expect(late.error.user_message).toContain(tenant.adminEmail);
    expect(await list(tenant.token)).toMatchObject([{ name: 'First' }]);
  });

  it('succeeds for exactly one of two concurrent changes', async () => {
    const { monitor_id, version } = await created();
    const answers = await Promise.all(['One', 'Two'].map((name) => change(tenant.token, { monitor_id, version, name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is validated like a new guardrail', async () => {
    const { monitor_id } = await created();
    expect((await change(tenant.token, { monitor_id, name: 'ab' })).error.user_message).toBe('Name should be at least 3 chars');
    expect((await change(tenant.token, { monitor_id, query: 'banana' })).status).toBe(422);
    expect((await change(tenant.token, { monitor_id })).error.code).toBe('INVALID_INPUT');
    expect((await change(tenant.token, { monitor_id, monitor_ids: [monitor_id], alerts_enabled: true })).status).toBe(422);
    expect(await list(tenant.token)).toMatchObject([{ name: 'Administrators', query: QUERY, version: 1 }]);
  });
});

describe('switching the alerting of guardrails', () => {
  it('applies to many guardrails at once, and updates the active count', async () => {
    const ids = [await created(), await created({ name: 'Others' }), await created({ name: 'Third' })].map(({ monitor_id }) => monitor_id);
    const answer = await change(tenant.token, { monitor_ids: ids.slice(0, 2), alerts_enabled: true });
    expect(answer.body.monitor_info_list.map(({ alerts_enabled }) => alerts_enabled)).toEqual([true, true]);
    expect(await counts(tenant.token)).toEqual({ total: 3, active: 2 });
    expect((await list(tenant.token, { enabled_only: true })).map(({ name }) => name)).toEqual(['Administrators', 'Others']);
    await change(tenant.token, { monitor_id: ids[0], alerts_enabled: false });
    expect(await counts(tenant.token)).toEqual({ total: 3, active: 1 });
  });

  it('applies to all given guardrails or to none', async () => {
    const { monitor_id } = await created();
    const answer = await change(tenant.token, { monitor_ids: [monitor_id, randomUUID()], alerts_enabled: true });
    expect(answer.status).toBe(404);
    expect(await counts(tenant.token)).toEqual({ total: 1, active: 0 });
  });
});

describe('deleting a guardrail', () => {
  it('removes it, and further changes and deletions answer 404', async () => {
    const { monitor_id } = await created();
    expect((await remove(tenant.token, monitor_id)).status).toBe(200);
    expect(await list(tenant.token)).toEqual([]);
    expect((await remove(tenant.token, monitor_id)).status).toBe(404);
    expect((await change(tenant.token, { monitor_id, name: 'Again' })).status).toBe(404);
  });

  it('removes all guardrails of a call or none', async () => {
    const [one, other] = [(await created()).monitor_id, (await created()).monitor_id];
    expect((await remove(tenant.token, one, 'no-such', other)).status).toBe(404);
    expect(await list(tenant.token)).toHaveLength(2);
    expect((await remove(tenant.token, one, other, one)).status).toBe(200);
    expect(await list(tenant.token)).toEqual([]);
  });
});

describe('another tenant', () => {
  it('cannot see, change, switch or delete a guardrail by its ID', async () => {
    const { monitor_id } = await created();
    const { token: otherToken } = await createTenant();
    expect(await list(otherToken)).toEqual([]);
    expect(await counts(otherToken)).toEqual({ total: 0, active: 0 });
    const answers = [
      await change(otherToken, { monitor_id, name: 'Stolen' }),
      await change(otherToken, { monitor_ids: [monitor_id], alerts_enabled: true }),
      await remove(otherToken, monitor_id),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await list(tenant.token)).toMatchObject([{ monitor_id, name: 'Administrators', alerts_enabled: false, version: 1 }]);
  });
});

describe('access to guardrails', () => {
  it('requires the guardrail right to read and a separate one to write', async () => {
    const { monitor_id } = await created();
    const reader = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:guardrail:read'] });
    expect(await list(reader)).toHaveLength(1);
    const answers = [await create(reader), await change(reader, { monitor_id, name: 'Mine' }), await remove(reader, monitor_id)];
    expect(answers.map(({ status, error }) => [status, error.code])).toEqual(answers.map(() => [403, 'RIGHT_MISSING']));
    const other = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:general:write', 'cam:alerts:write'] });
    expect((await api('GET /v1/intents/monitors', {}, other)).status).toBe(403);
    expect((await create(other)).status).toBe(403);
    expect((await api('GET /v1/intents/monitors')).status).toBe(401);
    expect(await list(tenant.token)).toMatchObject([{ name: 'Administrators' }]);
  });

  it('is refused while the area is turned off for the tenant', async () => {
    await api(
      'PATCH /v1/tenants/featureflag/{featureflag}',
      { path: { featureflag: 'UI_DISABLE_REMOTE_ALERTS' }, body: { value: true } },
      tenant.token,
    );
    expect((await create(tenant.token)).error.code).toBe('REMOTE_OFF');
    expect((await api('GET /v2/alerts/count', {}, tenant.token)).error.code).toBe('REMOTE_OFF');
  });
});
