import { SECRET_MASK, type Api, type EndpointKey, type EventKind, type TenantFeedEvent } from '@cam/contracts';
import { allow, dump, policyDocument, user } from './support/aws-account';
import { importAccount, zipOf } from './support/bundle';
import { api as call, createTenant, tokenFor, type CallArgs } from './support/client';
import { isSignedFor, signatureOf, startEventReceiver } from './support/event-receiver';
import { S3Client } from '../src/platform/storage/s3-client';
import { findS3, startS3, type TestS3 } from './support/s3-server.cjs';
import { startServer } from './support/server-process.cjs';
import { PATIENT, until } from './support/until';

type Started = Awaited<ReturnType<typeof startServer>>;

const READS = policyDocument(allow('s3:GetObject', 'arn:aws:s3:::payroll/*'));
const ALERTS: EventKind[] = ['alert.raised', 'alert.changed', 'alert.closed'];

/** Limit of a test that waits for a snapshot and what follows from it, ms. */
jest.setTimeout(120_000);

let receiver: Awaited<ReturnType<typeof startEventReceiver>>;
let server: Started;
let token: string;
let monitorId: string;

const api = <K extends EndpointKey>(key: K, args: CallArgs<K> = {}, by = token) => call(key, args, by, server.url);

async function snapshot(...readers: string[]): Promise<void> {
  const users = readers.map((name) => user(name, { inline: { reads: READS } }));
  const files = { 'iam/get-account-authorization-details.json': dump({ users }), 's3/list-buckets.json': { Buckets: [{ Name: 'payroll' }] } };
  await importAccount(token, await zipOf(files), { base: server.url });
}

/** Returns all events of these kinds. */
async function events(kinds?: EventKind[], after = 0): Promise<TenantFeedEvent[]> {
  return (await api('GET /v1/events', { query: { after, limit: 1000, ...(kinds ? { kinds } : {}) } })).body.events;
}

type NewWebhook = Api['POST /v1/webhooks']['body'];
async function createWebhook(change: Partial<NewWebhook> = {}) {
  const answer = await api('POST /v1/webhooks', { body: { label: 'SIEM', url: receiver.url, kinds: ALERTS, ...change } });
  if (answer.status !== 201) throw new Error(answer.error.message);
  return { ...answer.body.webhook, secret: answer.body.secret };
}

beforeAll(async () => {
  receiver = await startEventReceiver();
  server = await startServer({ CAM_ALLOWED_NETWORKS: '127.0.0.0/8' }, { data: 'console' });
  ({ token } = await createTenant(server));
  const guardrail = { name: 'Payroll is read', query: 'user with-access object_store payroll for read', severity: 'HIGH' as const };
  await snapshot('ada');
  monitorId = (await api('POST /v1/intents/monitors', { body: guardrail })).body.monitor.monitor_id;
  await api('PATCH /v1/intents/monitors', { body: { monitor_ids: [monitorId], alerts_enabled: true } });
  await until('the first alert', async () => (await events(['alert.raised'])).length > 0, PATIENT);
}, 240_000);
afterAll(async () => {
  await server?.stop();
  await receiver?.stop();
});
beforeEach(async () => {
  receiver.answerWith(204);
  receiver.accepted.length = 0;
  receiver.requests.length = 0;
});
afterEach(async () => {
  for (const { webhook_id } of (await api('GET /v1/webhooks')).body.webhooks) await api('DELETE /v1/webhooks/{webhook_id}', { path: { webhook_id } });
});

describe('events', () => {
  it('tell of snapshots, alerts and changes in one order without holes, and page by position', async () => {
    const all = await events();
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_event, index) => index + 1));
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.find(({ type }) => type === 'snapshot.published')?.data).toMatchObject({ cloud_type: 'AWS', status: expect.any(String) });
    expect(all.find(({ type }) => type === 'alert.raised')?.data).toMatchObject({
      guardrail: 'Payroll is read',
      severity: 'HIGH',
      status: 'ALERT_STATUS_NEW',
      subject: { name: 'ada' },
    });
    expect(all.find(({ type, data }) => type === 'audit.entry' && data.call === 'POST /v1/intents/monitors')).toBeDefined();

    const first = (await api('GET /v1/events', { query: { limit: 2 } })).body;
    const second = (await api('GET /v1/events', { query: { after: first.next, limit: 1000 } })).body;
    expect([...first.events, ...second.events].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect([second.next, second.last]).toEqual([all.length, all.length]);
  });

  it('tell of each change of an alert, with its status before', async () => {
    const before = (await events()).length;
    const [alert] = await events(['alert.raised']);
    const update = { alert_id: String(alert?.data.alert_id), status: 'ALERT_STATUS_IGNORE' as const };
    expect((await api('PATCH /v1/intents/alerts', { body: { update_alert_info_list: [update] } })).status).toBe(200);
    const changed = await events(['alert.changed'], before);
    expect(changed.map(({ data }) => [data.status, (data.before as { status: string }).status])).toEqual([
      ['ALERT_STATUS_IGNORE', 'ALERT_STATUS_NEW'],
    ]);
  });

  it('of a kind need the right to read it, and belong to one tenant', async () => {
    const reader = await tokenFor({ tenant: (await createTenant(server)).tenantId, scopes: ['cam:general:read'] }, server);
    expect((await api('GET /v1/events', {}, reader)).body.events).toEqual([]);
    expect((await api('GET /v1/events', { query: { kinds: ['audit.entry'] } }, reader)).status).toBe(403);
    const other = await createTenant(server);
    expect((await api('GET /v1/events', {}, other.token)).body.events.filter(({ type }) => type !== 'audit.entry')).toEqual([]);
    expect((await call('GET /v1/events', {}, undefined, server.url)).status).toBe(401);
    const webhook = await createWebhook();
    const path = { webhook_id: webhook.webhook_id };
    expect((await api('PATCH /v1/webhooks/{webhook_id}', { path, body: { label: 'mine' } }, other.token)).status).toBe(404);
    expect((await api('GET /v1/webhooks/{webhook_id}/attempts', { path }, other.token)).status).toBe(404);
    expect((await api('GET /v1/webhooks', {}, reader)).status).toBe(403);
  });

  it('arrive in a stream, which continues after the last id', async () => {
    const all = await events();
    const read = async (headers: Record<string, string>, count: number): Promise<string[]> => {
      const abort = new AbortController();
      const answer = await fetch(`${server.url}/v1/events/stream`, {
        headers: { authorization: `Bearer ${token}`, ...headers },
        signal: abort.signal,
      });
      expect(answer.headers.get('content-type')).toContain('text/event-stream');
      let text = '';
      const ids = (): string[] => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => String(id));
      for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
        text += Buffer.from(chunk).toString();
        if (ids().length >= count) break;
        // The stream is open: a change from now on must arrive in it.
        if (headers['last-event-id'] === undefined && text.includes(': open') && ids().length === 0) await createWebhook();
      }
      abort.abort();
      return ids();
    };
    expect(await read({ 'last-event-id': String(all.length - 2) }, 2)).toEqual([String(all.length - 1), String(all.length)]);
    expect(Number((await read({}, 1))[0])).toBeGreaterThan(all.length);
  });
});

describe('a webhook', () => {
  it('gets new events of its kinds, signed, in order', async () => {
    const { secret, webhook_id, public_keys: keys } = await createWebhook();
    await snapshot('ada', 'bob', 'eve');
    await until('both alerts arrive', () => receiver.accepted.filter(({ type }) => type === 'alert.raised').length >= 2, PATIENT);
    const names = receiver.accepted.map(({ data }) => (data.subject as { name: string }).name);
    expect(names).toEqual(expect.arrayContaining(['bob', 'eve']));
    expect(receiver.accepted.map(({ seq }) => seq)).toEqual(receiver.accepted.map(({ seq }) => seq).sort((a, b) => a - b));
    for (const event of receiver.accepted) expect(event.signatures).toEqual([signatureOf(event, secret)]);
    expect(receiver.accepted.map((event) => isSignedFor(event, keys[0]?.key ?? ''))).not.toContain(false);
    const { attempts } = (await api('GET /v1/webhooks/{webhook_id}/attempts', { path: { webhook_id } })).body;
    expect(attempts.every(({ sent, message }) => sent && message === '')).toBe(true);
    expect((await api('GET /v1/webhooks')).body.webhooks).toMatchObject([{ state: 'ON', waiting: 0, failing: false, next_attempt: null }]);
  });

  it('shows its secret once, and never the query of its address', async () => {
    const { webhook_id } = await createWebhook();
    const listed = JSON.stringify((await api('GET /v1/webhooks')).body);
    expect(listed).not.toMatch(/whsec_|key=secret/);
    const [before] = (await api('GET /v1/webhooks')).body.webhooks;
    const { secret, public_key: fresh } = (await api('POST /v1/webhooks/{webhook_id}/secret', { path: { webhook_id } })).body;
    expect(secret).toMatch(/^whsec_/);
    // For a day, messages have signatures of both key pairs.
    const former = before?.public_keys[0]?.key ?? '';
    expect((await api('GET /v1/webhooks')).body.webhooks[0]?.public_keys).toEqual([
      { key: fresh, valid_until: null },
      { key: former, valid_until: expect.any(String) as string },
    ]);
    await api('POST /v1/webhooks/{webhook_id}/test', { path: { webhook_id } });
    expect([fresh, former].map((key) => receiver.accepted.every((event) => isSignedFor(event, key)))).toEqual([true, true]);
    expect(receiver.accepted.map(({ signatures, publicSignatures }) => [signatures.length, publicSignatures.length])).toEqual([[2, 2]]);
    const logged = JSON.stringify((await events(['audit.entry'])).slice(-3));
    expect(logged).not.toMatch(/whsec_|key=secret/);
    expect(server.log()).not.toMatch(/whsec_|key=secret/);
  });

  it('tries an event again with the same id until it is accepted, and keeps the order', async () => {
    const { webhook_id } = await createWebhook();
    receiver.answerWith(500);
    await snapshot('ada', 'bob', 'eve', 'ida', 'zoe');
    await until('an attempt fails', () => receiver.requests.length > 0, PATIENT);
    await until('the failure shows', async () => (await api('GET /v1/webhooks')).body.webhooks[0]?.failing, PATIENT);
    const { attempts } = (await api('GET /v1/webhooks/{webhook_id}/attempts', { path: { webhook_id } })).body;
    expect(attempts[0]).toMatchObject({ sent: false, message: 'It answered 500' });
    receiver.answerWith(204);
    // Turning it on again is also what a user does who does not want to wait.
    await api('PATCH /v1/webhooks/{webhook_id}', { path: { webhook_id }, body: { state: 'ON' } });
    await until('both alerts arrive', () => receiver.accepted.length >= 2, PATIENT);
    expect(receiver.accepted[0]?.id).toBe(receiver.requests[0]);
    expect(new Set(receiver.accepted.map(({ id }) => id)).size).toBe(receiver.accepted.length);
  });

  it('is turned off by 410, with the reason', async () => {
    await createWebhook();
    receiver.answerWith(410);
    await snapshot('ada');
    await until('it is off', async () => (await api('GET /v1/webhooks')).body.webhooks[0]?.state === 'OFF', PATIENT);
    expect((await api('GET /v1/webhooks')).body.webhooks[0]?.state_reason).toContain('wants no more messages');
  });

  it('gets all events again from a position', async () => {
    const { webhook_id } = await createWebhook({ kinds: ['alert.raised'] });
    const expected = await events(['alert.raised']);
    await api('POST /v1/webhooks/{webhook_id}/replay', { path: { webhook_id }, body: { after: 0 } });
    await until('all arrive', () => receiver.accepted.length >= expected.length, PATIENT);
    expect(receiver.accepted.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  });

  it.each([
    ['OCSF', /"class_uid":2004/],
    ['CEF', /^CEF:0\|CAM\|CAM\|/],
  ] as const)('sends %s', async (format, pattern) => {
    const { webhook_id } = await createWebhook({ kinds: ['alert.raised'], format });
    await api('POST /v1/webhooks/{webhook_id}/replay', { path: { webhook_id }, body: { after: 0 } });
    await until('one arrives', () => receiver.accepted.length > 0, PATIENT);
    expect(receiver.accepted[0]?.body).toMatch(pattern);
  });

  it('can be tested at once, and says why it fails', async () => {
    const { webhook_id } = await createWebhook();
    expect((await api('POST /v1/webhooks/{webhook_id}/test', { path: { webhook_id } })).body).toEqual({ sent: true, message: '' });
    expect(receiver.accepted[0]?.data).toMatchObject({ subject: 'This is a test' });
    receiver.answerWith(302);
    expect((await api('POST /v1/webhooks/{webhook_id}/test', { path: { webhook_id } })).body).toEqual({
      sent: false,
      message: 'It answered 302: redirects are not followed',
    });
  });

  it.each([
    ['http://example.com/', 'http:// is accepted only'],
    ['https://169.254.169.254/', 'Private and link-local'],
    ['ftp://example.com/', 'begins with https://'],
    ['https://a:b@example.com/', 'without user and password'],
  ])('cannot have the address %s', async (url, words) => {
    const answer = await api('POST /v1/webhooks', { body: { label: 'SIEM', url, kinds: [] } });
    expect(answer.status).toBe(422);
    expect(answer.error.user_message).toContain(words);
  });
});

const withS3 = findS3() ? describe : describe.skip;

withS3('a bucket', () => {
  let s3: TestS3;
  let storage: S3Client;
  const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

  beforeAll(async () => {
    s3 = await startS3();
    const place = { bucket: 'cam', prefix: '', endpoint: s3.endpoint, region: 'us-east-1', isPathStyle: true, keys: KEYS };
    storage = new S3Client(place, async () => KEYS);
  });
  afterAll(() => s3.remove());

  const bucketOf = (change: object = {}) => ({
    ...{ endpoint: s3.endpoint, region: 'us-east-1', bucket: 'cam', prefix: '/siem/', access_key_id: 'S3RVER', secret_access_key: 'S3RVER' },
    ...change,
  });
  const createBucket = async (change: Partial<NewWebhook> = {}, bucket: object = {}) => {
    const body = { label: 'Archive', kinds: ['audit.entry' as const], bucket: bucketOf(bucket), ...change };
    return api('POST /v1/webhooks', { body });
  };
  /** Returns the files by their keys below the folder of the webhook. */
  const files = async (webhookId: string): Promise<Map<string, string>> => {
    const root = await storage.ask({ method: 'GET', query: { 'list-type': '2' } });
    const keys = root.children.filter(({ name }) => name === 'Contents').map((one) => one.children.find(({ name }) => name === 'Key')?.text ?? '');
    const own = keys.filter((key) => key.includes(webhookId)).sort();
    return new Map(await Promise.all(own.map(async (key) => [key, (await (await storage.send({ method: 'GET', key }))?.text()) ?? ''] as const)));
  };
  const sendNow = (webhook_id: string, after: number) => api('POST /v1/webhooks/{webhook_id}/replay', { path: { webhook_id }, body: { after } });
  const newest = async (): Promise<number> => (await api('GET /v1/events', { query: { limit: 1 } })).body.last;
  const isSent = (webhook_id: string, position: number) =>
    until(
      'the events are sent',
      async () => {
        const { webhooks } = (await api('GET /v1/webhooks')).body;
        return (webhooks.find(({ webhook_id: id }) => id === webhook_id)?.sent_seq ?? 0) >= position;
      },
      PATIENT,
    );

  it('gets each event once, in files that overwrite themselves when they are sent again', async () => {
    const { body, status } = await createBucket();
    expect([status, body.secret, body.webhook.url]).toEqual([201, '', 's3://cam/siem']);
    const { webhook_id } = body.webhook;
    const before = await newest();
    await sendNow(webhook_id, 0);
    await isSent(webhook_id, before);
    const first = await files(webhook_id);
    expect([...first.keys()].every((key) => /^siem\/[^/]+\/[^/]+\/\d{4}-\d\d-\d\d\/\d{12}-\d{12}\.ndjson$/.test(key))).toBe(true);
    // Further events make further files, and do not touch the former ones.
    const known = await newest();
    await api('PATCH /v1/webhooks/{webhook_id}', { path: { webhook_id }, body: { state: 'ON' } });
    const later = await until('the change is an event', async () => ((await newest()) > known ? newest() : null));
    await isSent(webhook_id, later);
    const second = await files(webhook_id);
    expect([...second].filter(([key]) => first.has(key))).toEqual([...first]);
    expect(second.size).toBeGreaterThan(first.size);
    await sendNow(webhook_id, 3);
    await isSent(webhook_id, later);
    const third = await files(webhook_id);
    expect([...third].filter(([key]) => second.has(key))).toEqual([...second]);
    const ids = [...third.values()]
      .flatMap((text) => text.trimEnd().split('\n'))
      .map((line) => (JSON.parse(line) as { data: { id: string } }).data.id);
    const expected = (await events(['audit.entry'])).map(({ id }) => id);
    expect(ids).toEqual(expected.slice(0, ids.length));
    expect(ids.length).toBeGreaterThan(3);
    const { attempts } = (await api('GET /v1/webhooks/{webhook_id}/attempts', { path: { webhook_id } })).body;
    expect(attempts.some(({ file }) => third.has(file))).toBe(true);
  });

  it('gets files in the format of its choice, and a test file', async () => {
    const { webhook_id } = (await createBucket({ format: 'CEF' })).body.webhook;
    expect((await api('POST /v1/webhooks/{webhook_id}/test', { path: { webhook_id } })).body).toEqual({ sent: true, message: '' });
    const made = [...(await files(webhook_id))];
    expect(made.every(([key, text]) => key.endsWith('.cef') && /^(CEF:0\|CAM\|.*\n)+$/.test(text))).toBe(true);
    expect(made.some(([key, text]) => key.includes('/test/') && text.includes('This is a test'))).toBe(true);
  });

  it('shows why the storage refuses, keeps its secret, and is tried again after a change', async () => {
    const { webhook_id } = (await createBucket({}, { secret_access_key: 'wrong' })).body.webhook;
    const test = async () => (await api('POST /v1/webhooks/{webhook_id}/test', { path: { webhook_id } })).body;
    expect(await test()).toEqual({ sent: false, message: 'The storage answered 403 SignatureDoesNotMatch' });
    const path = { webhook_id };
    const other = await api('PATCH /v1/webhooks/{webhook_id}', {
      path,
      body: { bucket: bucketOf({ endpoint: 'http://127.0.0.2:1', secret_access_key: SECRET_MASK }) },
    });
    expect([other.status, other.error.user_message]).toEqual([422, expect.stringContaining('secret access key of this storage')]);
    await api('PATCH /v1/webhooks/{webhook_id}', { path, body: { bucket: bucketOf() } });
    await api('PATCH /v1/webhooks/{webhook_id}', { path, body: { bucket: bucketOf({ prefix: 'other', secret_access_key: SECRET_MASK }) } });
    expect(await test()).toEqual({ sent: true, message: '' });
    const logged = JSON.stringify([(await api('GET /v1/webhooks')).body, await events(['audit.entry'])]);
    expect(logged).not.toContain('"secret_access_key":"S3RVER"');
    expect(logged).not.toContain('"wrong"');
    expect((await api('POST /v1/webhooks/{webhook_id}/secret', { path })).error.code).toBe('NO_SECRET');
  });

  it('cannot be in a private network, or beside an address', async () => {
    const metadata = await createBucket({}, { endpoint: 'https://169.254.169.254' });
    expect([metadata.status, metadata.error.user_message]).toEqual([422, expect.stringContaining('Private and link-local')]);
    expect((await createBucket({ url: 'https://example.com/' })).status).toBe(422);
    expect((await createBucket({ bucket: undefined })).status).toBe(422);
  });
});
