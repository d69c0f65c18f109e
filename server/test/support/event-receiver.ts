import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedEvent {
  id: string;
  type: string;
  seq: number;
  data: Record<string, unknown>;
  /** Base64 signatures of version 1. */
  signatures: string[];
  timestamp: string;
  body: string;
}

/** Starts a receiver of webhooks on loopback, which keeps the events that it accepts. */
export async function startEventReceiver() {
  const accepted: ReceivedEvent[] = [];
  const requests: string[] = [];
  let status: number | 'hang' = 204;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const id = String(request.headers['webhook-id']);
      requests.push(id);
      if (status === 'hang') return;
      const signatures = String(request.headers['webhook-signature'])
        .split(' ')
        .map((one) => one.replace(/^v1,/, ''));
      if (status < 300) {
        const { type = '', data = {} } = body.startsWith('{') ? (JSON.parse(body) as { type?: string; data?: Record<string, unknown> }) : {};
        accepted.push({ id, type, seq: Number(data.seq), data, signatures, timestamp: String(request.headers['webhook-timestamp']), body });
      }
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events?key=secret`,
    accepted,
    /** The ids of all requests, in order. */
    requests,
    answerWith: (next: number | 'hang') => (status = next),
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Returns the signature that a message must have, as the specification of Standard Webhooks computes it. */
export function signatureOf({ id, timestamp, body }: ReceivedEvent, secret: string): string {
  return createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
}
