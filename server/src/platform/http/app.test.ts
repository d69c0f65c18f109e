import { get, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createApp } from './app';
import { forbidden } from './errors';

const LONG = { text: 'a sentence that comes again and again. '.repeat(60) };
const PROXY = '10.1.0.2';

let app: FastifyInstance;
let lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  app = createApp(log, { publicUrl: 'http://localhost', trustedProxies: ['127.0.0.1', PROXY] });
  app.get('/who', async ({ ip }) => ({ ip }));
  app.get('/long', async (_request, reply) => reply.header('vary', 'authorization').send(LONG));
  app.get('/refused', async (request) => {
    request.principal = { tenantId: 'demo', email: 'eve@demo.example', rights: [], userSource: 'COGNITO', expiresAt: Infinity };
    throw forbidden('No.', 'RIGHT_MISSING');
  });
  app.get('/file', async (_request, reply) => reply.header('content-disposition', 'attachment; filename="a.json"').send({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** Returns the response as it came over the wire; `fetch` would unpack it. */
function ask(path: string, headers: Record<string, string>): Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }));
    }).on('error', reject);
  });
}

const jsonOf = ({ bytes }: { bytes: Buffer }): unknown => JSON.parse(bytes.toString());

describe('the client IP address', () => {
  it.each([
    ['the forwarded address if a configured proxy sets it', '203.0.113.9', '203.0.113.9'],
    ['the forwarded address if another configured proxy is in front of that one', `203.0.113.9, ${PROXY}`, '203.0.113.9'],
    ['the address of the first proxy that is not trusted', '203.0.113.9, 10.1.0.3', '10.1.0.3'],
  ])('is %s', async (_who, forwarded, ip) => {
    expect(jsonOf(await ask('/who', { 'x-forwarded-for': forwarded }))).toEqual({ ip });
  });
});

describe('an HTTP response', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('is compressed for a client that accepts %s', async (accepted, encoding, unpack) => {
    const { headers, bytes } = await ask('/long', { 'accept-encoding': accepted });
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'authorization, accept-encoding' });
    expect(bytes.length).toBeLessThan(300);
    expect(JSON.parse(unpack(bytes).toString())).toEqual(LONG);
  });

  it('stays uncompressed for other clients, and when it is short', async () => {
    const plain = await ask('/long', { 'accept-encoding': 'identity' });
    expect([plain.headers['content-encoding'], jsonOf(plain)]).toEqual([undefined, LONG]);
    expect((await ask('/who', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
  });
});

describe('the log', () => {
  it('names who was refused what and why, and is silent about what was answered', async () => {
    lines = [];
    await ask('/who', {});
    await ask('/refused?token=secret', {});
    await new Promise((resolve) => setImmediate(resolve));
    const [line, ...others] = lines;
    expect(others).toEqual([]);
    expect(line).toMatchObject({ msg: 'request refused', level: 30, status: 403, method: 'GET', route: '/refused', reason: 'RIGHT_MISSING' });
    expect(line).toMatchObject({ tenant: 'demo', user: 'eve@demo.example', address: '127.0.0.1' });
    expect(JSON.stringify(line)).not.toContain('secret');
  });
});

describe('data', () => {
  it('is neither cached nor shown as a page', async () => {
    for (const path of ['/who', '/refused']) {
      const { headers } = await ask(path, {});
      expect(headers).toMatchObject({ 'content-disposition': 'attachment; filename="api.json"', 'cache-control': 'no-store' });
    }
    expect((await ask('/file', {})).headers['content-disposition']).toBe('attachment; filename="a.json"');
  });
});
