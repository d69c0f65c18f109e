import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

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
 * Sends one file below a folder, in the best precompressed form that the client accepts. A path never leaves the folder.
 * @returns false if there is no such file; the caller then answers 404
 */
export async function sendStaticFile(
  request: FastifyRequest,
  reply: FastifyReply,
  folder: string,
  path: string,
  cacheControl: string,
): Promise<boolean> {
  const file = fileBelow(folder, path);
  const type = TYPES[extname(path)];
  if (!file || !type || !(await isFile(file))) return false;
  reply.header('content-type', type).header('cache-control', cacheControl).header('vary', 'accept-encoding');
  const accepted = String(request.headers['accept-encoding'] ?? '');
  for (const [encoding, suffix] of ENCODINGS) {
    if (accepted.includes(encoding) && (await isFile(file + suffix))) {
      await reply.header('content-encoding', encoding).send(createReadStream(file + suffix));
      return true;
    }
  }
  await reply.send(createReadStream(file));
  return true;
}

function fileBelow(folder: string, path: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return null;
  }
  if (decoded.includes('\0')) return null;
  const file = normalize(join(folder, decoded));
  return file.startsWith(folder.endsWith(sep) ? folder : folder + sep) ? file : null;
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
