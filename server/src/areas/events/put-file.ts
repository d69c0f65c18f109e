import type { EventBucket } from '@cam/contracts/server';
import { noAnswerReason } from '../../platform/security/no-answer-reason';
import { sendOutbound } from '../../platform/security/outbound-request';
import { ForbiddenTarget, type OutboundTargets } from '../../platform/security/outbound-targets';
import { refusalOf, s3Address, signedS3Request } from '../../platform/storage';
import { retryAfter } from '../../platform/http/retry-after';
import { failed, SENT, type Attempted } from './send';

/** Time limit of one file, s. */
const LIMIT = 60;

/** Bytes of a refusal that are read for its code. */
const MOST_READ = 20_000;

type Place = Pick<EventBucket, 'endpoint' | 'region' | 'bucket' | 'path_style' | 'access_key_id'>;

/** Returns the address that files of a bucket are sent to. */
export function bucketAddress({ endpoint, bucket, path_style: isPathStyle }: Pick<Place, 'endpoint' | 'bucket' | 'path_style'>): URL {
  return s3Address({ endpoint, bucket, isPathStyle }, {});
}

/** Puts a file into a bucket, once. A file with the same key is replaced. It never fails. */
export async function putFile(
  place: Place,
  secretAccessKey: string,
  { key, body, type }: { key: string; body: string; type: string },
  { targets, signal }: { targets: OutboundTargets; signal: AbortSignal },
): Promise<Attempted> {
  const { endpoint, region, bucket, path_style: isPathStyle, access_key_id: accessKeyId } = place;
  const content = Buffer.from(body);
  const request = { method: 'PUT' as const, key, body: content, headers: { 'content-type': type, 'content-length': String(content.length) } };
  const { url, headers } = signedS3Request({ endpoint, region, bucket, isPathStyle }, { accessKeyId, secretAccessKey }, request);
  const within = AbortSignal.any([signal, AbortSignal.timeout(LIMIT * 1000)]);
  try {
    const answer = await sendOutbound({ method: 'PUT', url, headers, body: content, seconds: LIMIT, signal: within }, targets);
    const status = answer.statusCode ?? 0;
    if (status >= 200 && status < 300) {
      answer.destroy();
      return SENT;
    }
    const read: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      read.push(chunk);
      size += chunk.length;
      if (size > MOST_READ) break;
    }
    const { code } = await refusalOf(new Response(Buffer.concat(read), { status }), request);
    return failed(`The storage answered ${status} ${code}`, { wait: retryAfter(answer.headers['retry-after'] ?? null, Date.now()) });
  } catch (error) {
    if (error instanceof ForbiddenTarget) return failed('Private and link-local addresses are refused');
    return failed(noAnswerReason(error));
  }
}
