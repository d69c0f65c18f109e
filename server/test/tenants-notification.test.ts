import { SECRET_MASK, type Api, type NotificationInfo, type NotificationSchedule, type Severity } from '@cam/contracts';
import { api, createTenant, tokenFor } from './support/client';
import { startServer } from './support/server-process.cjs';

type Change = Api['PUT /v1/tenants/notification/{severity}']['body']['notification_info'];

const NOTHING: Change = { email: [], slack_url: [], syslog: [] };
const SECRET = 'Syslog-secret-7';
const LOGIN = { username: 'cam', password: SECRET };

const put = (token: string, change: Record<string, unknown>, severity: Severity = 'HIGH', base?: string) =>
  api(
    'PUT /v1/tenants/notification/{severity}',
    { path: { severity }, body: { notification_info: { ...NOTHING, ...change } as Change } },
    token,
    base,
  );

async function settingsOf(token: string, severity: Severity = 'HIGH'): Promise<NotificationInfo | undefined> {
  const answer = await api('GET /v1/tenants/notification', {}, token);
  return answer.body.notification_info.find((info) => info.severity === severity);
}

describe('the times of notifications', () => {
  const AT_ONCE: NotificationSchedule = {
    time_zone: 'UTC',
    quiet: null,
    digests: { HIGH: 'AT_ONCE', MEDIUM: 'AT_ONCE', LOW: 'AT_ONCE' },
    digest_at: '08:00',
  };
  const NIGHTS: NotificationSchedule = {
    time_zone: 'Europe/Berlin',
    quiet: { days: [1, 2, 3, 4, 5], from: '22:00', to: '07:00', except_high: true },
    digests: { HIGH: 'AT_ONCE', MEDIUM: 'HOURLY', LOW: 'DAILY' },
    digest_at: '09:30',
  };
  const read = async (token?: string) => api('GET /v1/tenants/notification-schedule', {}, token);
  const save = (schedule: object, token?: string) =>
    api('PUT /v1/tenants/notification-schedule', { body: { schedule: schedule as NotificationSchedule } }, token);

  it('are at once by default, and are stored for one tenant, with both versions in the audit log', async () => {
    const [{ token }, other] = [await createTenant(), await createTenant()];
    expect((await read(token)).body).toEqual({ schedule: AT_ONCE, held_count: 0, held_until: null });
    expect((await save(NIGHTS, token)).body).toEqual({ schedule: NIGHTS });
    expect((await read(token)).body.schedule).toEqual(NIGHTS);
    expect((await read(other.token)).body.schedule).toEqual(AT_ONCE);
    const [entry] = (await api('GET /v1/tenants/audit', { query: { search: 'notification-schedule' } }, token)).body.entries;
    expect(entry).toMatchObject({ before: { time_zone: 'UTC' }, after: { time_zone: 'Europe/Berlin' } });
  });

  it('are visible with the right to read, and changed only with the general right to write', async () => {
    const { token, tenantId } = await createTenant();
    const reader = await tokenFor({ tenant: tenantId, scopes: ['cam:general:read', 'cam:account:write', 'cam:alerts:write', 'cam:guardrail:write'] });
    const refused = await save(NIGHTS, reader);
    expect([refused.status, refused.error.code]).toEqual([403, 'RIGHT_MISSING']);
    expect([(await read()).status, (await save(NIGHTS)).status]).toEqual([401, 401]);
    expect((await read(reader)).body.schedule).toEqual(AT_ONCE);
    expect((await read(token)).body.schedule).toEqual(AT_ONCE);
  });

  it.each([
    ['an unknown time zone', { time_zone: 'Mars/Olympus' }, 'This time zone does not exist.'],
    [
      'quiet hours without an end',
      { quiet: { days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '09:00', except_high: true } },
      'Quiet hours must end: choose fewer days, or another end.',
    ],
    ['a time that no day has', { digest_at: '24:00' }, undefined],
    ['quiet hours on no day', { quiet: { days: [], from: '09:00', to: '10:00', except_high: true } }, undefined],
    ['a day that no week has', { quiet: { days: [8], from: '09:00', to: '10:00', except_high: true } }, undefined],
    ['an unknown interval', { digests: { HIGH: 'WEEKLY', MEDIUM: 'HOURLY', LOW: 'DAILY' } }, undefined],
  ])('reject %s', async (_name, change, text) => {
    const { token } = await createTenant();
    const refused = await save({ ...NIGHTS, ...change }, token);
    expect(refused.status).toBe(422);
    if (text !== undefined) expect(refused.error.user_message).toBe(text);
    expect((await read(token)).body.schedule).toEqual(AT_ONCE);
  });
});

describe('notification settings', () => {
  it('are stored for one severity of one tenant', async () => {
    const [{ token }, other] = [await createTenant(), await createTenant()];
    const settings = {
      email: ['ops@company.example'],
      slack_url: ['https://203.0.113.7/services/T0/B0'],
      syslog: [
        { endpoint: '203.0.113.9:514', network: 'udp' },
        { endpoint: '[2001:db8::9]:6514', network: 'tcp' },
      ],
    };
    const saved = await put(token, settings);
    expect([saved.status, saved.body.notification_info]).toEqual([200, { severity: 'HIGH', ...settings }]);
    expect(await settingsOf(token)).toEqual({ severity: 'HIGH', ...settings });
    expect(await settingsOf(token, 'LOW')).toEqual({ severity: 'LOW', ...NOTHING });
    expect(await settingsOf(other.token)).toEqual({ severity: 'HIGH', ...NOTHING });
    expect((await api('GET /v1/tenants', {}, token)).body.tenant.alertSettings[0]).toEqual({ severity: 'HIGH', ...settings });
    await put(token, { email: ['second@company.example'] });
    expect(await settingsOf(token)).toEqual({ severity: 'HIGH', ...NOTHING, email: ['second@company.example'] });
  });

  it('are stored without blanks and duplicates', async () => {
    const { token } = await createTenant();
    const saved = await put(token, {
      email: [' ops@company.example', 'OPS@company.example'],
      slack_url: ['https://203.0.113.7/a ', 'https://203.0.113.7/a'],
    });
    expect(saved.body.notification_info).toMatchObject({ email: ['OPS@company.example'], slack_url: ['https://203.0.113.7/a'] });
  });

  it('are visible with the right to read, and changed only with the general right to write', async () => {
    const { token, tenantId } = await createTenant();
    await put(token, { email: ['ops@company.example'] });
    const reader = await tokenFor({ tenant: tenantId, scopes: ['cam:general:read', 'cam:account:write', 'cam:alerts:write', 'cam:guardrail:write'] });
    expect((await settingsOf(reader))?.email).toEqual(['ops@company.example']);
    const refused = await put(reader, {});
    expect([refused.status, refused.error.code]).toEqual([403, 'RIGHT_MISSING']);
    expect((await api('GET /v1/tenants/notification')).status).toBe(401);
    expect((await settingsOf(token))?.email).toEqual(['ops@company.example']);
  });

  it('are rejected with a message for each invalid entry, and the old settings stay', async () => {
    const { token } = await createTenant();
    await put(token, { email: ['ops@company.example'] });
    const refused = await put(token, { email: ['good@company.example', 'bad'], syslog: [{ endpoint: '1.2.3:514', network: 'udp' }] });
    expect([refused.status, refused.error.user_message]).toEqual([422, 'Invalid email address']);
    expect(refused.error.details).toEqual({
      fields: [
        { in: 'body', field: 'notification_info.email.1', message: 'Invalid email address' },
        { in: 'body', field: 'notification_info.syslog.0', message: 'Invalid ip address format' },
      ],
    });
    expect((await settingsOf(token))?.email).toEqual(['ops@company.example']);
  });

  it.each([
    ['an e-mail without a domain', { email: ['ops@'] }, 'Invalid email address'],
    ['an e-mail with a name', { email: ['Ops <ops@company.example>'] }, 'Invalid email address'],
    ['a webhook without encryption', { slack_url: ['http://93.184.215.14/a'] }, 'Webhook URL should start with https://'],
    ['a webhook of this machine without encryption', { slack_url: ['http://127.0.0.1:8123/a'] }, 'Webhook URL should start with https://'],
    ['a webhook that is a script', { slack_url: ['javascript:alert(1)'] }, 'Webhook URL should start with https://'],
    ['a webhook with a password in it', { slack_url: ['https://a:b@203.0.113.7/'] }, 'Webhook URL should not contain a user name or password'],
    ['a syslog server by name', { syslog: [{ endpoint: 'log.company.example:514', network: 'udp' }] }, 'Invalid ip address format'],
    ['a syslog server without port', { syslog: [{ endpoint: '203.0.113.9', network: 'udp' }] }, 'Invalid ip address format'],
    ['an IPv6 address without brackets', { syslog: [{ endpoint: '2001:db8::9:514', network: 'udp' }] }, 'Invalid ip address format'],
    ['port 0', { syslog: [{ endpoint: '203.0.113.9:0', network: 'udp' }] }, 'Port should be a number from 1 to 65535'],
    ['port 65536', { syslog: [{ endpoint: '203.0.113.9:65536', network: 'udp' }] }, 'Port should be a number from 1 to 65535'],
    [
      'another protocol',
      { syslog: [{ endpoint: '203.0.113.9:514', network: 'http' }] },
      'Please check "notification_info.syslog.0.network": it must be one of udp, tcp.',
    ],
    [
      'credentials without a user name',
      { syslog: [{ endpoint: '203.0.113.9:514', network: 'tcp', credentials: { username: '', password: SECRET } }] },
      'Credentials should have a user name and a password',
    ],
    [
      'one syslog server twice',
      { syslog: ['203.0.113.9:514', '203.0.113.9:514'].map((endpoint) => ({ endpoint, network: 'udp' })) },
      'This syslog server is listed twice',
    ],
    ['an unknown field', { pager: ['1'] }, 'Please check "notification_info.pager": it is not known here.'],
  ])('reject %s', async (_name, change, text) => {
    const { token } = await createTenant();
    const refused = await put(token, change);
    expect([refused.status, refused.error.user_message]).toEqual([422, text]);
  });

  it('are rejected for an unknown severity, and if body and address differ', async () => {
    const { token } = await createTenant();
    expect((await put(token, {}, 'FATAL' as Severity)).status).toBe(422);
    const mixed = await put(token, { severity: 'LOW' });
    expect([mixed.status, mixed.error.user_message]).toEqual([422, 'The severity in the body differs from the severity in the path.']);
  });
});

describe('a private or link-local target', () => {
  const targets = [
    { slack_url: ['https://localhost/hook'] },
    { slack_url: ['https://169.254.169.254/latest/meta-data'] },
    { slack_url: ['https://0x0a000001/'] },
    { slack_url: ['https://[::ffff:192.168.0.1]/'] },
    { syslog: [{ endpoint: '192.168.7.9:514', network: 'udp' }] },
    { syslog: [{ endpoint: '[fe80::1]:514', network: 'tcp' }] },
  ];

  it('is refused', async () => {
    const { token } = await createTenant();
    for (const change of targets) {
      const refused = await put(token, change);
      expect([refused.status, refused.error.user_message]).toEqual([422, expect.stringContaining('CAM_ALLOWED_NETWORKS')]);
    }
  });

  it('is accepted if the operator allows its network, and its credentials are not logged', async () => {
    await expect(startServer({ CAM_ALLOWED_NETWORKS: 'log.inside' })).rejects.toThrow('CAM_ALLOWED_NETWORKS must list addresses or networks');
    const server = await startServer({ CAM_ALLOWED_NETWORKS: '192.168.7.0/24', CAM_LOG_LEVEL: 'trace' });
    try {
      const tokenRequest = { body: { user: 'admin@demo.example' }, headers: { authorization: `Operator ${server.operatorKey}` } };
      const { access_token: token } = (await api('POST /v1/operator/token', tokenRequest, undefined, server.url)).body;
      const row = { endpoint: '192.168.7.9:514', network: 'tcp', credentials: LOGIN };
      expect((await put(token, { syslog: [row] }, 'HIGH', server.url)).status).toBe(200);
      expect((await put(token, { syslog: [{ ...row, endpoint: '192.168.8.9:514' }] }, 'HIGH', server.url)).status).toBe(422);
      expect((await put(token, { syslog: [{ ...row, network: 'http' }] }, 'HIGH', server.url)).status).toBe(422);
      expect(server.log()).toContain('/v1/tenants/notification/:severity');
      expect(server.log()).not.toContain(SECRET);
    } finally {
      await server.stop();
    }
  }, 180_000);
});

describe('credentials of a syslog server', () => {
  const server = (credentials?: object, endpoint = '203.0.113.9:6514') => ({ endpoint, network: 'tcp', ...(credentials ? { credentials } : {}) });

  it('are returned masked, and the mask is never stored as the password', async () => {
    const { token } = await createTenant();
    const saved = await put(token, { syslog: [server(LOGIN)] });
    expect(saved.body.notification_info.syslog).toEqual([server({ username: 'cam', password: SECRET_MASK })]);
    expect(JSON.stringify([saved.body, await settingsOf(token), (await api('GET /v1/tenants', {}, token)).body])).not.toContain(SECRET);
    for (const password of [undefined, SECRET_MASK]) {
      expect((await put(token, { syslog: [server({ username: 'cam-2', password })] })).status).toBe(200);
    }
    expect((await settingsOf(token))?.syslog).toEqual([server({ username: 'cam-2', password: SECRET_MASK })]);
    const first = await put(token, { syslog: [server({ username: 'cam', password: SECRET_MASK })] }, 'LOW');
    expect([first.status, first.error.user_message]).toEqual([422, 'Enter the password for this address']);
  });

  it('must be entered again for another address', async () => {
    const { token } = await createTenant();
    await put(token, { syslog: [server(LOGIN)] });
    const moved = await put(token, { syslog: [server({ username: 'cam' }, '203.0.113.66:6514')] });
    expect([moved.status, moved.error.user_message]).toEqual([422, 'Enter the password for this address']);
    expect((await put(token, { syslog: [server(LOGIN, '203.0.113.66:6514')] })).status).toBe(200);
  });

  it('are removed if omitted', async () => {
    const { token } = await createTenant();
    await put(token, { syslog: [server(LOGIN)] });
    await put(token, { syslog: [server()] });
    expect((await settingsOf(token))?.syslog).toEqual([server()]);
    expect((await put(token, { syslog: [server({ username: 'cam' })] })).status).toBe(422);
  });
});
