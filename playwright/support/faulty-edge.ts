import { request as send, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The faults that one file may meet on its way. */
export const FAULTS = ['404', '500', 'html', 'object', 'truncated', 'empty', 'changed', 'reset', 'slow', 'hang'] as const;
export type Fault = (typeof FAULTS)[number];

/** The cookie that chooses the fault of a browser context: `fault=<name of the fault>@<regular expression of the path>`, percent-encoded. */
const COOKIE = 'fault';

/** The delay of a slow file, ms: longer than the console waits before it shows that it is loading. */
const SLOW = 1500;

/**
 * A proxy before CAM that corrupts files as networks, caches and half-done deployments do. Each browser context has its own fault, so a test tries many
 * at the same time.
 */
export class FaultyEdge {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<FaultyEdge & { passTo: (url: string) => void }> {
    let origin = '';
    const server = createServer((request, response) => void pass(request, response, origin));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const edge = new FaultyEdge(server, `http://localhost:${(server.address() as AddressInfo).port}`);
    return Object.assign(edge, { passTo: (url: string) => (origin = url) });
  }

  /** Returns the cookie that corrupts these files for a browser context. */
  cookie(fault: Fault, path: RegExp): { name: string; value: string; url: string } {
    return { name: COOKIE, value: encodeURIComponent(`${fault}@${path.source}`), url: this.url };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

async function pass(request: IncomingMessage, response: ServerResponse, origin: string): Promise<void> {
  const fault = faultOf(request);
  if (fault === 'hang') return;
  if (fault === 'reset') return void request.socket.resetAndDestroy();
  if (fault === '404' || fault === '500') return void response.writeHead(Number(fault), { 'content-type': 'text/plain' }).end('no');
  if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW));
  const corrupts = fault !== null && fault !== 'slow';
  // A file to corrupt is fetched uncompressed.
  const headers = { ...request.headers, ...(corrupts ? { 'accept-encoding': 'identity' } : {}) };
  const upstream = send(`${origin}${request.url}`, { method: request.method, headers }, (answer) => {
    if (!corrupts) {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      return void answer.pipe(response);
    }
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => {
      const { body, type } = corrupt(fault, Buffer.concat(chunks), String(answer.headers['content-type']));
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    });
  });
  upstream.on('error', () => response.destroy());
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
}

function faultOf(request: IncomingMessage): Fault | null {
  const value = /(?:^|; )fault=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
  if (!value) return null;
  const [fault = '', ...pattern] = decodeURIComponent(value).split('@');
  const path = (request.url ?? '').split('?')[0] ?? '';
  return new RegExp(pattern.join('@')).test(path) ? (fault as Fault) : null;
}

function corrupt(fault: Fault, bytes: Buffer, type: string): { body: Buffer | string; type: string } {
  switch (fault) {
    case 'html':
      return { body: '<!doctype html><title>Sign in</title>', type: 'text/html' };
    case 'object':
      return { body: '{}', type: 'application/json' };
    case 'truncated':
      return { body: bytes.subarray(0, bytes.length / 2), type };
    case 'changed': {
      const changed = Buffer.from(bytes);
      const middle = Math.floor(changed.length / 2);
      changed[middle] = (changed[middle] ?? 0) ^ 1;
      return { body: changed, type };
    }
    default:
      return { body: '', type };
  }
}
