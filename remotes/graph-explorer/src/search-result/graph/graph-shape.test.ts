import { BOX, placeGraph, startView, type PlacedGraph } from './graph-boxes';
import type { GraphData } from './graph-data';
import { LARGEST_GROUP, linkLabel, pathsThrough, shapeOf } from './graph-shape';
import { graphSvg } from './graph-svg';

const NONE = new Set<string>();
const node = (id: string, type = 'USER', name = id) => ({ id, name, type });
const link = (from: string, to: string, relation = 'reaches', conditions: string[] = []) => ({ from, to, relation, conditions });
const many = (count: number, type: string, prefix: string) => Array.from({ length: count }, (_, index) => node(`${prefix}${index}`, type));
/** Letters of different widths, as in a proportional font. */
const measure = (text: string): number => [...text].reduce((sum, letter) => sum + (letter === 'i' ? 3 : 7), 0);
const place = (data: GraphData, expanded: ReadonlySet<string> = NONE): PlacedGraph => placeGraph(shapeOf(data, expanded), measure);

/** Random graphs of up to 60 nodes in up to five layers. The seed makes a failure repeatable. */
function randomGraph(seed: number): GraphData {
  let state = seed;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const nodes = Array.from({ length: 2 + next(58) }, (_, index) =>
    node(`n${index}`, ['USER', 'ROLE', 'POLICY', 'OBJECT_STORE'][next(4)], 'i'.repeat(next(90)) + index),
  );
  const links = Array.from({ length: next(120) }, () => link(`n${next(nodes.length)}`, `n${next(nodes.length)}`));
  return { nodes, links, omitted: 0 };
}

test('no box overlaps another, and every label fits its box, in 300 random graphs', () => {
  const wrong: string[] = [];
  for (let seed = 1; seed <= 300; seed++) {
    const { nodes } = place(randomGraph(seed), new Set(['group 0 USER']));
    for (const [index, a] of nodes.entries()) {
      if (Math.max(measure(a.title), measure(a.subtitle)) + BOX.icon > a.width) wrong.push(`${seed}: the label of ${a.id}`);
      for (const b of nodes.slice(index + 1))
        if (a.x + a.width > b.x && b.x + b.width > a.x && a.y + a.height > b.y && b.y + b.height > a.y) wrong.push(`${seed}: ${a.id} and ${b.id}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('the subject is at the left, and each link leads to the right', () => {
  const data = {
    nodes: [node('bucket', 'OBJECT_STORE'), node('ops', 'GROUP'), node('ada')],
    links: [link('ada', 'ops'), link('ops', 'bucket'), link('ada', 'bucket')],
    omitted: 0,
  };
  const x = Object.fromEntries(place(data).nodes.map((one) => [one.id, one.x]));
  expect([x.ada, x.ops, x.bucket]).toEqual([...new Set([x.ada, x.ops, x.bucket])].sort((a, b) => Number(a) - Number(b)));
});

test('a drawing opens whole while its labels can be read, and otherwise with the subject at the left edge', () => {
  const data = { nodes: [node('ada'), ...many(6, 'ROLE', 'r')], links: many(6, 'ROLE', 'r').map(({ id }) => link('ada', id)), omitted: 0 };
  const placed = place(data);
  expect(startView(placed, [placed.width * 2, placed.height * 2])).toEqual({ zoom: 1, start: null });
  expect(startView(placed, [placed.width * 0.9, placed.height]).start).toBeNull();
  expect(startView(placed, [placed.width * 0.3, placed.height])).toEqual({ zoom: 0.8, start: [0, placed.height / 2] });
});

test('a line that passes a column goes through a lane between its boxes', () => {
  const { nodes, links } = place({
    nodes: [
      node('partner', 'EXT_ACCOUNT'),
      node('resource', 'POLICY'),
      node('reader', 'ROLE'),
      node('labels', 'POLICY'),
      node('bucket', 'OBJECT_STORE'),
    ],
    links: [link('partner', 'resource'), link('partner', 'reader'), link('reader', 'labels'), link('labels', 'bucket'), link('resource', 'bucket')],
    omitted: 0,
  });
  const labels = nodes.find(({ id }) => id === 'labels');
  const lanes = links.map(({ from, to, lanes: own }) => [`${from} ${to}`, own.length] as const).filter(([, count]) => count > 0);
  expect(lanes).toEqual([['resource bucket', 1]]);
  const [lane] = links.flatMap(({ lanes: own }) => own);
  expect([lane?.x, lane?.width]).toEqual([labels?.x, labels?.width]);
  expect((lane?.y ?? 0) < (labels?.y ?? 0) || (lane?.y ?? 0) > (labels?.y ?? 0) + BOX.height).toBe(true);
});

test('a cycle between two roles ends', () => {
  const { nodes } = shapeOf(
    { nodes: [node('ada'), node('a', 'ROLE'), node('b', 'ROLE')], links: [link('ada', 'a'), link('a', 'b'), link('b', 'a')], omitted: 0 },
    NONE,
  );
  expect(nodes.map(({ layer }) => layer)).toEqual([0, 1, 2]);
});

test('links between two boxes are one line that names each relation with its number', () => {
  const users = many(LARGEST_GROUP + 1, 'USER', 'u');
  const data = {
    nodes: [...users, node('store', 'OBJECT_STORE')],
    links: [...users.map(({ id }) => link(id, 'store', 'may read')), link('u0', 'store', 'may write', ['MFA'])],
    omitted: 0,
  };
  const { nodes, links } = shapeOf(data, NONE);
  expect(nodes.map(({ name }) => name)).toEqual(['13 Users', 'store']);
  expect(links.map((one) => [linkLabel(one), one.isConditional])).toEqual([['may read (13), may write', false]]);
  const opened = shapeOf(data, new Set([nodes[0]?.id ?? '']));
  expect(opened.nodes).toHaveLength(14);
  expect(opened.links).toHaveLength(13);
  // Each entity of an opened group leads back to it.
  expect(new Set(opened.nodes.map(({ openGroup }) => openGroup))).toEqual(new Set([nodes[0]?.id, null]));
});

test('a group of twelve stays open', () => {
  expect(shapeOf({ nodes: many(LARGEST_GROUP, 'USER', 'u'), links: [], omitted: 0 }, NONE).nodes).toHaveLength(12);
});

test('the paths through a box are all that lead to it or on from it, and no others', () => {
  const shape = shapeOf(
    { nodes: ['a', 'b', 'c', 'd', 'e'].map((id) => node(id)), links: [link('a', 'b'), link('b', 'c'), link('a', 'd'), link('e', 'c')], omitted: 0 },
    NONE,
  );
  expect([...pathsThrough(shape, 'b')].sort()).toEqual(['a', 'a > b', 'b', 'b > c', 'c']);
});

const COLOURS = { surface: '#fff', text: '#000', muted: '#555', high: '#c00', ofType: () => '#123', ofTier: (tier: number) => `#00${tier}` };

test('a box is marked with its tier, and has room for the mark beside the type', () => {
  const graph = place({ nodes: [{ ...node('ada'), tier: 0 }, node('bob')], links: [], omitted: 0 });
  const [ada, bob] = graph.nodes;
  expect([ada?.mark, bob?.mark]).toEqual(['Tier 0', '']);
  expect(ada?.width).toBeGreaterThanOrEqual(BOX.icon + measure('User') + measure('Tier 0') + BOX.padding);
  expect(graphSvg(graph, COLOURS, measure)).toMatch(/fill="#000" textLength="38.0" [^>]*>Tier 0</);
});

test('a group of many boxes has no tier of its own', () => {
  const members = many(LARGEST_GROUP + 1, 'USER', 'u').map((member) => ({ ...member, tier: 1 }));
  expect(place({ nodes: members, links: [], omitted: 0 }).nodes.map(({ mark }) => mark)).toEqual(['']);
});

test('the exported picture shows names as text, not as markup', () => {
  const svg = graphSvg(place({ nodes: [node('<b>', 'USER', '<b>&')], links: [], omitted: 0 }), COLOURS, measure);
  expect(svg).toContain('&#60;b&#62;&#38;');
  expect(new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')).toBeNull();
});
