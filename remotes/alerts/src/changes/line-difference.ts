/** A line that both texts have, or what one of them has in its place; null: nothing. */
export interface LinePair {
  before: string | null;
  after: string | null;
  changed: boolean;
}

/** Lines that are told apart one by one; of more the middle is shown as one block that changed. */
const MOST = 2000;

/** What of a text became what, line by line: a longest common subsequence, with what lies between set side by side. */
export function lineDifference(before: string, after: string): LinePair[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const same = (lines: readonly string[]): LinePair[] => lines.map((line) => ({ before: line, after: line, changed: false }));
  return [
    ...same(old.slice(0, start)),
    ...middle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...same(old.slice(old.length - end)),
  ];
}

function middle(old: readonly string[], now: readonly string[]): LinePair[] {
  if (old.length > MOST || now.length > MOST) return replaced(old, now);
  // lengths[i][j]: of the longest common subsequence of what follows.
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (row) row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: LinePair[] = [];
  let [gone, come]: [string[], string[]] = [[], []];
  const settle = (): void => {
    pairs.push(...replaced(gone, come));
    [gone, come] = [[], []];
  };
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [was, is] = [old[i], now[j]];
    if (was !== undefined && was === is) {
      settle();
      pairs.push({ before: was, after: was, changed: false });
      i++;
      j++;
    } else if (is === undefined || (was !== undefined && at(i + 1, j) >= at(i, j + 1))) {
      gone.push(was ?? '');
      i++;
    } else {
      come.push(is);
      j++;
    }
  }
  settle();
  return pairs;
}

function replaced(gone: readonly string[], come: readonly string[]): LinePair[] {
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, index) => ({
    before: gone[index] ?? null,
    after: come[index] ?? null,
    changed: true,
  }));
}

/** Some lines that are shown, or how many that are alike in both are left out. */
export type Stretch = { lines: LinePair[] } | { left: number };

/** Lines that stand around what changed. */
const AROUND = 3;

/** Leaves out what is alike and far from any change; where all is alike, nothing. */
export function stretches(pairs: readonly LinePair[]): Stretch[] {
  const changed = pairs.flatMap(({ changed: is }, index) => (is ? [index] : []));
  if (changed.length === 0) return [{ lines: [...pairs] }];
  const near = new Set(changed.flatMap((index) => Array.from({ length: 2 * AROUND + 1 }, (_, step) => index + step - AROUND)));
  const found: Stretch[] = [];
  for (const [index, pair] of pairs.entries()) {
    const last = found.at(-1);
    // One line that is left out would take as much room as the line.
    const isAlone = (index === 0 || near.has(index - 1)) && (index === pairs.length - 1 || near.has(index + 1));
    if (near.has(index) || isAlone) {
      if (last && 'lines' in last) last.lines.push(pair);
      else found.push({ lines: [pair] });
    } else if (last && 'left' in last) last.left += 1;
    else found.push({ left: 1 });
  }
  return found;
}

/** JSON with four spaces; what is none as it is. */
export function laidOut(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 4);
  } catch {
    return json;
  }
}
