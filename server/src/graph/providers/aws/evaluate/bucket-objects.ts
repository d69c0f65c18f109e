import { matchesWildcard } from '../../../engine/wildcard';
import { commonText } from '../compile/common-text';

/** An object key that no policy names. It represents all objects that only general patterns cover. */
export const ANY_OTHER = '\u0001\u0001\u0001\u0001';

/** Returns the ARN of a sample object with a key that people can read. */
export function readableSample(arn: string): string {
  return arn.replaceAll(ANY_OTHER, 'any').replaceAll('\u0001', 'a');
}

/** Splits an object pattern into bucket and key: `arn:aws:s3:::logs/2024*` gives logs and 2024*. Returns null for other patterns. */
export function splitObjectPattern(pattern: string): { bucket: string; key: string } | null {
  const [, bucket, key] = /^arn:[^:]*:s3:[^:]*:[^:]*:([^/]+)\/(.+)$/.exec(pattern) ?? [];
  return bucket !== undefined && key !== undefined ? { bucket, key } : null;
}

/**
 * Returns sample objects that represent a bucket as far as the patterns distinguish them: one that no pattern names, one per pattern, and one per
 * overlap of two patterns. Read access to one of them counts as read access to the bucket. Overlaps of three patterns without a pairwise sample are
 * missed.
 */
export function objectsOf(bucketArn: string, patterns: readonly string[]): string[] {
  const name = bucketArn.split(':').slice(5).join(':');
  const keys = patterns.flatMap((pattern) => {
    const split = splitObjectPattern(pattern);
    return split && split.key !== '*' && matchesWildcard(split.bucket, name) ? [split.key] : [];
  });
  const examples = new Set([ANY_OTHER, ...keys.map(exampleOf)]);
  keys.forEach((one, index) => {
    for (const other of keys.slice(index + 1)) {
      if (matchesWildcard(one, exampleOf(other)) || matchesWildcard(other, exampleOf(one))) continue;
      const common = commonText(one, other, ANY_OTHER);
      if (common !== null) examples.add(common);
    }
  });
  return [...examples].map((key) => `${bucketArn}/${key}`);
}

/** Returns a text that the pattern matches and that as few other patterns as possible match. */
function exampleOf(pattern: string): string {
  return pattern.replace(/\*/g, ANY_OTHER).replace(/\?/g, '\u0001');
}
