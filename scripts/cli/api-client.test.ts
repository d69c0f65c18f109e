import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiClient } from './api-client';

/** A server that gives tokens of that life, in seconds, numbered from 1, and notes with which each call came. */
async function serverWith(life: number): Promise<{ server: Server; client: ApiClient; seen: (string | undefined)[] }> {
  const seen: (string | undefined)[] = [];
  let issued = 0;
  const server = createServer((request, reply) => {
    const isToken = request.url === '/v1/operator/token';
    if (!isToken) seen.push(request.headers.authorization);
    reply.setHeader('content-type', 'application/json');
    reply.end(JSON.stringify(isToken ? { access_token: `token-${++issued}`, token_type: 'Bearer', expires_in: life, tenant: 'demo' } : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, client: new ApiClient({ url, operatorKey: 'key', dataDir: '', token: null }), seen };
}

it.each([
  ['keeps its token until it is due for renewal', 3600, ['Bearer token-1', 'Bearer token-1', 'Bearer token-1']],
  ['requests a new token when the old one expires', 0, ['Bearer token-1', 'Bearer token-2', 'Bearer token-3']],
])('ApiClient %s', async (_what, life, expected) => {
  const { server, client, seen } = await serverWith(life);
  try {
    await Promise.all([client.call('GET /v1/tenants'), client.token()]);
    await client.call('GET /v1/tenants');
    await client.call('GET /v1/tenants');
    expect(seen).toEqual(expected);
  } finally {
    server.close();
  }
});
