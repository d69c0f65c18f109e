import type { Readable } from 'node:stream';
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
