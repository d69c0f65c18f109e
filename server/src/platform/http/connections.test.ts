import { EventEmitter, once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createApp, type AppOptions } from './app';
import { sendEventStream } from './event-stream';
import { limitedStream } from './limited-stream';
import { stopServing } from './stop-serving';
import { TIMEOUTS } from './timeouts';

let app: FastifyInstance;
afterEach(() => app.close());

/** Starts a server that echoes bodies and shows what it knows of the client. */
async function start(options: Partial<AppOptions> = {}): Promise<void> {
  app = createApp(pino({ level: 'silent' }), { publicUrl: 'https://cam.example:8443', ...options });
  app.get('/client', async ({ ip, raw }) => ({ ip, headers: raw.headers }));
  app.post('/echo', async ({ body }) => body);
  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', (_request, _payload, done) => done(null));
    uploads.post('/upload', { config: { streamsBody: true } }, async ({ raw }) => {
      let bytes = 0;
      for await (const chunk of limitedStream(raw, undefined, { pause: 100 })) bytes += (chunk as Buffer).length;
      return { bytes };
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
}

/** Opens a connection and sends a text. `answer` resolves with everything received, when the server closes the connection. */
function send(text: string): { socket: Socket; received: () => string; answer: Promise<string> } {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(text);
  return { socket, received: () => received, answer: once(socket, 'close').then(() => received) };
}

const headersOf = async (url: string, headers: Record<string, string>): Promise<{ ip: string; headers: Record<string, string> }> =>
  (await fetch(new URL(url, app.listeningOrigin), { headers })).json() as never;

describe('forwarded headers', () => {
  const forged = {
    forwarded: 'for=203.0.113.9;host=evil.example;proto=http',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    'x-real-ip': '203.0.113.9',
  };

  it('do not count from a client that is no configured proxy, also on this machine', async () => {
    await start();
    expect((await headersOf('/client', forged)).ip).toBe('127.0.0.1');
  });

  it('have the public address of the installation for all code behind, whatever a client or proxy sends', async () => {
    await start({ trustedProxies: ['127.0.0.1'] });
    const { ip, headers } = await headersOf('/client', forged);
    expect(ip).toBe('203.0.113.9');
    expect(headers).toMatchObject({ 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'cam.example:8443', 'x-forwarded-proto': 'https' });
    expect(headers).not.toHaveProperty('forwarded');
    expect(headers).not.toHaveProperty('x-real-ip');
  });
});

describe('a slow client', () => {
  it('is disconnected with 408 if its headers do not end', async () => {
    await start({ timeouts: { ...TIMEOUTS, headers: 0.2 } });
    expect(await send('GET /client HTTP/1.1\r\nhost: x\r\nx-').answer).toMatch(/^HTTP\/1.1 408 /);
  });

  it('is disconnected if it opens a connection and sends nothing', async () => {
    await start({ timeouts: { ...TIMEOUTS, headers: 0.2 } });
    await send('').answer;
  });

  it('is disconnected with 408 if its body does not end', async () => {
    await start({ timeouts: { ...TIMEOUTS, body: 0.1 } });
    const { answer } = send('POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"a"');
    expect(await answer).toMatch(/^HTTP\/1.1 408 /);
  });

  it('gets 408 with a message if its upload pauses', async () => {
    await start();
    const { answer, received, socket } = send('POST /upload HTTP/1.1\r\nhost: x\r\ncontent-type: application/zip\r\ncontent-length: 900\r\n\r\nPK');
    while (!received().includes('}')) await once(socket, 'data');
    expect(received()).toMatch(/^HTTP\/1.1 408 /);
    expect(received()).toContain('TOO_SLOW');
    socket.destroy();
    await answer;
  });

  it('is disconnected if it keeps a connection without requests', async () => {
    await start({ timeouts: { ...TIMEOUTS, idle: 0.1 } });
    expect(await send('GET /client HTTP/1.1\r\nhost: x\r\n\r\n').answer).toMatch(/^HTTP\/1.1 200 /);
  });

  it('does not keep others from being served', async () => {
    await start();
    const slow = Array.from({ length: 50 }, () =>
      send('POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{'),
    );
    expect((await fetch(new URL('/client', app.listeningOrigin))).status).toBe(200);
    for (const { socket } of slow) socket.destroy();
  });
});

it('a body above the limit is answered with 413, and the connection serves the next request', async () => {
  await start();
  const body = JSON.stringify('x'.repeat(10 * 1024 * 1024));
  for (let time = 0; time < 3; time++) {
    const response = await fetch(new URL('/echo', app.listeningOrigin), { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([413, 'TOO_LARGE']);
  }
});

describe('a server that stops', () => {
  it('answers the requests in flight, ends event streams at once, and refuses new requests', async () => {
    app = createApp(pino({ level: 'silent' }), { publicUrl: 'http://localhost' });
    const release = new EventEmitter();
    app.get('/slow', async () => {
      release.emit('called');
      await once(release, 'answer');
      return { done: true };
    });
    app.get('/events', async (request, reply) => {
      sendEventStream({ request, reply, principal: { expiresAt: Infinity } as never }, () => () => undefined);
      return reply;
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const origin = app.listeningOrigin;
    const events = await fetch(new URL('/events', origin));
    const called = once(release, 'called');
    const slow = fetch(new URL('/slow', origin));
    await called;
    const stopped = stopServing(app, 60_000);
    expect(await events.text()).toContain(': open');
    await expect(fetch(new URL('/slow', origin), { headers: { connection: 'close' } })).rejects.toThrow();
    release.emit('answer');
    expect(await (await slow).json()).toEqual({ done: true });
    await stopped;
  });

  it('ends requests that take longer than the limit', async () => {
    app = createApp(pino({ level: 'silent' }), { publicUrl: 'http://localhost' });
    app.get('/endless', () => new Promise(() => undefined));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const arrived = once(app.server, 'request');
    const endless = fetch(new URL('/endless', app.listeningOrigin));
    const failed = expect(endless).rejects.toThrow();
    await arrived;
    await stopServing(app, 50);
    await failed;
  });
});
