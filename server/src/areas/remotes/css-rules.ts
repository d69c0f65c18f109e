/** A statement of a style sheet: what stands before its block, and the block itself; null for a statement that ends with a semicolon. */
export interface CssRule {
  prelude: string;
  block: string | null;
}

/**
 * Splits a style sheet, or the block of a rule, into its statements. Declarations in a block are statements without a block.
 * @returns null if brackets, strings or comments are not closed; browsers and this reader might disagree about the rest
 */
export function cssRules(text: string): CssRule[] | null {
  const rules: CssRule[] = [];
  let prelude = '';
  for (let at = 0; at < text.length;) {
    const end = endOfUnit(text, at);
    if (end === null) return null;
    const unit = text.slice(at, end);
    if (unit.startsWith('{')) {
      rules.push({ prelude: prelude.trim(), block: unit.slice(1, -1) });
      prelude = '';
    } else if (unit === ';') {
      rules.push({ prelude: prelude.trim(), block: null });
      prelude = '';
    } else if (unit === '}') return null;
    // A comment separates like a space.
    else prelude += unit.startsWith('/*') ? ' ' : unit;
    at = end;
  }
  if (prelude.trim() !== '') rules.push({ prelude: prelude.trim(), block: null });
  return rules.filter((rule) => rule.prelude !== '' || rule.block !== null);
}

const CLOSING: Record<string, string> = { '{': '}', '(': ')', '[': ']' };

/** Returns the end of the comment, string, bracket or character that begins at a position; null if it is not closed. */
export function endOfUnit(text: string, start: number): number | null {
  const first = text[start] ?? '';
  if (text.startsWith('/*', start)) {
    const end = text.indexOf('*/', start + 2);
    return end < 0 ? null : end + 2;
  }
  if (first === '\\') return start + 2 <= text.length ? start + 2 : null;
  if (first === '"' || first === "'") {
    for (let at = start + 1; at < text.length; at += 1) {
      if (text[at] === '\\') at += 1;
      else if (text[at] === '\n') return null;
      else if (text[at] === first) return at + 1;
    }
    return null;
  }
  const closing = CLOSING[first];
  if (closing === undefined) return start + 1;
  for (let at = start + 1; at < text.length;) {
    if (text[at] === closing) return at + 1;
    if (text[at] === '}' || text[at] === ')' || text[at] === ']') return null;
    const end = endOfUnit(text, at);
    if (end === null) return null;
    at = end;
  }
  return null;
}
