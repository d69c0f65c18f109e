import type { FastifyInstance } from 'fastify';

/** Interval at which connections that became idle are closed, ms. */
const LOOK = 100;

/**
 * Stops the server: no new connection or request is accepted, event streams end at once, and requests in flight may finish.
 * @param limit ms after which the remaining connections are closed
 */
export async function stopServing(app: FastifyInstance, limit: number): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), LOOK);
  const rest = setTimeout(() => app.server.closeAllConnections(), limit);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(rest);
  }
}
