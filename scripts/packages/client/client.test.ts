import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type CamClient, type ClientOptions } from './client';
import { CamRefusal, CamUnreachable } from './failure';

type Answer = (response: ServerResponse) => unknown;

let server: Server;
let seen: { call: string; authorization: string | undefined; body: string }[];
let answers: Answer[];

/** Returns a client of a server that gives these answers, one to each request. */
function clientOf(...given: Answer[]): CamClient {
  answers = given;
  return client({});
}

function client(options: Partial<ClientOptions>): CamClient {
  return createClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, token: 'cam_secret', ...options });
}

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const refusal = (code: string): object => ({ error: 'Conflict', code, message: 'm', user_message: 'Choose another name.', trackingId: 't' });

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  seen.push({ call: `${request.method} ${request.url}`, authorization: request.headers.authorization, body });
  answers.shift()?.(response);
}

beforeEach(async () => {
  seen = [];
  server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it('makes a call by its name, with path, query, body and token', async () => {
  const cam = clientOf(json(200, { entries: [] }), json(200, {}));
  expect(await cam.getReports({ query: { limit: 5 } })).toEqual({ entries: [] });
  await cam.call('DELETE /v1/exclusions/{exclusion_id}', { path: { exclusion_id: 'a/b' } });
  expect(seen).toEqual([
    { call: 'GET /v1/reports?limit=5', authorization: 'Bearer cam_secret', body: '' },
    { call: 'DELETE /v1/exclusions/a%2Fb', authorization: 'Bearer cam_secret', body: '' },
  ]);
});

it('asks for the token before each request, so that it may be rotated', async () => {
  answers = [json(200, {}), json(200, {})];
  const tokens = ['first', 'second'];
  const cam = client({ token: async () => tokens.shift() ?? '' });
  await cam.getTenants();
  await cam.getTenants();
  expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer first', 'Bearer second']);
});

it('returns nothing of an empty answer, and a file as a Blob', async () => {
  const cam = clientOf(
    (response) => response.writeHead(204).end(),
    (response) => response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b'),
  );
  expect(await cam.call('DELETE /v1/exclusions/{exclusion_id}', { path: { exclusion_id: '1' } })).toBeUndefined();
  const file = (await cam.call('GET /v1/tenants', {})) as unknown as Blob;
  expect(await file.text()).toBe('a,b');
});

it('tells why an answer is partial', async () => {
  const told: unknown[] = [];
  answers = [json(200, {}, { 'x-sp-partial-results': '["missing_records"]' })];
  await client({ onPartial: (...args) => told.push(args) }).getTenants();
  expect(told).toEqual([['GET /v1/tenants', ['missing_records']]]);
});

it('throws a refusal with the code and the sentence of the server', async () => {
  const refused = (await clientOf(json(409, refusal('NAME_TAKEN')))
    .getTenants()
    .catch((error: unknown) => error)) as CamRefusal;
  expect(refused).toBeInstanceOf(CamRefusal);
  expect([refused.status, refused.code, refused.message, refused.call]).toEqual([409, 'NAME_TAKEN', 'Choose another name.', 'GET /v1/tenants']);
  const foreign = (await clientOf((response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>proxy</h1>'))
    .getTenants()
    .catch((error: unknown) => error)) as CamRefusal;
  expect([foreign.code, foreign.message]).toEqual([null, expect.stringContaining('returned status 502, which did not come from CAM')]);
});

it('waits and sends again when there were too many calls, also a call that writes', async () => {
  const tooMany = json(429, refusal('TOO_MANY_CALLS'), { 'retry-after': '0' });
  const cam = clientOf(tooMany, tooMany, json(200, { done: true }));
  expect(await cam.call('PUT /v1/stages', { body: {} as never })).toEqual({ done: true });
  expect(seen).toHaveLength(3);
});

it('sends a call that reads again when CAM is not ready or the connection breaks, but not a call that writes', async () => {
  const notReady = json(503, refusal('UNAVAILABLE'), { 'retry-after': '0' });
  const breaks: Answer = (response) => response.destroy();
  expect(await clientOf(notReady, breaks, json(200, { done: true })).getTenants()).toEqual({ done: true });
  expect(seen).toHaveLength(3);
  for (const [answer, error] of [
    [notReady, CamRefusal],
    [breaks, CamUnreachable],
  ] as const) {
    seen = [];
    await expect(clientOf(answer, json(200, {})).call('PUT /v1/stages', { body: {} as never })).rejects.toBeInstanceOf(error);
    expect(seen).toHaveLength(1);
  }
});

it('gives up after the attempts, and ends at once when the caller does', async () => {
  answers = [json(503, refusal('UNAVAILABLE'), { 'retry-after': '0' }), json(503, refusal('UNAVAILABLE'), { 'retry-after': '0' })];
  await expect(client({ attempts: 2 }).getTenants()).rejects.toMatchObject({ status: 503 });
  const stop = new AbortController();
  answers = [json(503, refusal('UNAVAILABLE'), { 'retry-after': '3600' })];
  const waiting = client({}).getTenants({}, { signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});
