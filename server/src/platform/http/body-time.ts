import type { FastifyInstance } from 'fastify';

const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/**
 * Ends the connection of a client that takes longer than `limit` ms for its body, except in calls whose handler streams the body: their limits are in
 * limited-stream.ts, and Node's own for a whole request.
 */
export function limitBodyTime(app: FastifyInstance, limit: number): void {
  if (limit === 0) return;
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0;
    if (!hasBody || raw.complete || routeOptions.config.streamsBody) return;
    const timer = setTimeout(() => {
      if (raw.complete) return;
      raw.socket.end(TOO_SLOW, () => raw.socket.destroy());
    }, limit).unref();
    raw.once('end', () => clearTimeout(timer));
    raw.once('close', () => clearTimeout(timer));
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler streams the body. */
    streamsBody?: true;
  }
}
