/**
 * Whether text matches a pattern with `*` (any run) and `?` (one character). Iterative with one point of return, so the worst
 * case is the product of the lengths and no pattern can make it explode.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < text.length) {
    const char = pattern[p];
    if (char === '*') {
      star = p++;
      resume = t;
    } else if (char !== undefined && (char === '?' || char === text[t])) {
      p += 1;
      t += 1;
    } else if (star >= 0) {
      p = star + 1;
      t = ++resume;
    } else return false;
  }
  while (pattern[p] === '*') p += 1;
  return p === pattern.length;
}

/**
 * Whether a resource ARN matches the pattern of a policy. Wildcards stay inside their colon-separated segment of the first five;
 * the last segment, which may hold colons itself, is matched as a whole. Resources respect case.
 * Source: IAM User Guide, "IAM JSON policy elements: Resource".
 */
export function matchesArn(pattern: string, arn: string): boolean {
  if (pattern === '*') return true;
  // Up to its first wildcard a pattern is what it says: most of them are told apart here.
  const literal = literalLength(pattern);
  if (literal === pattern.length) return pattern === arn;
  if (!arn.startsWith(pattern.slice(0, literal))) return false;
  const wanted = splitArn(pattern);
  const given = splitArn(arn);
  if (wanted.length < 6 || given.length < 6) return wanted.length < 6 && pattern.endsWith('*') ? matchesWildcard(pattern, arn) : pattern === arn;
  return wanted.every((segment, index) => matchesWildcard(segment, given[index] ?? ''));
}

function literalLength(pattern: string): number {
  for (let index = 0; index < pattern.length; index += 1) if (pattern[index] === '*' || pattern[index] === '?') return index;
  return pattern.length;
}

function splitArn(arn: string): string[] {
  const parts = arn.split(':');
  return parts.length <= 6 ? parts : [...parts.slice(0, 5), parts.slice(5).join(':')];
}
