import { placeGraph } from './graph-boxes';
import { GraphHits } from './graph-hit';
import { shapeOf } from './graph-shape';

const node = (id: string) => ({ id, name: id, type: 'USER' });
const link = (from: string, to: string) => ({ from, to, relation: 'reaches', conditions: [] });
const placed = placeGraph(
  shapeOf(
    {
      nodes: ['ada', 'bob', 'ops', 'bucket'].map(node),
      links: [
        ['ada', 'ops'],
        ['ops', 'bucket'],
        ['bob', 'bucket'],
      ].map(([a, b]) => link(a!, b!)),
      omitted: 0,
    },
    new Set(),
  ),
  (text) => text.length * 7,
);
const hits = new GraphHits(placed);
const boxOf = (id: string) => placed.nodes.find((one) => one.id === id)!;

test('each box is found at its middle and at its edges, and not beside them', () => {
  for (const { id, x, y, width, height } of placed.nodes) {
    expect(hits.at([x + width / 2, y + height / 2])).toEqual({ kind: 'node', id });
    expect(hits.at([x, y])).toEqual({ kind: 'node', id });
    expect(hits.at([x + width / 2, y - 1])).toBeNull();
  }
});

test('a curve is found in its middle', () => {
  const [from, to] = [boxOf('ada'), boxOf('ops')];
  const middle = [(from.x + from.width + to.x) / 2, (from.y + to.y + from.height) / 2] as const;
  expect(hits.at(middle)).toEqual({ kind: 'link', id: 'ada > ops' });
});

test('a line that passes a column is found in its lane', () => {
  const [lane] = placed.links.find(({ id }) => id === 'bob > bucket')!.lanes;
  expect(hits.at([lane!.x + lane!.width / 2, lane!.y + 3])).toEqual({ kind: 'link', id: 'bob > bucket' });
  expect(hits.at([lane!.x + lane!.width / 2, lane!.y + 12])).not.toEqual({ kind: 'link', id: 'bob > bucket' });
});
