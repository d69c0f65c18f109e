import type { Truth } from '../truth';

/** Any run of characters: `*` of a pattern. In a form, which a pattern is held against, it stands for every text at once. */
export const RUN = Symbol('any run');
/** One character: `?` of a pattern. */
export const ONE = Symbol('one character');

/** A text or a pattern, character by character. */
export type Token = string | typeof RUN | typeof ONE;

/** Returns the tokens of a pattern. */
export function patternTokens(pattern: string): Token[] {
  return [...pattern].map((character) => (character === '*' ? RUN : character === '?' ? ONE : character));
}

/** Returns the tokens of a plain text. */
export function textTokens(text: string): Token[] {
  return [...text];
}

/** Holds a pattern of `*` and `?` against a text. */
export function matches(pattern: string, text: string): boolean {
  return relate(patternTokens(pattern), textTokens(text)) === 'yes';
}

/**
 * Holds a pattern against a text, or against all texts of a form with runs: yes where it matches each of them, no where it matches none, else unknown.
 * Unknown may also stand where the pattern matches each, in a way that this comparison does not see.
 */
export function relate(pattern: readonly Token[], text: readonly Token[]): Truth {
  if (walk(pattern, text, false)) return 'yes';
  return (text.includes(RUN) || text.includes(ONE)) && walk(pattern, text, true) ? 'unknown' : 'no';
}

/** @param some one text of the form suffices; otherwise only a wildcard of the pattern takes one of the form */
function walk(pattern: readonly Token[], text: readonly Token[], some: boolean): boolean {
  let reachable = new Set([0]);
  const skipRuns = (at: Set<number>): Set<number> => {
    // A set visits what is added while it is visited.
    for (const place of at) if (pattern[place] === RUN) at.add(place + 1);
    return at;
  };
  skipRuns(reachable);
  for (const given of text) {
    const next = new Set<number>();
    if (given === RUN && some) for (let place = Math.min(...reachable); place <= pattern.length; place += 1) next.add(place);
    else {
      for (const place of reachable) {
        const wanted = pattern[place];
        if (wanted === RUN) next.add(place);
        else if (given !== RUN && wanted !== undefined && (wanted === ONE || wanted === given || (some && given === ONE))) next.add(place + 1);
      }
    }
    if (next.size === 0) return false;
    reachable = skipRuns(next);
  }
  return reachable.has(pattern.length);
}

/**
 * Holds a pattern of a policy against an ARN: the first five parts one by one, the rest as a whole. A shorter pattern that ends in `*` runs on.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_resource.html
 */
export function relateArn(pattern: readonly Token[], arn: readonly Token[]): Truth {
  if (pattern.length === 1 && pattern[0] === RUN) return 'yes';
  if (!pattern.includes(RUN) && !pattern.includes(ONE)) return relate(pattern, arn);
  const expected = partsOf(pattern, 6);
  const runsOn = expected.length < 6 && pattern.at(-1) === RUN;
  const given = partsOf(arn, runsOn ? expected.length : 6);
  if (expected.length !== given.length) return 'no';
  const each = expected.map((part, index) => relate(part, given[index] ?? []));
  return each.includes('no') ? 'no' : each.includes('unknown') ? 'unknown' : 'yes';
}

/** Splits at colons into at most this many parts; the last one holds the rest. */
function partsOf(tokens: readonly Token[], limit: number): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token === ':' && parts.length < limit) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}
