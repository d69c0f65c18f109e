/** Stand in a pattern for the characters themselves where they are no wildcards: what a variable was filled with, `${*}` and `${?}`. */
const LITERAL_STAR = '\uE000';
const LITERAL_QUESTION_MARK = '\uE001';

/** Text as a pattern that matches nothing but itself. */
export function escapeWildcards(text: string): string {
  return text.replace(/\*/g, LITERAL_STAR).replace(/\?/g, LITERAL_QUESTION_MARK);
}

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
    } else if (char !== undefined && (char === '?' || isSame(char, text[t] as string))) {
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

function isSame(wanted: string, given: string): boolean {
  return wanted === given || (given === '*' && wanted === LITERAL_STAR) || (given === '?' && wanted === LITERAL_QUESTION_MARK);
}

/**
 * Whether a resource ARN matches the pattern of a policy. Wildcards stay inside their colon-separated segment of the first five;
 * the last segment, which may hold colons itself, is matched as a whole. A pattern of fewer segments that ends with `*` runs on across
 * colons from there. Resources respect case.
 * Source: IAM User Guide, "IAM JSON policy elements: Resource".
 */
export function matchesArn(pattern: string, arn: string): boolean {
  if (pattern === '*') return true;
  // Up to its first wildcard a pattern is what it says: most of them are told apart here.
  const literal = literalBeginning(pattern);
  if (literal.length === pattern.length) return pattern === arn;
  if (!arn.startsWith(literal)) return false;
  const wanted = splitArn(pattern, 6);
  const runsOn = wanted.length < 6 && pattern.endsWith('*');
  const given = splitArn(arn, runsOn ? wanted.length : 6);
  return wanted.length === given.length && wanted.every((segment, index) => matchesWildcard(segment, given[index] ?? ''));
}

/** The text of a pattern before its first wildcard. */
export function literalBeginning(pattern: string): string {
  const special = pattern.search(/[*?\uE000\uE001]/);
  return special < 0 ? pattern : pattern.slice(0, special);
}

/** At most so many segments; the last one holds the rest. */
function splitArn(arn: string, most: number): string[] {
  const parts = arn.split(':');
  return parts.length <= most ? parts : [...parts.slice(0, most - 1), parts.slice(most - 1).join(':')];
}
