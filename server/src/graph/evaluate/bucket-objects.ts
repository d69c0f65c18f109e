import { matchesWildcard } from '../compile/wildcard';

/** A character that no pattern names: the object of which no policy speaks by itself. */
const ANY_OTHER = '\u0001';

/** The bucket and the key of a pattern that names objects: `arn:aws:s3:::logs/2024*` is logs and 2024*. Null where it names none. */
export function splitObjectPattern(pattern: string): { bucket: string; key: string } | null {
  const [, bucket, key] = /^arn:[^:]*:s3:[^:]*:[^:]*:([^/]+)\/(.+)$/.exec(pattern) ?? [];
  return bucket !== undefined && key !== undefined ? { bucket, key } : null;
}

/** Whether a pattern speaks of some, not all, objects of a bucket. */
export function reachesInto(pattern: string, bucketName: string): boolean {
  const split = splitObjectPattern(pattern);
  return split !== null && matchesWildcard(split.bucket, bucketName);
}

/**
 * Objects that stand for all of a bucket as far as the patterns tell them apart: one for each pattern that reaches into it, and one
 * that none of them names. Who may read one of them reads from the bucket.
 */
export function objectsOf(bucketArn: string, patterns: readonly string[]): string[] {
  const name = bucketArn.split(':').slice(5).join(':');
  const keys = new Set([ANY_OTHER]);
  for (const pattern of patterns) {
    const split = splitObjectPattern(pattern);
    if (split && split.key !== '*' && matchesWildcard(split.bucket, name)) keys.add(exampleOf(split.key));
  }
  return [...keys].map((key) => `${bucketArn}/${key}`);
}

/** A text that the pattern matches, and as few others as can be. */
function exampleOf(pattern: string): string {
  return pattern.replace(/\*/g, '').replace(/\?/g, ANY_OTHER) || ANY_OTHER;
}
