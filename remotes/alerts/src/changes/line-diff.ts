/** A line of both texts, or the lines that replace each other; null on the side that has no line. */
export interface LinePair {
  before: string | null;
  after: string | null;
  changed: boolean;
}

/** Longest text, in lines, to compare line by line. The differing middle of a longer text counts as one changed block: the table grows with the square. */
const MAX_LINES = 2000;

/**
 * Compares two texts line by line.
 * @returns the lines of both texts in order: common lines as one unchanged pair, and the changed lines between them side by side
 */
export function diffLines(before: string, after: string): LinePair[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const same = (lines: readonly string[]): LinePair[] => lines.map((line) => ({ before: line, after: line, changed: false }));
  return [
    ...same(old.slice(0, start)),
    ...diffMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...same(old.slice(old.length - end)),
  ];
}

function diffMiddle(old: readonly string[], now: readonly string[]): LinePair[] {
  if (old.length > MAX_LINES || now.length > MAX_LINES) return pairChanged(old, now);
  // lengths[i][j] is the length of the longest common subsequence of old[i..] and now[j..].
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (row) row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: LinePair[] = [];
  let [removed, added]: [string[], string[]] = [[], []];
  const flush = (): void => {
    pairs.push(...pairChanged(removed, added));
    [removed, added] = [[], []];
  };
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [was, is] = [old[i], now[j]];
    if (was !== undefined && was === is) {
      flush();
      pairs.push({ before: was, after: was, changed: false });
      i++;
      j++;
    } else if (is === undefined || (was !== undefined && at(i + 1, j) >= at(i, j + 1))) {
      removed.push(was ?? '');
      i++;
    } else {
      added.push(is);
      j++;
    }
  }
  flush();
  return pairs;
}

function pairChanged(removed: readonly string[], added: readonly string[]): LinePair[] {
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, index) => ({
    before: removed[index] ?? null,
    after: added[index] ?? null,
    changed: true,
  }));
}

/** A run of lines to show, or the number of unchanged lines that are hidden. */
export type DiffSection = { lines: LinePair[] } | { hiddenCount: number };

/** Unchanged lines to show before and after each change. */
const CONTEXT_LINES = 3;

/** Hides the unchanged lines that are far from any change. With no change at all, shows every line. */
export function collapseUnchanged(pairs: readonly LinePair[]): DiffSection[] {
  const changed = pairs.flatMap(({ changed: is }, index) => (is ? [index] : []));
  if (changed.length === 0) return [{ lines: [...pairs] }];
  const near = new Set(changed.flatMap((index) => Array.from({ length: 2 * CONTEXT_LINES + 1 }, (_, step) => index + step - CONTEXT_LINES)));
  const found: DiffSection[] = [];
  for (const [index, pair] of pairs.entries()) {
    const last = found.at(-1);
    // Hiding a single line would save no space.
    const isAlone = (index === 0 || near.has(index - 1)) && (index === pairs.length - 1 || near.has(index + 1));
    if (near.has(index) || isAlone) {
      if (last && 'lines' in last) last.lines.push(pair);
      else found.push({ lines: [pair] });
    } else if (last && 'hiddenCount' in last) last.hiddenCount += 1;
    else found.push({ hiddenCount: 1 });
  }
  return found;
}

/** Formats JSON with an indent of four spaces. Returns text that is not JSON unchanged. */
export function formatJson(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 4);
  } catch {
    return json;
  }
}
