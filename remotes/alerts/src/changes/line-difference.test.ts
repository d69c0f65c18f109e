import { laidOut, lineDifference, stretches, type LinePair } from './line-difference';

const shown = (pairs: readonly LinePair[]): string[] =>
  pairs.map(({ before, after, changed }) => (changed ? `${before ?? ''} > ${after ?? ''}` : (before ?? '')));

it('sets what changed side by side and keeps what both have', () => {
  expect(shown(lineDifference('a\nb\nc\nd', 'a\nB\nc\nd\ne'))).toEqual(['a', 'b > B', 'c', 'd', ' > e']);
  expect(shown(lineDifference('{\nx\ny\n}', '{\ny\n}'))).toEqual(['{', 'x > ', 'y', '}']);
  expect(shown(lineDifference('', 'a\nb'))).toEqual([' > a', ' > b']);
  expect(shown(lineDifference('a\nb', 'a\nb'))).toEqual(['a', 'b']);
});

it('gives back both texts, whatever they are', () => {
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const text = (): string => Array.from({ length: 1 + random(12) }, () => 'abcd'[random(4)]).join('\n');
  for (let run = 0; run < 300; run++) {
    const [before, after] = [text(), text()];
    const pairs = lineDifference(before, after);
    const side = (name: 'before' | 'after'): string => pairs.flatMap((pair) => pair[name] ?? []).join('\n');
    expect([side('before'), side('after')]).toEqual([before, after]);
    for (const pair of pairs) if (!pair.changed) expect(pair.before).toBe(pair.after);
  }
});

it('shows texts of many thousand lines that have nothing in common as one that became the other', () => {
  const many = (letter: string): string => Array.from({ length: 5000 }, (_, index) => `${letter}${index}`).join('\n');
  expect(lineDifference(many('a'), many('b'))).toHaveLength(5000);
});

it('leaves out what is alike and far from what changed, and says how much', () => {
  const lines = Array.from({ length: 20 }, (_, index) => String(index));
  const pairs = lineDifference(lines.join('\n'), lines.map((line) => (line === '10' ? 'ten' : line)).join('\n'));
  const found = stretches(pairs).map((one) => ('left' in one ? one.left : one.lines.length));
  expect(found).toEqual([7, 7, 6]);
  // A line that stands alone is shown rather than counted.
  expect(stretches(pairs.slice(6, 15))).toEqual([{ lines: pairs.slice(6, 15) }]);
  expect(stretches(lineDifference('a\nb', 'a\nb'))).toEqual([{ lines: expect.any(Array) }]);
});

it('lays JSON out, and leaves what is none', () => {
  expect(laidOut('{"a":[1]}')).toBe('{\n    "a": [\n        1\n    ]\n}');
  expect(laidOut('no json')).toBe('no json');
});
