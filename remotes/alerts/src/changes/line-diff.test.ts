import { formatJson, diffLines, collapseUnchanged, type LinePair } from './line-diff';

const shown = (pairs: readonly LinePair[]): string[] =>
  pairs.map(({ before, after, changed }) => (changed ? `${before ?? ''} > ${after ?? ''}` : (before ?? '')));

it('line diff: puts changed lines side by side and keeps common lines', () => {
  expect(shown(diffLines('a\nb\nc\nd', 'a\nB\nc\nd\ne'))).toEqual(['a', 'b > B', 'c', 'd', ' > e']);
  expect(shown(diffLines('{\nx\ny\n}', '{\ny\n}'))).toEqual(['{', 'x > ', 'y', '}']);
  expect(shown(diffLines('', 'a\nb'))).toEqual([' > a', ' > b']);
  expect(shown(diffLines('a\nb', 'a\nb'))).toEqual(['a', 'b']);
});

it('line diff: reproduces both texts for random input', () => {
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const text = (): string => Array.from({ length: 1 + random(12) }, () => 'abcd'[random(4)]).join('\n');
  for (let run = 0; run < 300; run++) {
    const [before, after] = [text(), text()];
    const pairs = diffLines(before, after);
    const side = (name: 'before' | 'after'): string => pairs.flatMap((pair) => pair[name] ?? []).join('\n');
    expect([side('before'), side('after')]).toEqual([before, after]);
    for (const pair of pairs) if (!pair.changed) expect(pair.before).toBe(pair.after);
  }
});

it('line diff: pairs very long texts without a common line one to one', () => {
  const many = (letter: string): string => Array.from({ length: 5000 }, (_, index) => `${letter}${index}`).join('\n');
  expect(diffLines(many('a'), many('b'))).toHaveLength(5000);
});

it('line diff: hides unchanged lines far from a change and counts them', () => {
  const lines = Array.from({ length: 20 }, (_, index) => String(index));
  const pairs = diffLines(lines.join('\n'), lines.map((line) => (line === '10' ? 'ten' : line)).join('\n'));
  const found = collapseUnchanged(pairs).map((one) => ('hiddenCount' in one ? one.hiddenCount : one.lines.length));
  expect(found).toEqual([7, 7, 6]);
  // A single unchanged line is shown rather than counted.
  expect(collapseUnchanged(pairs.slice(6, 15))).toEqual([{ lines: pairs.slice(6, 15) }]);
  expect(collapseUnchanged(diffLines('a\nb', 'a\nb'))).toEqual([{ lines: expect.any(Array) }]);
});

it('line diff: formats JSON and leaves other text unchanged', () => {
  expect(formatJson('{"a":[1]}')).toBe('{\n    "a": [\n        1\n    ]\n}');
  expect(formatJson('no json')).toBe('no json');
});
