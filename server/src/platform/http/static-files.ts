import { extname, posix } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ObjectStorage } from '../storage';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

export const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Sends one file of a storage, in the best precompressed form that the client accepts. A path never leaves the storage.
 * @returns false if there is no such file; the caller then answers 404
 */
export async function sendStaticFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: Pick<ObjectStorage, 'get'>,
  path: string,
  cacheControl: string,
): Promise<boolean> {
  const key = keyOf(path);
  const type = TYPES[extname(path)];
  if (key === null || !type) return false;
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const forms = [...ENCODINGS.filter(([encoding]) => accepted.includes(encoding)), [null, ''] as const];
  for (const [encoding, suffix] of forms) {
    const found = await files.get(`${key}${suffix}`);
    if (!found) continue;
    reply.header('content-type', type).header('cache-control', cacheControl).header('vary', 'accept-encoding');
    if (encoding !== null) reply.header('content-encoding', encoding);
    await reply.send(found.stream);
    return true;
  }
  return false;
}

/** Returns the key of a path in an address; null if it leads outside. */
function keyOf(path: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return null;
  }
  const key = posix.normalize(decoded.replaceAll('\\', '/'));
  return key.includes('\0') || key.startsWith('/') || key === '..' || key.startsWith('../') ? null : key;
}
