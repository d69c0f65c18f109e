import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors';

/** Reads an upload to its end. @throws ApiError 413 if it has more than `most` bytes */
export async function readRaw(raw: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of raw) {
    bytes += (chunk as Buffer).length;
    if (bytes > most) throw new ApiError(413, 'TOO_LARGE', `The upload is larger than ${sizeOf(most)}.`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function sizeOf(bytes: number): string {
  const kilobytes = Math.floor(bytes / 1024);
  return kilobytes < 1024 ? `${kilobytes} KB` : `${Math.floor(kilobytes / 1024)} MB`;
}

/**
 * Leaves bodies unread, also JSON, so that the handler can stream them. The rest of an unread body is discarded; otherwise the next call on the same
 * connection would wait behind it.
 */
export function rawBodies(scope: FastifyInstance): FastifyInstance {
  scope.addHook('onResponse', async ({ raw }) => {
    if (!raw.complete) raw.unpipe().resume();
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  return scope;
}
