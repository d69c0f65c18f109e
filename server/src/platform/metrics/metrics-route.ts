import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../http/errors';
import { unknownPath } from '../http/app';
import type { Metrics } from './metrics';

export const METRICS_PATH = '/metrics';

/**
 * Serves the metrics of this process to whoever brings the token.
 * @param token null: there is no such page
 */
export function metricsRoute(app: FastifyInstance, metrics: Metrics, token: string | null): void {
  app.get(METRICS_PATH, async ({ method, url, headers }, reply) => {
    if (token === null) throw unknownPath(method, url);
    const [, given = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
    if (!isEqual(given, token)) throw new ApiError(401, 'TOKEN_INVALID', 'This page needs the token of CAM_METRICS_TOKEN.');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/** Compares digests, so that the time tells nothing of the token, not even its length. */
function isEqual(given: string, token: string): boolean {
  const [a, b] = [given, token].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(a, b);
}
