import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONNECTABLE, SOURCE_FORMS } from '@cam/contracts/server';
import { shotOf, type ApiCall } from './api-document';
import { RECEIVING_HOST } from './canaries';
import type { Instance } from './instance';
import { Findings, inLanes, type Suite } from './suite';

const NAME = 'targets';

/** A name with a public address when it is saved, and a private one from then on. */
const TURNING = 'turn.8.8.8.8_127.0.0.1.attack.test';

/** Names that a server may save, but must not connect to. */
const LATER = [TURNING, 'sub.localhost', 'metadata.google.internal'];

/** Addresses that lead into the installation, in every notation that a URL parser or a resolver may accept. */
const PRIVATE_HOSTS: readonly string[] = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.000.000.001',
    '127.0.0.1.',
    '127.255.255.254',
  ],
  ...[
    '0',
    '0.0.0.0',
    '0x0',
    '00000000',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'sub.localhost',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
  ],
  ...[
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '100.64.0.1',
    '100.100.100.200',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
  ],
  ...['203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '１２７.０.０.１', '①②⑦.⓪.⓪.①', '127。0。0。1', '127%2e0%2e0%2e1'],
  ...[
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:1]',
    '[::127.0.0.1]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
  ],
  ...[
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001::1]',
    '[2001:db8::1]',
    '[ff02::1]',
    '[100::1]',
    '[fec0::1]',
    '[3fff::1]',
    '[5f00::1]',
  ],
  ...[
    '127.0.0.1.attack.test',
    '10.0.0.1.attack.test',
    '169.254.169.254.attack.test',
    '--1.attack.test',
    '--ffff-127.0.0.1.attack.test',
    'fd00--1.attack.test',
  ],
  ...['8.8.8.8_127.0.0.1.attack.test', TURNING, 'metadata.google.internal'],
];

/** Ways to name a host in a URL that programs read in different ways. */
const FORMS: readonly ((host: string, port: number) => string)[] = [
  (host, port) => `https://${host}:${port}/x`,
  (host, port) => `http://${host}:${port}/x`,
  (host, port) => `https://example.com@${host}:${port}/x`,
  (host, port) => `https://${host}:${port}\\@example.com/`,
  (host, port) => `https:\\\\${host}:${port}\\x`,
  (host, port) => `https:///${host}:${port}/x`,
  (host, port) => ` https://${host}:${port}/x`,
  (host, port) => `https://${host}\t:${port}/x`,
  (host, port) => `https://${host}:${port}?.okta.com`,
  (host, port) => `https://${host}:${port}/.okta.com`,
  (host) => `gopher://${host}/x`,
  (host) => `file://${host}/etc/passwd`,
  (host) => `//${host}/x`,
  (host) => host,
];

/** A service inside the installation, which no request of a tenant may reach. */
interface Guarded {
  port: number;
  requests: string[];
  stop: () => Promise<void>;
}

async function startGuarded(): Promise<Guarded> {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(`${request.method} ${request.headers.host}${request.url}`);
    response.end('guarded');
  });
  // TLS clients speak first too.
  server.on('clientError', (_error, socket) => (requests.push('TLS'), socket.destroy()));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    stop: () => {
      server.closeAllConnections();
      return new Promise((stopped) => server.close(() => stopped()));
    },
  };
}

/** One request with a private target in one field. */
interface TargetTry {
  key: string;
  field: string;
  value: string;
  path: Record<string, string>;
  body: unknown;
}

/**
 * Attacks every field that takes an address with targets inside the installation: webhooks, syslog servers and the addresses of providers. The guarded
 * service must get no request, and each target must be refused. Nothing is sent beyond loopback.
 */
export const targets: Suite<Instance> = {
  name: NAME,
  summary: 'private addresses in every notation, in every field that takes a URL or a host',
  tries: 2000,
  run: async (instance, { tries, dice }) => {
    const findings = new Findings(NAME);
    const guarded = await startGuarded();
    try {
      // Drawn without order, so that a short run tries every field and many notations.
      const all = [...triesOn(guarded.port)].map((one) => ({ one, at: dice.next() })).sort((a, b) => a.at - b.at);
      const chosen = all.slice(0, tries).map(({ one }) => one);
      await inLanes(4, chosen, (one) => attack(instance, one, guarded, findings));
      await redirected(instance, guarded, findings);
      return { tries: chosen.length + 2, findings: findings.all };
    } finally {
      await guarded.stop();
    }
  },
};

const WEBHOOK = 'PUT /v1/tenants/notification/{severity}';
const GUARDRAIL = 'POST /v1/intents/monitors';
const TEST = 'POST /v1/tenants/notification/{severity}/test';
const CONNECT = 'POST /v1/policy-reader/test-connection';

function* triesOn(port: number): Generator<TargetTry> {
  const path = { severity: 'LOW' };
  const notification = (change: object): unknown => ({ notification_info: { email: [], slack_url: [], syslog: [], ...change } });
  const guardrail = (change: object): unknown => {
    const notify = { email: [], slack_url: [], syslog: [], min_risk: null, at_once: false, ...change };
    return { name: 'Private target', query: 'user', severity: 'LOW', notify };
  };
  for (const host of PRIVATE_HOSTS) {
    for (const form of FORMS) {
      const value = form(host, port);
      yield { key: WEBHOOK, field: 'slack_url', value, path, body: notification({ slack_url: [value] }) };
      yield { key: GUARDRAIL, field: 'notify.slack_url', value, path: {}, body: guardrail({ slack_url: [value] }) };
    }
    for (const network of ['tcp', 'udp']) {
      const value = `${host}:${port}`;
      yield { key: WEBHOOK, field: 'syslog', value, path, body: notification({ syslog: [{ endpoint: value, network }] }) };
    }
    yield* connections(FORMS.map((form) => form(host, port)));
  }
}

/** Every text field of every provider's form that may become an address; the other fields keep a valid value. */
function* connections(values: readonly string[]): Generator<TargetTry> {
  const url = values[0] as string;
  for (const cloud_type of CONNECTABLE) {
    const { block, fields } = SOURCE_FORMS[cloud_type];
    const valid = Object.fromEntries(fields.map(({ key, example }) => [key, example ?? '11111111-2222-3333-4444-555555555555']));
    for (const { key, addressesSecrets } of fields)
      for (const value of addressesSecrets ? values : [url])
        yield { key: CONNECT, field: `${block}.${key}`, value, path: {}, body: { cloud_type, [block]: { ...valid, token: 'secret', [key]: value } } };
  }
}

async function attack({ attacked, calls, platform, attacker }: Instance, one: TargetTry, guarded: Guarded, findings: Findings): Promise<void> {
  const headers = { authorization: `Bearer ${platform.token(attacker)}` };
  const call = callOf(calls, one.key);
  const request = { field: one.field, value: one.value };
  const before = guarded.requests.length;
  const hit = await attacked.send(shotOf(call, { path: one.path, query: {}, body: one.body }, headers));
  const answer = { status: hit.status, text: hit.text };
  // A name may have no address yet, or a public one. The server checks it again before each message.
  const mayBeSaved = one.key !== CONNECT && LATER.some((name) => one.value.includes(name));
  findings.expect(mayBeSaved || (hit.status >= 400 && hit.status < 500), `${one.field}: a private target was not refused`, one.key, request, answer);
  findings.expect(!hit.text.includes('guarded'), `${one.field}: the answer contains that of the guarded service`, one.key, request, answer);
  if (hit.status < 300 && mayBeSaved && one.key === WEBHOOK)
    await attacked.send(shotOf(callOf(calls, TEST), { path: one.path, query: {}, body: {} }, headers));
  const reached = guarded.requests.slice(before);
  findings.expect(reached.length === 0, `${one.field}: the guarded service got a request`, one.key, request, reached);
}

function callOf(calls: readonly ApiCall[], key: string): ApiCall {
  const call = calls.find((one) => one.key === key);
  if (!call) throw new Error(`the API document has no call ${key}`);
  return call;
}

/** A receiver in an allowed network redirects to the guarded service. The server must not follow. */
async function redirected({ attacked, calls, platform, attacker }: Instance, guarded: Guarded, findings: Findings): Promise<void> {
  const redirecting = createServer((_request, response) => response.writeHead(307, { location: `http://127.0.0.1:${guarded.port}/x` }).end());
  await new Promise<void>((listening) => redirecting.listen(0, RECEIVING_HOST, listening));
  const value = `http://${RECEIVING_HOST}:${(redirecting.address() as AddressInfo).port}/hook`;
  const headers = { authorization: `Bearer ${platform.token(attacker)}` };
  const before = guarded.requests.length;
  const body = { notification_info: { email: [], slack_url: [value], syslog: [] } };
  const saved = await attacked.send(shotOf(callOf(calls, WEBHOOK), { path: { severity: 'LOW' }, query: {}, body }, headers));
  const tested = await attacked.send(shotOf(callOf(calls, TEST), { path: { severity: 'LOW' }, query: {}, body: {} }, headers));
  const answer = { saved: saved.status, tested: tested.text };
  findings.expect(saved.status === 200, 'an allowed receiver was refused, so redirects were not tried', WEBHOOK, { value }, answer);
  findings.expect(
    guarded.requests.length === before,
    'the server followed a redirect',
    TEST,
    { value },
    { ...answer, reached: guarded.requests.slice(before) },
  );
  redirecting.closeAllConnections();
  await new Promise<void>((stopped) => redirecting.close(() => stopped()));
}
