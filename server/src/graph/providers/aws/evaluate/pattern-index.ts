import { matchesArn, matchesWildcard } from '../../../engine/wildcard';
import { splitObjectPattern } from './bucket-objects';
import { PrefixIndex } from './prefix-index';

/** Finds the patterns that cover an ARN, or objects of a bucket, without testing each. */
export class PatternIndex {
  readonly #byBeginning = new PrefixIndex<string>();
  /** Object patterns by bucket. */
  readonly #byBucket = new PrefixIndex<{ pattern: string; bucket: string }>();

  constructor(patterns: Iterable<string>) {
    for (const pattern of patterns) {
      this.#byBeginning.add(pattern, pattern);
      const split = splitObjectPattern(pattern);
      if (split) this.#byBucket.add(split.bucket, { pattern, bucket: split.bucket });
    }
  }

  covering(arn: string): string[] {
    return [...this.#byBeginning.candidates(arn)].filter((pattern) => matchesArn(pattern, arn));
  }

  /** Returns the patterns that cover some objects of a bucket. */
  coveringObjectsOf(bucketName: string): string[] {
    return [...this.#byBucket.candidates(bucketName)].filter(({ bucket }) => matchesWildcard(bucket, bucketName)).map(({ pattern }) => pattern);
  }
}
