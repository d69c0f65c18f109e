import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Client } from './user-sessions';

/** The clients of requests that the provider handles itself; only the HTTP server knows which proxies it trusts. */
const clients = new WeakMap<IncomingMessage, Client>();

/** Remembers the client of a request for the provider. */
export function rememberClient(request: FastifyRequest): void {
  clients.set(request.raw, { address: request.ip, userAgent: request.headers['user-agent'] });
}

/** Returns the client of a request that the provider handles; null for others. */
export function clientOf(request: IncomingMessage): Client | null {
  return clients.get(request) ?? null;
}
