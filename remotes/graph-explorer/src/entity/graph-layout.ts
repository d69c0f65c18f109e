import type { RollUpGraph } from '@cam/contracts';
import { typeName, typeNamePlural } from '@cam/contracts';
import { cutText, type Measure } from '../search-result/graph/graph-boxes';

/** The size of a node, in pixels. */
export const NODE = { width: 200, height: 44 };
const GAP = { x: 110, y: 14 };
const MARGIN = 8;

type Node = RollUpGraph['nodes'][number];
type RollUpLink = RollUpGraph['links'][number];

/** The positions of nodes and links, in pixels. */
export interface GraphLayout {
  nodes: { node: Node; x: number; y: number }[];
  links: { link: RollUpLink; path: string; from: string; to: string }[];
  width: number;
  height: number;
}

/** Places the nodes of each layer in a vertically centred column, and connects them with curves. Leaves out links to missing nodes. */
export function layOutGraph(graph: RollUpGraph): GraphLayout {
  const layers = [...new Set(graph.nodes.map(({ layer }) => layer))].sort((a, b) => a - b);
  const columns = layers.map((layer) => graph.nodes.filter((node) => node.layer === layer));
  const tallest = Math.max(1, ...columns.map(({ length }) => length));
  const height = tallest * (NODE.height + GAP.y) - GAP.y + 2 * MARGIN;
  const nodes = columns.flatMap((column, index) => {
    const own = column.length * (NODE.height + GAP.y) - GAP.y;
    const top = (height - own) / 2;
    return column.map((node, place) => ({ node, x: MARGIN + index * (NODE.width + GAP.x), y: top + place * (NODE.height + GAP.y) }));
  });
  const placed = new Map(nodes.map((one) => [one.node.id, one]));
  const links = graph.links.flatMap((link) => {
    const [from, to] = [placed.get(link.from), placed.get(link.to)];
    if (!from || !to) return [];
    const [x1, y1, x2, y2] = [from.x + NODE.width, from.y + NODE.height / 2, to.x, to.y + NODE.height / 2];
    const bend = Math.max(40, (x2 - x1) / 2);
    return [{ link, path: `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`, from: nameOf(from.node), to: nameOf(to.node) }];
  });
  return { nodes, links, width: layers.length * (NODE.width + GAP.x) - GAP.x + 2 * MARGIN, height };
}

/** The distance of a text from the edge of its node, and between two texts of one line, px. */
export const TEXT = { edge: 10, gap: 8 };

/** The texts of a node. */
interface NodeTexts {
  /** The whole name. */
  name: string;
  /** The name as drawn: cut off if it is wider than the node. */
  title: string;
  /** The type as drawn, and the mark of a tier behind it; empty without one. */
  subtitle: string;
  mark: string;
}

/** Returns the texts of a node, which never leave it or cover each other. */
export function textsOf(node: Node, tier: number | undefined, measure: Measure): NodeTexts {
  const name = nameOf(node);
  const room = NODE.width - 2 * TEXT.edge;
  const mark = tier === undefined ? '' : `Tier ${tier}`;
  const type = node.name === '' ? 'by type' : typeName(node.type);
  return {
    name,
    title: cutText(name, room, measure),
    subtitle: cutText(type, mark === '' ? room : room - measure(mark) - TEXT.gap, measure),
    mark,
  };
}

function nameOf({ name, count, type }: Node): string {
  return name !== '' ? name : `${count} ${count === 1 ? typeName(type) : typeNamePlural(type)}`;
}
