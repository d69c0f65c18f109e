import { matchesWildcard } from '../../../engine/wildcard';
import { commonText } from '../compile/common-text';

/** A text that no pattern names: the object of which no policy speaks by itself. */
export const ANY_OTHER = '\u0001\u0001\u0001\u0001';

/** The bucket and the key of a pattern that names objects: `arn:aws:s3:::logs/2024*` is logs and 2024*. Null where it names none. */
export function splitObjectPattern(pattern: string): { bucket: string; key: string } | null {
  const [, bucket, key] = /^arn:[^:]*:s3:[^:]*:[^:]*:([^/]+)\/(.+)$/.exec(pattern) ?? [];
  return bucket !== undefined && key !== undefined ? { bucket, key } : null;
}

/**
 * Objects that stand for all of a bucket as far as the patterns tell them apart: one that none of them names, one for each pattern
 * that reaches into it, and one for each two that meet (what a policy gives may lie where a boundary allows). Who may read one of them reads
 * from the bucket. Where three patterns meet in a place that no two of them are seen in, access to it is not seen.
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

/** A text that the pattern matches, and as few others as can be. */
function exampleOf(pattern: string): string {
  return pattern.replace(/\*/g, ANY_OTHER).replace(/\?/g, '\u0001');
}
