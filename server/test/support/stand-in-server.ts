import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer of a stand-in. Its body is sent as JSON. */
export interface StandInAnswer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * Starts a stand-in for a product on loopback.
 * @param answer gets each request with the text of its body
 */
export async function startStandInServer(answer: (request: IncomingMessage, text: string) => StandInAnswer) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status, body, headers } = answer(request, Buffer.concat(chunks).toString());
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body === undefined ? undefined : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
