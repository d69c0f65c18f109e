import { layOutGraph, NODE, TEXT, textsOf } from './graph-layout';

const node = (id: string, layer: number) => ({ id, layer, type: 'USER', name: id, uri: '', count: 1 });

it('layOutGraph places nodes in columns without overlap, and draws each link whose nodes exist', () => {
  const links = [
    { from: 'a', to: 'b', label: 'may assume', conditional: false },
    { from: 'a', to: 'c', label: 'may assume', conditional: true },
    { from: 'a', to: 'gone', label: '', conditional: false },
  ];
  const drawn = layOutGraph({ nodes: [node('a', 0), node('b', 2), node('c', 2)], links });
  const [a, b, c] = drawn.nodes;
  expect([a?.x, b?.x === c?.x]).toEqual([8, true]);
  expect(b?.x).toBeGreaterThan(8 + NODE.width);
  expect((c?.y ?? 0) - (b?.y ?? 0)).toBeGreaterThan(NODE.height);
  expect(a?.y).toBe(((b?.y ?? 0) + (c?.y ?? 0)) / 2);
  expect(drawn.links.map(({ from, to }) => `${from} ${to}`)).toEqual(['a b', 'a c']);
  expect(drawn.width).toBeGreaterThanOrEqual((b?.x ?? 0) + NODE.width);
});

it('the texts of a node stay within it, also those of wide letters and beside the mark of a tier', () => {
  const measure = (text: string): number => [...text].reduce((sum, letter) => sum + (letter === 'W' ? 12 : 6), 0);
  const room = NODE.width - 2 * TEXT.edge;
  for (const name of ['WWWWWWWWWWWWWWWWWWWWWWWW', 'a-very-long-name-of-a-bucket-of-the-payroll', 'short']) {
    const { title, subtitle, mark } = textsOf({ ...node('a', 0), type: 'CONTAINER_IMAGE_REPOSITORY_OF_A_LONG_NAME', name }, 0, measure);
    expect(measure(title)).toBeLessThanOrEqual(room);
    expect(measure(subtitle) + TEXT.gap + measure(mark)).toBeLessThanOrEqual(room);
  }
  expect(textsOf({ ...node('a', 0), name: 'short' }, undefined, measure)).toEqual({ name: 'short', title: 'short', subtitle: 'User', mark: '' });
});
