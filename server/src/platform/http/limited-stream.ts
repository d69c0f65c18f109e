import { Transform, type Readable } from 'node:stream';
import { LARGEST_UPLOAD } from '@cam/contracts/server';
import { ApiError } from './errors';

/** The largest streamed body (a bundle or a release), bytes. */
export const STREAM_LIMIT = LARGEST_UPLOAD;

/** Passes the bytes through up to the limit, then fails with 413. An announced length above the limit fails before the first byte. */
export function limitedStream(source: Readable, announced: string | undefined, limit = STREAM_LIMIT): Readable {
  if (Number(announced ?? 0) > limit) throw tooLarge(limit);
  let seen = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > limit) done(tooLarge(limit));
      else done(null, chunk);
    },
  });
  // A handler that answers without reading adds no listener; without this one the error would end the process.
  counted.on('error', () => undefined);
  source.once('error', (error) => counted.destroy(error));
  source.once('aborted', () => counted.destroy(new ApiError(400, 'CUT_OFF', 'The upload was interrupted. Please send it again.')));
  return source.pipe(counted);
}

function tooLarge(limit: number): ApiError {
  return new ApiError(413, 'TOO_LARGE', `The file is larger than ${Math.round(limit / 1024 / 1024)} MB. Split it and send the parts one by one.`);
}
