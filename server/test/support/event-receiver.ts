import { createHmac, createPublicKey, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedEvent {
  id: string;
  type: string;
  seq: number;
  data: Record<string, unknown>;
  /** Base64 signatures of version 1. */
  signatures: string[];
  /** Base64 signatures of version 1a. */
  publicSignatures: string[];
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
      const signed = String(request.headers['webhook-signature']).split(' ');
      const inVersion = (version: string): string[] =>
        signed.flatMap((one) => (one.startsWith(`${version},`) ? [one.slice(version.length + 1)] : []));
      if (status < 300) {
        const { type = '', data = {} } = body.startsWith('{') ? (JSON.parse(body) as { type?: string; data?: Record<string, unknown> }) : {};
        accepted.push({
          id,
          type,
          seq: Number(data.seq),
          data,
          signatures: inVersion('v1'),
          publicSignatures: inVersion('v1a'),
          timestamp: String(request.headers['webhook-timestamp']),
          body,
        });
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

/** Reports whether one of the signatures of version 1a is right for a public key. */
export function isSignedFor({ id, timestamp, body, publicSignatures }: ReceivedEvent, publicKey: string): boolean {
  const x = Buffer.from(publicKey.replace('whpk_', ''), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return publicSignatures.some((one) => verify(null, Buffer.from(`${id}.${timestamp}.${body}`), key, Buffer.from(one, 'base64')));
}
