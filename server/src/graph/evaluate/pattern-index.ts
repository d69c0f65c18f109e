import { matchesArn, matchesWildcard } from '../compile/wildcard';
import { splitObjectPattern } from './bucket-objects';

/** Finds the patterns that speak of an ARN without asking each: by the ARN itself, or by the service that they name. */
export class PatternIndex {
  readonly #literal = new Set<string>();
  /** With wildcards, by the service in the ARN; those of any service under `*`. */
  readonly #byService = new Map<string, string[]>();
  /** Patterns for objects, by the bucket; those with wildcards in it under `*`. */
  readonly #byBucket = new Map<string, { pattern: string; bucket: string }[]>();

  constructor(patterns: Iterable<string>) {
    for (const pattern of patterns) {
      if (!/[*?]/.test(pattern)) this.#literal.add(pattern);
      else {
        const [, , service = '*'] = pattern.split(':');
        append(this.#byService, /[*?]/.test(service) ? '*' : service, pattern);
      }
      const split = splitObjectPattern(pattern);
      if (split) append(this.#byBucket, /[*?]/.test(split.bucket) ? '*' : split.bucket, { pattern, bucket: split.bucket });
    }
  }

  speakingOf(arn: string): string[] {
    const candidates = [...(this.#byService.get(arn.split(':')[2] ?? '') ?? []), ...(this.#byService.get('*') ?? [])];
    return [...(this.#literal.has(arn) ? [arn] : []), ...candidates.filter((pattern) => matchesArn(pattern, arn))];
  }

  /** Those that speak of some objects of a bucket. */
  reachingInto(bucketName: string): string[] {
    const candidates = [...(this.#byBucket.get(bucketName) ?? []), ...(this.#byBucket.get('*') ?? [])];
    return candidates.filter(({ bucket }) => matchesWildcard(bucket, bucketName)).map(({ pattern }) => pattern);
  }
}

function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
