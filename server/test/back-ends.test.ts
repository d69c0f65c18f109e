import { createServer, request as httpRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { rightOfScope, type Scope } from '@cam/contracts/server';
import { startRegistryServer, type RegistryServer } from './support/registry-server';

const ORDERS = 'GET /orders/{id}';

/** The server of a team, which verifies tokens as docs/publishing.md says. */
class TeamServer {
  readonly received: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => response.end('{}');
  document: unknown = documentWith({ id: { type: 'string' }, total: { type: 'number' } });
  readonly #server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      if (request.url === '/team/openapi.json') return response.end(JSON.stringify(this.document));
      this.received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
      return this.answer(request, response);
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/team`;
  }

  stop(): Promise<unknown> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }
}

function documentWith(properties: object): object {
  return {
    openapi: '3.1.0',
    paths: {
      '/orders/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: { content: { 'application/json': { schema: { type: 'object', properties, required: Object.keys(properties) } } } } },
        },
      },
    },
  };
}

const SNAPSHOT = {
  [ORDERS]: {
    path: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    query: { type: 'object', properties: {}, required: [] },
    body: { type: 'object', properties: {}, additionalProperties: true },
    answer: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] },
  },
};

/** Returns the claims of a token. */
function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
}

/** Returns the claims of a token whose signature (ES256, RFC 7515) fits the published keys, as the server of a team does. */
async function verified(token: string, keysUrl: string): Promise<Record<string, unknown>> {
  const { keys } = (await (await fetch(keysUrl)).json()) as { keys: (JsonWebKey & { kid: string })[] };
  const [head = '', body = '', signature = ''] = token.split('.');
  const { kid, alg } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string; alg: string };
  const jwk = keys.find((key) => key.kid === kid);
  if (!jwk || alg !== 'ES256') throw new Error(`no key ${kid} for ${alg}`);
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  if (!verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))) throw new Error('wrong signature');
  return claimsOf(token);
}

let server: RegistryServer;
let team: TeamServer;
let teamUrl: string;
let operator: string;
let viewer: string;

beforeAll(async () => {
  server = await startRegistryServer({ CAM_BACK_END_NETWORKS: '127.0.0.1' });
  operator = await server.tokenFor({ tenant: 'demo' });
  viewer = await server.tokenFor({ user: 'viewer@demo.example' });
  team = new TeamServer();
  teamUrl = await team.start();
}, 240_000);
afterAll(async () => {
  await server.stop();
  await team.stop();
});
beforeEach(async () => {
  team.received.length = 0;
  team.answer = (_request, response) => response.end('{}');
  await choose(teamUrl);
});

const choose = (url: string, seconds?: number, token = operator) =>
  server.call('PUT /v1/remotes/{id}/back-end', { path: { id: 'orders' }, body: { url, ...(seconds ? { seconds } : {}) } }, token);

const ask = (path: string, init: RequestInit = {}, token: string | null = viewer): Promise<Response> =>
  fetch(`${server.url}/x/orders/${path}`, { ...init, headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...init.headers } });

const errorOf = async (answer: Response): Promise<{ status: number; code: string; user_message: string }> => ({
  status: answer.status,
  ...((await answer.json()) as { code: string; user_message: string }),
});

describe('the server of a team', () => {
  it('gets the call with a token that says who calls, and neither the token nor the cookies of the user', async () => {
    team.answer = (_request, response) => {
      response.writeHead(201, { 'content-type': 'application/json', etag: '"7"', 'set-cookie': 'session=stolen', 'x-powered-by': 'team' });
      response.end('{"total": 12.5}');
    };
    const answer = await ask('orders/a%2Fb?limit=2', {
      method: 'POST',
      body: '{"count": 2}',
      headers: { 'content-type': 'application/json', cookie: 'secret=1', 'x-forwarded-for': '203.0.113.1' },
    });
    expect([answer.status, await answer.json(), answer.headers.get('etag')]).toEqual([201, { total: 12.5 }, '"7"']);
    expect([answer.headers.get('set-cookie'), answer.headers.get('x-powered-by'), answer.headers.get('cache-control')]).toEqual([
      null,
      null,
      'private, no-store',
    ]);
    const [call] = team.received;
    expect(call).toMatchObject({ method: 'POST', url: '/team/orders/a%2Fb?limit=2', body: '{"count": 2}' });
    expect([call?.headers.cookie, call?.headers['x-forwarded-for']]).toEqual([undefined, undefined]);

    const { tokens } = (await server.call('GET /v1/remotes/{id}/back-end', { path: { id: 'orders' } }, operator)).body;
    const token = String(call?.headers.authorization).replace('Bearer ', '');
    const payload = await verified(token, tokens.keys_url);
    expect(payload).toMatchObject({ iss: tokens.issuer, sub: 'viewer@demo.example', email: 'viewer@demo.example', tenant: 'demo', aud: 'orders' });
    expect(Number(payload.exp) - Number(payload.iat)).toBe(60);
    const scopes = claimsOf(viewer).rights as Scope[];
    expect(payload.rights).toEqual(scopes.map(rightOfScope));
    expect((await server.call('GET /v1/tenants', {}, token)).status).toBe(401);
  });

  it('publishes keys without their private part', async () => {
    const { keys } = (await (await fetch(`${server.url}/x/.well-known/jwks.json`)).json()) as { keys: Record<string, string>[] };
    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });

  it('gets no call without a session, with a forged token, with an API token, or of a tenant in which the area is off', async () => {
    expect((await ask('orders/1', {}, null)).status).toBe(401);
    expect((await ask('orders/1', {}, `${viewer.slice(0, -6)}AAAAAA`)).status).toBe(401);
    const { token } = (
      await server.call('POST /v1/tokens', { body: { name: 'pipeline', kind: 'PERSONAL', scopes: ['cam:general:read'], days: 1 } }, viewer)
    ).body;
    expect(await errorOf(await ask('orders/1', {}, token))).toMatchObject({ status: 403, code: 'API_TOKEN_REFUSED' });
    const policy = (enabled: boolean) =>
      server.call('PATCH /v1/remotes/{id}/policy', { path: { id: 'orders' }, body: { enabled, reason: 'planned work' } }, operator);
    expect((await policy(false)).status).toBe(200);
    expect(await errorOf(await ask('orders/1'))).toMatchObject({ status: 403, code: 'REMOTE_OFF' });
    const other = await server.tokenFor({ tenant: await server.createTenant() });
    expect((await ask('orders/1', {}, other)).status).toBe(200);
    await policy(true);
    expect(team.received).toHaveLength(1);
    expect(claimsOf(String(team.received[0]?.headers.authorization).slice(7)).tenant).toBe(claimsOf(other).tenant);
  });

  it.each(['../admin', '%2e%2e/admin', '..%2fadmin', 'orders/..%5C..%2fadmin', 'a/../../../admin'])('is not left by the path %s', async (path) => {
    // fetch would resolve the dots itself.
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      const sent = httpRequest({ hostname, port, path: `/x/orders/${path}`, headers: { authorization: `Bearer ${viewer}` } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject);
      sent.end();
    });
    expect(status).toBe(404);
    expect(team.received.filter(({ url }) => !url.startsWith('/team/'))).toEqual([]);
  });

  it.each<[string, number, string, (response: ServerResponse) => void]>([
    ['a refusal of the token', 502, 'BACK_END_REFUSES', (response) => response.writeHead(401).end()],
    ['a redirect', 502, 'BACK_END_REDIRECTS', (response) => response.writeHead(302, { location: 'https://other.example' }).end()],
    ['an answer that is too large', 502, 'BACK_END_ANSWER', (response) => void response.writeHead(200, { 'content-length': '90000000' }).write('x')],
    ['a connection that breaks', 502, 'BACK_END_UNREACHABLE', (response) => response.destroy()],
  ])('is told apart from CAM for %s', async (_what, status, code, act) => {
    team.answer = (_request, response) => act(response);
    const failure = await errorOf(await ask('orders/1'));
    expect(failure).toMatchObject({ status, code });
    expect(failure.user_message).toMatch(/server of orders/);
  });

  it('has its time limit', async () => {
    await choose(teamUrl, 1);
    team.answer = () => undefined;
    expect(await errorOf(await ask('orders/1'))).toMatchObject({ status: 504, code: 'BACK_END_TOO_SLOW' });
  });

  it('passes its own refusals on', async () => {
    team.answer = (_request, response) => response.writeHead(409, { 'content-type': 'application/json' }).end('{"message":"sent already"}');
    const answer = await ask('orders/1', { method: 'DELETE' });
    expect([answer.status, await answer.json()]).toEqual([409, { message: 'sent already' }]);
  });

  it('gets no body above the limit', async () => {
    const answer = await ask('orders/1', { method: 'PUT', body: 'x'.repeat(11 * 1024 * 1024) }).catch(() => null);
    // The server may end the connection while the rest of the body is on its way.
    if (answer) expect(answer.status).toBe(413);
    expect(team.received.filter(({ body }) => body.length > 10 * 1024 * 1024)).toEqual([]);
  });

  it('is chosen by operators only, and each change is in the audit log', async () => {
    const path = { id: 'orders' };
    expect((await server.call('GET /v1/remotes/{id}/back-end', { path }, viewer)).status).toBe(403);
    expect((await choose(teamUrl, 5, viewer)).status).toBe(403);
    expect((await server.call('DELETE /v1/remotes/{id}/back-end', { path }, viewer)).status).toBe(403);
    expect((await server.call('GET /v1/remotes/{id}/back-end', { path })).status).toBe(401);
    await choose(teamUrl, 7);
    const { back_end } = (await server.call('GET /v1/remotes/{id}/back-end', { path }, operator)).body;
    expect(back_end).toMatchObject({ id: 'orders', url: `${teamUrl}/`, seconds: 7 });
    expect((await server.call('DELETE /v1/remotes/{id}/back-end', { path }, operator)).status).toBe(204);
    expect((await server.call('DELETE /v1/remotes/{id}/back-end', { path }, operator)).status).toBe(404);
    expect((await ask('orders/1')).status).toBe(404);
  });

  it.each<[string, string]>([
    ['ftp://team.example/', 'https://host/path'],
    ['team.example', 'https://host/path'],
    ['https://user:secret@team.example/', 'without user'],
    ['https://team.example/?a=1', 'without user'],
    ['https://169.254.169.254/', 'private network'],
    ['https://10.0.0.1/', 'CAM_BACK_END_NETWORKS'],
    ['http://203.1.2.3/', 'https://'],
  ])('cannot be %s', async (url, words) => {
    const answer = await choose(url);
    expect([answer.status, answer.error.code]).toEqual([422, 'BACK_END_URL']);
    expect(answer.error.user_message).toContain(words);
  });
});

describe('the key that signs the tokens', () => {
  const keysUrl = () => `${server.url}/x/.well-known/jwks.json`;
  const kidsPublished = async () => ((await (await fetch(keysUrl())).json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
  const rotate = (compromised?: boolean) => server.callAsInstallation('POST /v1/operator/secrets/rotate-back-end-key', { body: { compromised } });
  const sentToken = async () => {
    team.received.length = 0;
    expect((await ask('orders/1')).status).toBe(200);
    return String(team.received[0]?.headers.authorization).slice(7);
  };

  it('can be replaced without a failing call: servers of teams can read the new one before it signs, and verify tokens of the former one', async () => {
    const [first] = await kidsPublished();
    const before = await sentToken();
    const { status, body } = await rotate();
    expect([status, body.published]).toEqual([200, 2]);
    expect(Date.parse(body.signs_from)).toBeGreaterThan(Date.now());
    expect(await kidsPublished()).toEqual([first, body.kid]);
    for (const token of [before, await sentToken()]) expect(await verified(token, keysUrl())).toMatchObject({ aud: 'orders' });
  });

  it('ends at once if a stranger may have it', async () => {
    const before = await sentToken();
    const { body } = await rotate(true);
    expect(await kidsPublished()).toEqual([body.kid]);
    await expect(verified(before, keysUrl())).rejects.toThrow('no key');
    expect(await verified(await sentToken(), keysUrl())).toMatchObject({ aud: 'orders' });
  });

  it('is replaced by the installation only', async () => {
    expect((await server.call('POST /v1/operator/secrets/rotate-back-end-key', { body: {} }, operator)).status).toBe(401);
    expect((await server.call('POST /v1/operator/secrets/rotate-back-end-key', { body: {} })).status).toBe(401);
  });
});

describe('a new server of a team', () => {
  const document = (properties: object): string => {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(documentWith(properties)));
    return file;
  };
  let folder: string;
  let token: string;
  const check = (file: string): { code: number; output: string } => {
    const env = { ...process.env, CAM_URL: server.url, CAM_PUBLISHER_TOKEN: token };
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/cam.mjs', 'remotes', 'back-end', 'can-i-deploy', 'orders', file], {
      env,
    });
    return { code: status ?? 1, output: `${stdout.toString()}${stderr.toString()}` };
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cam-back-end-'));
    await choose(teamUrl);
    const files = { 'back-end.json': JSON.stringify(SNAPSHOT) };
    await server.publish(operator, 'orders', '0.9.0', { manifest: { backEndCalls: [ORDERS] }, files });
    await server.point(operator, 'orders', '0.9.0');
    const path = { id: 'orders' };
    token = (await server.call('POST /v1/remotes/{id}/publisher-tokens', { path, body: { label: 'orders', channels: [], days: 1 } }, operator)).body
      .token;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is checked by its team before it is deployed, against the releases in use', () => {
    expect(check(document({ id: { type: 'string' }, total: { type: 'number' } }))).toEqual({
      code: 0,
      output: expect.stringContaining('orders 0.9.0 (stable channel): compatible'),
    });
    const broken = check(document({ id: { type: 'string' } }));
    expect(broken.code).toBe(1);
    expect(broken.output).toContain('GET /orders/{id}: the answer.total is missing');
    expect(broken.output).toContain('Do not deploy this server yet.');
    expect(check(join(folder, 'none.json')).output).toContain('cannot be read');
  });

  it('gets the releases in use without the names of tenants, and those of its own area only', async () => {
    const tenant = await server.createTenant();
    const admin = await server.tokenFor({ tenant });
    await server.call('PATCH /v1/remotes/{id}/policy', { path: { id: 'orders' }, body: { pin: '0.9.0', reason: 'audit week' } }, admin);
    const inUse = (id: string, as?: string) => server.call('GET /v1/remotes/{id}/in-use', { path: { id } }, as);
    expect((await inUse('orders', token)).body.releases).toEqual([{ id: 'orders', version: '0.9.0', why: ['stable channel', 'pinned by a tenant'] }]);
    expect((await inUse('billing', token)).status).toBe(403);
    expect((await inUse('orders', viewer)).status).toBe(403);
    expect((await inUse('orders')).status).toBe(401);
  });
});

describe('the gate "back-end"', () => {
  const publish = (version: string, snapshot: object | null = SNAPSHOT, calls = [ORDERS]) =>
    server.publish(operator, 'orders', version, {
      manifest: { backEndCalls: calls },
      files: snapshot === null ? {} : { 'back-end.json': JSON.stringify(snapshot) },
    });
  const refusal = async (answer: ReturnType<typeof publish>) => {
    const { status, error } = await answer;
    expect(status).toBe(422);
    const [first] = (error.details as { refusals: { gate: string; problem: string; fix: string }[] }).refusals;
    expect(first?.gate).toBe('back-end');
    return `${first?.problem} ${first?.fix}`;
  };

  it('lets a release pass whose calls the running server serves', async () => {
    expect((await publish('1.0.0')).status).toBe(201);
  });

  it('names the field that the running server no longer returns', async () => {
    team.document = documentWith({ id: { type: 'string' } });
    expect(await refusal(publish('1.0.1'))).toContain('It calls "GET /orders/{id}" of its team\'s server, but the answer.total is missing.');
    team.document = documentWith({ id: { type: 'string' }, total: { type: 'number' } });
  });

  it('refuses a call that the server does not serve, or that the release does not describe', async () => {
    const snapshot = { ...SNAPSHOT, 'GET /invoices': SNAPSHOT[ORDERS] };
    expect(await refusal(publish('1.0.2', snapshot, ['GET /invoices']))).toContain('which the server of its team does not serve');
    expect(await refusal(publish('1.0.3', null))).toContain('back-end.json does not describe');
  });

  it('says what to do if the document or the server is missing', async () => {
    team.document = { swagger: '2.0' };
    expect(await refusal(publish('1.0.4'))).toContain('openapi.json answer with the OpenAPI document');
    team.document = documentWith({ id: { type: 'string' }, total: { type: 'number' } });
    await server.call('DELETE /v1/remotes/{id}/back-end', { path: { id: 'orders' } }, operator);
    expect(await refusal(publish('1.0.5'))).toContain('npm run cam -- remotes back-end set orders');
  });
});
