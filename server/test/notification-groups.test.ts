import type { Api, EndpointKey, GuardrailNotify, NotificationSchedule } from '@cam/contracts';
import { allow, dump, managedPolicy, policyDocument, user } from './support/aws-account';
import { importAccount, zipOf } from './support/bundle';
import { api as call, type CallArgs } from './support/client';
import { startMailServer, startWebhook } from './support/receivers';
import { startServer } from './support/server-process.cjs';
import { PATIENT, until } from './support/until';

type Settings = Api['PUT /v1/tenants/notification/{severity}']['body']['notification_info'];

const READS = policyDocument(allow('s3:GetObject', 'arn:aws:s3:::payroll/*'));
const POLICY = 'PayrollReaders';

let mail: Awaited<ReturnType<typeof startMailServer>>;
let chat: Awaited<ReturnType<typeof startWebhook>>;
let server: Awaited<ReturnType<typeof startServer>>;
let env: Record<string, string>;
let token: string;

const api = <K extends EndpointKey>(key: K, args: CallArgs<K> = {}) => call(key, args, token, server.url);

beforeAll(async () => {
  [mail, chat] = [await startMailServer(), await startWebhook()];
  env = { CAM_SMTP_URL: mail.url, CAM_MAIL_FROM: 'cam@company.example', CAM_ALLOWED_NETWORKS: '127.0.0.0/8' };
  await start();
}, 240_000);

async function start(): Promise<void> {
  server = await startServer(env, { data: 'console' });
  env = { ...env, ...server.restartEnv };
  const tokenRequest = { body: { tenant: 'demo' }, headers: { authorization: `Operator ${server.operatorKey}` } };
  token = (await call('POST /v1/operator/token', tokenRequest, undefined, server.url)).body.access_token;
}

afterAll(async () => {
  await server?.stop();
  await Promise.all([mail?.stop(), chat?.stop()]);
});

/** Imports a snapshot in which some users read the bucket by a shared policy, and others by one of their own. */
async function snapshot(sharing: readonly string[], alone: readonly string[] = []): Promise<void> {
  const users = [
    ...sharing.map((name) => user(name, { managed: [POLICY] })),
    ...alone.map((name) => user(name, { inline: { reads: READS } })),
    user('idle'),
  ];
  const files = {
    'iam/get-account-authorization-details.json': dump({ users, policies: [managedPolicy(POLICY, READS)] }),
    's3/list-buckets.json': { Buckets: [{ Name: 'payroll' }] },
  };
  await importAccount(token, await zipOf(files), { base: server.url });
}

const NOBODY: GuardrailNotify = { email: [], slack_url: [], syslog: [], min_risk: null, at_once: false };

async function watch(name: string, notify: Partial<GuardrailNotify> = {}): Promise<string> {
  const query = 'user with-access object_store payroll for read';
  const guardrail = { name, query, severity: 'HIGH' as const, alerts_enabled: true, notify: { ...NOBODY, ...notify } };
  return (await api('POST /v1/intents/monitors', { body: guardrail })).body.monitor.monitor_id;
}

const setReceivers = (change: Partial<Settings>) =>
  api('PUT /v1/tenants/notification/{severity}', {
    path: { severity: 'HIGH' },
    body: { notification_info: { email: [], slack_url: [], syslog: [], ...change } },
  });

it('each group of alerts by cause has its own message with a link to the group, and each alert is in one of them', async () => {
  await snapshot([]);
  await setReceivers({ email: ['ops@company.example'], slack_url: [chat.url] });
  await watch('Payroll is read');
  await snapshot(['ada', 'bob', 'eve'], ['zoe']);
  await until('two mails and two chat messages arrive', () => mail.mails.length >= 2 && chat.taken.length >= 2, PATIENT);

  const subjects = mail.mails.map(({ subject }) => subject).sort();
  expect(subjects).toEqual([expect.stringMatching(/^\[CAM\] 3 new High alerts: .*PayrollReaders/), '[CAM] New High alert: Payroll is read']);
  const shared = mail.mails.find(({ subject }) => subject?.includes('3 new'))?.text ?? '';
  for (const name of ['ada', 'bob', 'eve']) expect(shared).toContain(`${name} in `);
  expect(shared).not.toContain('zoe');
  expect(shared).toMatch(/Highest risk: \d+ of 100, [^]*Impact \d\.\d\d[^]*First steps\n {2}1\. Every access path of these alerts uses this/);

  const link = new URL(/https?:\S+by=CAUSE&group=\S+/.exec(shared)?.[0] ?? '');
  const group = { group_by: 'CAUSE' as const, group: link.searchParams.get('group') ?? '' };
  const listed = (await api('GET /v1/intents/alerts', { query: group })).body.alert_info_list;
  expect(listed.map(({ object_name: name }) => name).sort()).toEqual(['ada', 'bob', 'eve']);

  const inChat = chat.taken.map(({ text }) => ['ada', 'bob', 'eve', 'zoe'].filter((name) => text.includes(`: ${name} in `)).join()).sort();
  expect(inChat).toEqual(['ada,bob,eve', 'zoe']);
});

it('a later alert of a group has a message that also counts the older ones', async () => {
  const [before, mails] = [chat.taken.length, mail.mails.length];
  await snapshot(['ada', 'bob', 'eve', 'fay'], ['zoe']);
  await until('a chat message and a mail arrive', () => chat.taken.length > before && mail.mails.length > mails, PATIENT);
  expect(chat.taken.slice(before).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^\*New High alert: Payroll is read\*[^]*Open the group of 4 alerts[^]*: fay in /),
  ]);
});

it('a guardrail notifies its own recipients, from its lowest risk on, and of the others as soon as that allows them', async () => {
  await setReceivers({ email: ['ops@company.example'] });
  const own = await watch('Own recipients', { email: ['own@company.example'] });
  const risky = await watch('Only the riskiest', { email: ['risk@company.example'], min_risk: 100 });
  // A new guardrail raises an alert for each of its findings.
  const mailsTo = (recipient: string) => mail.mails.filter(({ recipients }) => recipients.includes(recipient));
  await until('the own recipient has mails about all five users', () => countIn(mailsTo('own@company.example')) === 5, PATIENT);
  const raised = async () => (await api('GET /v1/intents/alerts', { query: { monitor_id: risky } })).body.totals.open_count;
  await until('the other guardrail has raised its alerts', async () => (await raised()) === 5, PATIENT);
  const before = mailsTo('ops@company.example').length;

  await snapshot(['ada', 'bob', 'eve', 'fay', 'gus'], ['zoe']);
  await until(
    'both recipients have a mail about gus',
    () => countIn(mailsTo('own@company.example')) === 6 && mailsTo('ops@company.example').length > before,
    PATIENT,
  );
  expect(
    mailsTo('ops@company.example')
      .slice(before)
      .map(({ subject }) => subject),
  ).toEqual(['[CAM] New High alert: Payroll is read']);
  await until('the other guardrail has six alerts', async () => (await raised()) === 6, PATIENT);
  expect(mailsTo('risk@company.example')).toEqual([]);

  const lowered = { monitor_id: risky, notify: { ...NOBODY, email: ['risk@company.example'], min_risk: 0 } };
  expect((await api('PATCH /v1/intents/monitors', { body: lowered })).status).toBe(200);
  await until('the recipient has mails about all six users', () => countIn(mailsTo('risk@company.example')) === 6, PATIENT);
  await api('DELETE /v1/intents/monitors', { query: { monitor_id: [own, risky] } });
});

it('a guardrail with a lowest risk decides about a new user by the score that the scoring finds, not by the preliminary one', async () => {
  // A new user counts with the middle of the range until it is scored. Its access to one bucket of the last tier is worth much less.
  const known = await watch('Known by its score', { email: ['scored@company.example'], min_risk: 30 });
  await snapshot(['ada', 'bob', 'eve', 'fay', 'gus', 'new'], ['zoe']);
  const ofNew = async () =>
    (await api('GET /v1/intents/alerts', { query: { monitor_id: known } })).body.alert_info_list.find(({ object_name: name }) => name === 'new');
  const isScored = async () => ((await ofNew())?.risk?.factors ?? []).some(({ factor, value }) => factor === 'EXPOSURE' && value > 0);
  await until('the list shows the real risk of the new alert', isScored, PATIENT);
  expect((await ofNew())?.risk?.score).toBeLessThan(30);
  // Lowering the limit sends what waited. An earlier message would have left the queue without it.
  const lowered = { monitor_id: known, notify: { ...NOBODY, email: ['scored@company.example'], min_risk: 0 } };
  expect((await api('PATCH /v1/intents/monitors', { body: lowered })).status).toBe(200);
  const mails = () => mail.mails.filter(({ recipients }) => recipients.includes('scored@company.example'));
  await until('mails about all seven users arrive', () => countIn(mails()) === 7, PATIENT);
  expect(mails().filter(({ text = '' }) => text.includes('50 of 100'))).toEqual([]);
  // Other guardrails do not wait for scores.
  const others = () => mail.mails.filter(({ recipients, text = '' }) => recipients.includes('ops@company.example') && text.includes('new in '));
  await until('the recipient of the severity has a mail about the new user', () => others().length > 0, PATIENT);
  await api('DELETE /v1/intents/monitors', { query: { monitor_id: [known] } });
  await snapshot(['ada', 'bob', 'eve', 'fay', 'gus'], ['zoe']);
});

it('quiet hours hold messages over a crash, and one digest has them all; log servers and urgent guardrails do not wait', async () => {
  await setReceivers({ email: ['ops@company.example'], slack_url: [chat.url] });
  const clock = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
  const quiet = { days: [1, 2, 3, 4, 5, 6, 7], from: clock(-60), to: clock(60), except_high: false };
  const schedule: NotificationSchedule = {
    ...{ time_zone: 'UTC', quiet, digest_at: '08:00' },
    digests: { HIGH: 'AT_ONCE', MEDIUM: 'AT_ONCE', LOW: 'AT_ONCE' },
  };
  const save = (change: Partial<NotificationSchedule>) =>
    api('PUT /v1/tenants/notification-schedule', { body: { schedule: { ...schedule, ...change } } });
  const held = async () => (await api('GET /v1/tenants/notification-schedule')).body;
  expect((await save({})).status).toBe(200);
  const [mails, chats] = [mail.mails.length, chat.taken.length];

  await snapshot(['ada', 'bob', 'eve', 'fay', 'gus', 'hal'], ['zoe']);
  await until('one alert is held', async () => (await held()).held_count === 1, PATIENT);
  expect((await held()).held_until?.slice(11, 16)).toBe(quiet.to);
  const urgent = await watch('Urgent', { email: ['urgent@company.example'], at_once: true });
  await until(
    'the urgent guardrail has notified of all alerts',
    () => countIn(mail.mails.filter(({ recipients }) => recipients.includes('urgent@company.example'))) === 7,
    PATIENT,
  );
  await api('DELETE /v1/intents/monitors', { query: { monitor_id: [urgent] } });
  const urgentMails = mail.mails.length;

  await server.stop({ signal: 'SIGKILL', keepData: true });
  await start();
  await snapshot(['ada', 'bob', 'eve', 'fay', 'gus', 'hal'], ['zoe', 'ivy']);
  await until('two alerts are held', async () => (await held()).held_count === 2, PATIENT);
  expect([mail.mails.length, chat.taken.length]).toEqual([urgentMails, chats]);
  expect(mail.mails.slice(mails, urgentMails).every(({ recipients }) => recipients.includes('urgent@company.example'))).toBe(true);

  await save({ quiet: null });
  await until('a mail and a chat message arrive', () => mail.mails.length > urgentMails && chat.taken.length > chats, PATIENT);
  await until('nothing is held', async () => (await held()).held_count === 0, PATIENT);
  expect(mail.mails.slice(urgentMails).map(({ subject }) => subject)).toEqual(['[CAM] Digest: 2 new High alerts in 2 groups']);
  expect(chat.taken.slice(chats).map(({ text }) => text)).toEqual([expect.stringMatching(/^\*Digest: 2 new High alerts in 2 groups\*/)]);
}, 240_000);

/** Counts the alerts in mails by their subjects. */
function countIn(mails: readonly { subject?: string }[]): number {
  return mails.reduce((sum, { subject = '' }) => sum + Number(/(\d+) new High alerts/.exec(subject)?.[1] ?? 1), 0);
}
