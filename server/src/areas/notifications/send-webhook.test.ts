import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OutboundTargets } from '../../platform/security/outbound-targets';
import { sendWebhook } from './send-webhook';

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  server = undefined;
});

async function receiver(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}
const loopback = new OutboundTargets(['127.0.0.0/8']);
const send = (url: string, targets = loopback, limit?: number) => sendWebhook(url, { text: 'Grüße' }, 'id-1', targets, limit);

it('sendWebhook posts the message with its ID as the idempotency key', async () => {
  const requests: unknown[] = [];
  const url = await receiver((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests.push([request.method, request.url, request.headers['content-type'], request.headers['idempotency-key'], JSON.parse(body)]);
      response.end('ok');
    });
  });
  expect(await send(url)).toEqual({ sent: true });
  expect(requests).toEqual([['POST', '/hook', 'application/json; charset=utf-8', 'id-1', { text: 'Grüße' }]]);
});

it.each([
  [429, { 'retry-after': '7' }, { later: true, wait: 7000, message: 'It answered 429' }],
  [503, {}, { later: true, wait: undefined, message: 'It answered 503' }],
  [404, {}, { later: false, message: 'It answered 404' }],
  [302, { location: 'http://169.254.169.254/' }, { later: false, message: 'It answered 302: redirects are not followed' }],
])('sendWebhook reports status %i as a failure and sends no second request', async (status, headers, outcome) => {
  let requests = 0;
  const url = await receiver((_request, response) => {
    requests += 1;
    response.writeHead(status, headers).end();
  });
  expect(await send(url)).toEqual({ sent: false, ...outcome });
  expect(requests).toBe(1);
});

it('sendWebhook times out without an answer, and asks for a retry', async () => {
  const url = await receiver(() => undefined);
  expect(await send(url, loopback, 50)).toEqual({ sent: false, later: true, message: 'It did not answer in time' });
});

it('sendWebhook asks for a retry if the connection is closed or refused', async () => {
  const url = await receiver((request) => request.socket.destroy());
  expect(await send(url)).toEqual({ sent: false, later: true, message: 'It ended the connection' });
  await new Promise((resolve) => server?.close(resolve));
  expect(await send(url)).toEqual({ sent: false, later: true, message: 'It refused the connection' });
});

it('sendWebhook refuses a private address that the operator does not allow, by address or by name', async () => {
  let requests = 0;
  const url = await receiver((_request, response) => {
    requests += 1;
    response.end();
  });
  const refused = { sent: false, later: false, message: 'Private and link-local addresses are refused' };
  expect(await send(url, new OutboundTargets([]))).toEqual(refused);
  const named = url.replace('http://127.0.0.1', 'https://hooks.example');
  expect(await send(named, new OutboundTargets([], async () => ['9.9.9.9', '127.0.0.1']))).toEqual(refused);
  // The operator trusts loopback, not the address of this name: nothing is sent to it unencrypted.
  expect(await send(url.replace('127.0.0.1', 'hooks.example'), new OutboundTargets(['127.0.0.0/8'], async () => ['9.9.9.9']))).toEqual(refused);
  expect(requests).toBe(0);
});

it('sendWebhook refuses a name that resolved to an allowed address earlier, but no longer does', async () => {
  let requests = 0;
  const url = await receiver((_request, response) => {
    requests += 1;
    response.end();
  });
  const answers = [['9.9.9.9']];
  const targets = new OutboundTargets([], async () => answers.shift() ?? ['127.0.0.1']);
  expect(await targets.isForbidden('hooks.example')).toBe(false);
  expect(await send(url.replace('http://127.0.0.1', 'https://hooks.example'), targets)).toMatchObject({ sent: false, later: false });
  // Unencrypted messages go only to an address that the operator trusts, not to an earlier address of the name.
  const turning = [['127.0.0.1'], ['9.9.9.9']];
  const trusting = new OutboundTargets(['127.0.0.0/8'], async () => turning.shift() ?? []);
  expect(await trusting.isTrusted('hooks.example')).toBe(true);
  expect(await send(url.replace('127.0.0.1', 'hooks.example'), trusting)).toMatchObject({ sent: false, later: false });
  expect(requests).toBe(0);
});

it('sendWebhook connects to the checked address and keeps the name in the Host header', async () => {
  const hosts: (string | undefined)[] = [];
  const url = await receiver((request, response) => {
    hosts.push(request.headers.host);
    response.end();
  });
  const named = url.replace('127.0.0.1', 'hooks.example');
  expect(await send(named, new OutboundTargets(['127.0.0.0/8'], async () => ['127.0.0.1']))).toEqual({ sent: true });
  expect(hosts).toEqual([new URL(named).host]);
});
