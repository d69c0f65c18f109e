/** Stand-ins for literal wildcard characters in a pattern, from variable values or from `${*}` and `${?}`. */
const LITERAL_STAR = '\uE000';
const LITERAL_QUESTION_MARK = '\uE001';

/** Returns a pattern that matches only this text. */
export function escapeWildcards(text: string): string {
  return text.replace(/\*/g, LITERAL_STAR).replace(/\?/g, LITERAL_QUESTION_MARK);
}

/**
 * Reports whether text matches a pattern with `*` (any run) and `?` (one character). The algorithm is iterative with a single backtracking point: its
 * worst case is the product of the lengths, so no pattern causes exponential time.
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

function isSame(expected: string, given: string): boolean {
  return expected === given || (given === '*' && expected === LITERAL_STAR) || (given === '?' && expected === LITERAL_QUESTION_MARK);
}

/**
 * Reports whether a resource ARN matches a policy's pattern. Wildcards stay within the first five colon-separated segments. The last segment, which
 * may contain colons, is matched as a whole. A shorter pattern that ends in `*` continues across colons. Resources are case-sensitive.
 * @see IAM User Guide, "IAM JSON policy elements: Resource"
 */
export function matchesArn(pattern: string, arn: string): boolean {
  if (pattern === '*') return true;
  // Most patterns are decided by the text before their first wildcard.
  const literal = literalBeginning(pattern);
  if (literal.length === pattern.length) return pattern === arn;
  if (!arn.startsWith(literal)) return false;
  const expected = splitArn(pattern, 6);
  const runsOn = expected.length < 6 && pattern.endsWith('*');
  const given = splitArn(arn, runsOn ? expected.length : 6);
  return expected.length === given.length && expected.every((segment, index) => matchesWildcard(segment, given[index] ?? ''));
}

/** Returns the text of a pattern before its first wildcard. */
export function literalBeginning(pattern: string): string {
  const special = pattern.search(/[*?\uE000\uE001]/);
  return special < 0 ? pattern : pattern.slice(0, special);
}

/** Splits an ARN into at most this many segments; the last one holds the rest. */
function splitArn(arn: string, most: number): string[] {
  const parts = arn.split(':');
  return parts.length <= most ? parts : [...parts.slice(0, most - 1), parts.slice(most - 1).join(':')];
}
