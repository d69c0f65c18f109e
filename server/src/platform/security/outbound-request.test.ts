import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { sendOutbound } from './outbound-request';
import { OutboundTargets } from './outbound-targets';

let server: Server;
let url: URL;
/** Bodies that arrived, by the number of their connection. */
let arrived: [number, string][] = [];

/** Starts a server that ends each connection when its second request arrives, as one that closes idle connections may. */
beforeEach(async () => {
  const connections: Socket[] = [];
  const served = new Map<Socket, number>();
  arrived = [];
  server = createServer((request, response) => {
    const { socket } = request;
    const count = (served.get(socket) ?? 0) + 1;
    served.set(socket, count);
    if (count > 1) return void socket.resetAndDestroy();
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      arrived.push([connections.indexOf(socket), body]);
      response.end('ok');
    });
  });
  server.on('connection', (socket) => connections.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

async function send(body: Readable | Buffer | null, method = 'POST'): Promise<void> {
  const request = { method, url, headers: {}, body, seconds: 5, signal: AbortSignal.timeout(10_000) };
  const answer = await sendOutbound(request, new OutboundTargets(['127.0.0.0/8']));
  // The connection is free again once the answer has been read.
  for await (const _chunk of answer);
}

it('sends a message again when a kept connection was closed meanwhile', async () => {
  await send(Buffer.from('one'));
  await send(Buffer.from('two'));
  expect(arrived).toEqual([
    [0, 'one'],
    [1, 'two'],
  ]);
  await send(null, 'GET');
  expect(arrived).toHaveLength(3);
});

it('does not repeat a call of a user, which may have had its effect', async () => {
  await send(Buffer.from('one'));
  await expect(send(Readable.from(['two']))).rejects.toMatchObject({ code: 'ECONNRESET' });
  await send(Buffer.from('three'));
  await expect(send(null, 'DELETE')).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(arrived.map(([, body]) => body)).toEqual(['one', 'three']);
});
