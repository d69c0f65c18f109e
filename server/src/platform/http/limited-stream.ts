import { Transform, type Readable } from 'node:stream';
import { LARGEST_UPLOAD } from '@cam/contracts/server';
import { ApiError } from './errors';

/** The largest streamed body (a bundle or a release), bytes. */
export const STREAM_LIMIT = LARGEST_UPLOAD;

export interface StreamLimits {
  /** Bytes. */
  limit?: number;
  /** The longest wait for the client's next bytes, ms; 0: no limit. */
  pause?: number;
}

/**
 * Passes the bytes through up to the limit, then fails with 413. An announced length above the limit fails before the first byte. Fails with 408 if the
 * client pauses for too long.
 */
export function limitedStream(source: Readable, announced: string | undefined, { limit = STREAM_LIMIT, pause = 0 }: StreamLimits = {}): Readable {
  if (Number(announced ?? 0) > limit) throw tooLarge(limit);
  let seen = 0;
  let isWhole = false;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (!isWhole) silence?.refresh();
      if (seen > limit) done(tooLarge(limit));
      else done(null, chunk);
    },
  });
  const isPaused = (): void => {
    // The client waits for the server here, not the other way round.
    if (counted.writableNeedDrain || counted.readableLength > 0) silence?.refresh();
    else counted.destroy(tooSlow(pause));
  };
  const silence = pause > 0 ? setTimeout(isPaused, pause).unref() : null;
  const endWait = (): void => {
    isWhole = true;
    if (silence) clearTimeout(silence);
  };
  source.once('close', endWait);
  counted.once('close', endWait);
  // A handler that answers without reading adds no listener; without this one the error would end the process.
  counted.on('error', () => undefined);
  source.once('error', (error) => counted.destroy(error));
  source.once('aborted', () => counted.destroy(new ApiError(400, 'CUT_OFF', 'The upload was interrupted. Please send it again.')));
  return source.pipe(counted);
}

function tooSlow(pause: number): ApiError {
  return new ApiError(408, 'TOO_SLOW', `No data arrived for ${Math.round(pause / 1000)} s, so the upload was ended. Please send it again.`);
}

function tooLarge(limit: number): ApiError {
  return new ApiError(413, 'TOO_LARGE', `The file is larger than ${Math.round(limit / 1024 / 1024)} MB. Split it and send the parts one by one.`);
}
