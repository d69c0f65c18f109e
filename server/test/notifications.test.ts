import type { Api, EndpointKey, Scope } from '@cam/contracts';
import { ACCOUNT, allow, dump, policyDocument, user } from './support/aws-account';
import { importAccount, zipOf } from './support/bundle';
import { api as call, type CallArgs } from './support/client';
import { hasRsyslog, startMailServer, startRsyslog, startWebhook } from './support/receivers';
import { linesOf } from './support/reports';
import { startServer } from './support/server-process.cjs';
import { PATIENT, until } from './support/until';

type Started = Awaited<ReturnType<typeof startServer>>;
type Change = Partial<Api['PUT /v1/tenants/notification/{severity}']['body']['notification_info']>;

const READS = policyDocument(allow('s3:GetObject', 'arn:aws:s3:::payroll/*'));

let mail: Awaited<ReturnType<typeof startMailServer>>;
let chat: Awaited<ReturnType<typeof startWebhook>>;
let server: Started;
let env: Record<string, string>;
let token: string;

const api = <K extends EndpointKey>(key: K, args: CallArgs<K> = {}) => call(key, args, token, server.url);

async function start(): Promise<void> {
  server = await startServer(env, { data: 'console' });
  env = { ...env, ...server.restartEnv };
  const tokenRequest = { body: { tenant: 'demo' }, headers: { authorization: `Operator ${server.operatorKey}` } };
  token = (await call('POST /v1/operator/token', tokenRequest, undefined, server.url)).body.access_token;
}

beforeAll(async () => {
  mail = await startMailServer();
  chat = await startWebhook();
  env = { CAM_SMTP_URL: mail.url, CAM_MAIL_FROM: 'cam@company.example', CAM_ALLOWED_NETWORKS: '127.0.0.0/8' };
  await start();
  await snapshot('ada');
  await setReceivers({ slack_url: [chat.url] });
  const guardrail = { name: 'Payroll is read', query: 'user with-access object_store payroll for read', severity: 'HIGH' as const };
  const { monitor_id: id } = (await api('POST /v1/intents/monitors', { body: guardrail })).body.monitor;
  await api('PATCH /v1/intents/monitors', { body: { monitor_ids: [id], alerts_enabled: true } });
  await until('a chat message names ada', () => named('ada').length > 0, PATIENT);
}, 240_000);
afterAll(async () => {
  await server?.stop();
  await Promise.all([mail?.stop(), chat?.stop()]);
});

/** Imports a snapshot of an account in which these users read the bucket. */
async function snapshot(...readers: string[]): Promise<void> {
  const users = readers.map((name) => user(name, { inline: { reads: READS } }));
  const files = { 'iam/get-account-authorization-details.json': dump({ users }), 's3/list-buckets.json': { Buckets: [{ Name: 'payroll' }] } };
  await importAccount(token, await zipOf(files), { base: server.url });
}

const open = async (): Promise<number> =>
  (await api('GET /v1/intents/alerts', { query: { search: 'Payroll is read' } })).body.totals?.open_count ?? 0;
const setReceivers = (change: Change) =>
  api('PUT /v1/tenants/notification/{severity}', {
    path: { severity: 'HIGH' },
    body: { notification_info: { email: [], slack_url: [], syslog: [], ...change } },
  });
const undelivered = async () => (await api('GET /v1/tenants/notification/deliveries')).body.deliveries;
/** The messages about an alert of this user. The random ids of alerts may contain the name, so it is looked for as the message writes it. */
const named = (name: string) => chat.taken.filter(({ text }) => text.includes(`: ${name} in `));

it("each receiver is notified once of a snapshot's new alerts, with a link", async () => {
  await setReceivers({ email: ['ops@company.example', 'ciso@company.example'], slack_url: [chat.url] });
  await snapshot('ada', 'bob', 'eve');
  await until('two mails and the chat message name bob', () => mail.mails.length >= 2 && named('bob').length > 0, PATIENT);
  expect(mail.mails.map(({ recipients }) => recipients.join()).sort()).toEqual(['ciso@company.example', 'ops@company.example']);
  const [first] = mail.mails;
  expect(first).toMatchObject({ subject: '[CAM] 2 new High alerts: Payroll is read', from: { address: 'cam@company.example' } });
  expect(first?.text).toContain('bob');
  // Each user has a policy of its own, so that they share their guardrail alone.
  expect(first?.text).toMatch(/\/alerts\?by=CAUSE&group=GUARDRAIL%20/);
  expect(first?.text).toMatch(/Highest risk: \d+ of 100, [^]*Impact \d\.\d\d[^]*Severity 1\.00: [^]*First steps/);
  const alertId = /alerts\?alert=([\w-]+)/.exec(first?.text ?? '')?.[1] ?? '';
  expect((await api('GET /v1/intents/alerts', { query: { alert_id: alertId } })).body.alert_info_list[0]).toMatchObject({
    monitor_name: 'Payroll is read',
  });
  expect(named('bob')).toEqual([{ id: expect.any(String), text: expect.stringMatching(/2 new High alerts[^]*bob[^]*eve/) }]);
  expect(named('ada')).toHaveLength(1);
  expect(await undelivered()).toEqual([]);
  // The webhook's address is a secret.
  expect(server.log()).not.toContain('secret-part');
});

it('a message is resent under the same ID after a temporary refusal', async () => {
  await setReceivers({ slack_url: [chat.url] });
  const before = chat.requests.length;
  chat.answerWith({ status: 429, headers: { 'retry-after': '1' } }, { status: 503, headers: { 'retry-after': '1' } });
  await snapshot('ada', 'bob', 'eve', 'fay');
  await until('a chat message names fay', () => named('fay').length > 0, PATIENT);
  const tries = chat.requests.slice(before);
  expect(tries).toHaveLength(3);
  expect(new Set(tries).size).toBe(1);
});

it('a subscriber receives one digest per day with the enabled counts and links', async () => {
  const [dayBefore, day] = [2, 1].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString());
  const account = '777788889999';
  const archive = (...names: string[]) => JSON.stringify(dump({ users: names.map((name) => user(name)) })).replaceAll(ACCOUNT, account);
  const past = { base: server.url, account, name: 'Archive' };
  await importAccount(token, archive('ada'), { ...past, taken_at: dayBefore });
  await importAccount(token, archive('ada', 'new-one', 'new-two'), { ...past, taken_at: day });
  const admin = 'admin@demo.example';
  const own = (
    await call(
      'POST /v1/operator/token',
      { body: { user: admin }, headers: { authorization: `Operator ${server.operatorKey}` } },
      undefined,
      server.url,
    )
  ).body;
  const want = (new_user_found: boolean) => {
    const alert_info = { changes_in_config: false, health_and_dialog_issue_found: false, new_user_found };
    return call('PATCH /v1/tenants/users', { body: { user: { email: admin, alert_info } } }, own.access_token, server.url);
  };
  expect((await want(true)).body.user.alert_info.new_user_found).toBe(true);
  const digest = await until('the administrator has a mail', () => mail.mails.find(({ recipients }) => recipients.includes(admin)), PATIENT);
  expect(digest.subject).toBe(`[CAM] Demo Company on ${day?.slice(0, 10)}`);
  expect(digest.text).toContain('2 new users');
  expect(digest.text).toContain(`/changes?start=${day?.slice(0, 10)}&end=${day?.slice(0, 10)}&type=NODE_ADD&search=USER`);
  expect(digest.text).not.toContain('new-one');
  // One digest each day, however often the schedule runs.
  await want(false);
  await want(true);
  expect(mail.mails.filter(({ recipients }) => recipients.includes(admin))).toHaveLength(1);
  await want(false);
});

it('a comment that mentions a user sends one mail to the user, and none to strangers or to the author', async () => {
  const before = mail.mails.length;
  const [alert] = (await api('GET /v1/intents/alerts', { query: { search: 'Payroll is read' } })).body.alert_info_list;
  const text = '@viewer@demo.example and @stranger@elsewhere.example, please look.';
  await api('POST /v1/alerts/comments', { body: { alert_id: alert?.alert_id ?? '', text } });
  await until('the mail arrives', () => mail.mails.length > before, PATIENT);
  expect(mail.mails.slice(before)).toMatchObject([
    { recipients: ['viewer@demo.example'], subject: expect.stringContaining('mentioned you: Payroll is read') },
  ]);
  const sent = mail.mails[before]?.text ?? '';
  expect(sent).toContain(`/alerts?alert=${alert?.alert_id}`);
  expect(sent).not.toContain('please look');
});

it('a permanently refused message stays listed until it is accepted or deleted', async () => {
  await setReceivers({ slack_url: [chat.url] });
  chat.answerWith({ status: 302, headers: { location: 'http://169.254.169.254/' } });
  await snapshot('ada', 'bob', 'eve', 'fay', 'gus');
  const [failed] = await until('a message is undelivered', async () => ((await undelivered()).length > 0 ? undelivered() : null), PATIENT);
  expect(failed).toMatchObject({ method: 'WEBHOOK', target: new URL(chat.url).host, state: 'FAILED', attempts: 1, alerts_count: 1, next_at: null });
  expect(failed?.message).toBe('It answered 302: redirects are not followed');
  const path = { delivery_id: failed?.delivery_id ?? '' };

  const reader = await tokenForServer(['cam:general:read', 'cam:alerts:write']);
  expect((await call('POST /v1/tenants/notification/deliveries/{delivery_id}/retry', { path }, reader, server.url)).status).toBe(403);
  expect((await call('DELETE /v1/tenants/notification/deliveries/{delivery_id}', { path }, reader, server.url)).status).toBe(403);
  expect((await call('POST /v1/tenants/notification/{severity}/test', { path: { severity: 'HIGH' } }, reader, server.url)).status).toBe(403);
  expect((await call('GET /v1/tenants/notification/deliveries', {}, undefined, server.url)).status).toBe(401);

  chat.answerWith({ status: 404 });
  await api('POST /v1/tenants/notification/deliveries/{delivery_id}/retry', { path });
  await until('the second answer is recorded', async () => (await undelivered())[0]?.message === 'It answered 404', PATIENT);
  expect((await api('DELETE /v1/tenants/notification/deliveries/{delivery_id}', { path })).status).toBe(200);
  expect(await undelivered()).toEqual([]);
  expect((await api('POST /v1/tenants/notification/deliveries/{delivery_id}/retry', { path })).status).toBe(404);
  const { entries } = (await api('GET /v1/tenants/audit', { query: { search: '/deliveries/' } })).body;
  const stateOf = (values: unknown) => values && (values as { state: string }).state;
  expect(entries.map(({ before, after }) => [stateOf(before), stateOf(after)])).toEqual([
    ['FAILED', null],
    ['FAILED', 'WAITING'],
  ]);
});

it('a hanging receiver delays no evaluation, and no message is sent twice across a restart', async () => {
  await setReceivers({ email: ['ops@company.example'], slack_url: [chat.url] });
  const mails = mail.mails.length;
  chat.answerWith('hang');
  const requestsBefore = chat.requests.length;
  await snapshot('ada', 'bob', 'eve', 'fay', 'gus', 'hal');
  await until('the chat receives a request', () => chat.requests.length > requestsBefore, PATIENT);
  await snapshot('ada', 'bob', 'eve', 'fay', 'gus', 'hal', 'ivy');
  await until('seven alerts are open', async () => (await open()) === 7, PATIENT);
  await server.stop({ keepData: true });
  await start();
  await until('two mails and a chat message name ivy', async () => named('ivy').length > 0 && mail.mails.length === mails + 2, PATIENT);
  const [waiting] = await until('a message is undelivered', async () => ((await undelivered()).length > 0 ? undelivered() : null), PATIENT);
  expect(waiting).toMatchObject({ state: 'WAITING', message: 'It did not answer in time', attempts: 1 });
  await api('POST /v1/tenants/notification/deliveries/{delivery_id}/retry', { path: { delivery_id: waiting?.delivery_id ?? '' } });
  await until('a chat message names hal', () => named('hal').length > 0, PATIENT);
  expect(['hal', 'ivy'].map((name) => named(name).length)).toEqual([1, 1]);
  expect(mail.mails.slice(mails).map(({ text }) => ['hal', 'ivy'].filter((name) => text?.includes(name)).join())).toEqual(['hal', 'ivy']);
}, 240_000);

it('a test message goes to all receivers of a severity, and each result is reported', async () => {
  await setReceivers({});
  const nobody = await api('POST /v1/tenants/notification/{severity}/test', { path: { severity: 'HIGH' } });
  expect([nobody.status, nobody.error.code]).toEqual([422, 'NO_RECEIVER']);
  await setReceivers({ email: ['ops@company.example'], slack_url: [chat.url], syslog: [{ endpoint: '127.0.0.1:1', network: 'tcp' }] });
  const { body } = await api('POST /v1/tenants/notification/{severity}/test', { path: { severity: 'HIGH' } });
  expect(body.results).toEqual([
    { method: 'EMAIL', target: 'ops@company.example', sent: true, message: '' },
    { method: 'WEBHOOK', target: new URL(chat.url).host, sent: true, message: '' },
    { method: 'SYSLOG', target: 'tcp 127.0.0.1:1', sent: false, message: 'It refused the connection' },
  ]);
  expect(mail.mails.at(-1)?.subject).toBe('[CAM] Test of high alerts');
});

it('a scheduled report is mailed to each recipient once, even across a restart', async () => {
  const before = mail.mails.length;
  const body = {
    name: '=Who/reads "all" שלום 🔐',
    type: 'REPORT_TYPE_ACCESS' as const,
    criteria: { query: 'user with-access object_store payroll' },
    frequency: 'WEEKLY' as const,
    day: 1,
    hour: 8,
    time_zone: 'Europe/Berlin',
    recipients: ['ciso@company.example', 'auditor@elsewhere.example'],
  };
  const { schedule } = (await api('POST /v1/reports/schedules', { body })).body;
  const path = { schedule_id: schedule.schedule_id };
  expect((await api('POST /v1/reports/schedules/{schedule_id}/run', { path })).status).toBe(202);
  // The next run continues where the crash was: with the report, the mails, or nothing.
  await server.stop({ signal: 'SIGKILL', keepData: true });
  await start();
  const now = async () => (await api('GET /v1/reports/schedules')).body.schedules.find(({ schedule_id: id }) => id === path.schedule_id);
  const sent = await until(
    'the report is sent',
    async () => {
      const one = await now();
      return one?.last_run?.state === 'SENT' ? one : null;
    },
    PATIENT,
  );
  expect(sent.last_run).toMatchObject({ sent: 2, failed: 0, error: '' });
  const mails = mail.mails.slice(before);
  expect(mails.map(({ recipients }) => recipients.join()).sort()).toEqual(['auditor@elsewhere.example', 'ciso@company.example']);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
  const [report] = (await api('GET /v1/reports', { query: { report_id: sent.last_run?.report_id } })).body.entries;
  for (const { subject, text, attachments } of mails) {
    expect(subject).toBe('[CAM] =Who/reads "all" שלום 🔐');
    expect(text).toContain(`/reports?report=${report?.report_id}`);
    const [file] = attachments;
    expect(file?.filename).toMatch(/^=Who_reads _all_ שלום 🔐 \d{4}-\d\d-\d\d\.xlsx$/);
    const lines = linesOf(Buffer.from(file?.content as ArrayBuffer));
    expect(lines).toHaveLength((report?.rows ?? 0) + 1);
    expect(lines.map(([identity]) => identity)).toContain('ada');
  }
  await api('DELETE /v1/reports/schedules/{schedule_id}', { path });
}, 240_000);

(hasRsyslog ? it : it.skip)(
  `an alert message reaches rsyslog over UDP and TCP${hasRsyslog ? '' : ' (skipped: rsyslogd is not installed)'}`,
  async () => {
    const daemon = await startRsyslog();
    try {
      const { endpoint } = daemon;
      await setReceivers({
        syslog: [
          { endpoint, network: 'udp' },
          { endpoint, network: 'tcp' },
        ],
      });
      await snapshot('ada', 'bob', 'eve', 'fay', 'gus', 'hal', 'ivy', 'joe');
      const messages = await until('both messages arrive', () => {
        const seen = daemon.messages().filter(({ msg }) => msg?.includes('joe'));
        return seen.length >= 2 ? seen : null;
      });
      expect(messages).toHaveLength(2);
      for (const message of messages) {
        expect(message).toMatchObject({ programname: 'CAM', syslogseverity: '2', syslogfacility: '13', msgid: 'ALERT' });
        expect(JSON.stringify(message)).toContain('Payroll is read');
      }
    } finally {
      await daemon.stop();
    }
  },
);

async function tokenForServer(scopes: Scope[]): Promise<string> {
  const tokenRequest = { body: { tenant: 'demo', scopes }, headers: { authorization: `Operator ${server.operatorKey}` } };
  return (await call('POST /v1/operator/token', tokenRequest, undefined, server.url)).body.access_token;
}
