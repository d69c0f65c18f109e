import { typeNamePlural } from '@cam/contracts';
import type { GraphData, GraphLink, GraphNode } from './graph-data';

/** Entities of one type in one layer above this number are drawn as one box until the user expands it. */
export const LARGEST_GROUP = 12;

/** A box of the drawing: one entity, or a group of entities of one type. */
export interface ShapeNode extends GraphNode {
  /** The entities of a collapsed group; empty for a single entity. */
  members: readonly GraphNode[];
  /** Id of the opened group that the entity belongs to; null outside of one. */
  openGroup: string | null;
  /** Distance from the subject at the left, in columns. */
  layer: number;
}

/** All links between two boxes, drawn as one line. */
export interface ShapeLink {
  id: string;
  from: string;
  to: string;
  /** The different relations, each with the number of links that have it. */
  relations: readonly { relation: string; count: number }[];
  /** True if every link holds under conditions only. */
  isConditional: boolean;
  isHighlighted: boolean;
}

export interface GraphShape {
  nodes: ShapeNode[];
  links: ShapeLink[];
}

/**
 * Returns what is drawn of a graph: the layers from the subject at the left to its targets, large groups as one box, and one line for all links
 * between two boxes.
 * @param expanded ids of the groups whose entities are drawn
 */
export function shapeOf({ nodes, links }: GraphData, expanded: ReadonlySet<string>): GraphShape {
  const layers = layersOf(nodes, links);
  const groups = new Map<string, GraphNode[]>();
  for (const node of nodes) {
    const key = groupOf(node, layers);
    groups.set(key, [...(groups.get(key) ?? []), node]);
  }
  /** The box in which each entity is drawn. */
  const boxOf = new Map<string, string>();
  const shown: ShapeNode[] = [];
  for (const [key, members] of groups) {
    const [first] = members;
    if (!first) continue;
    const layer = layers.get(first.id) ?? 0;
    if (members.length > LARGEST_GROUP && !expanded.has(key)) {
      shown.push({ id: key, name: `${members.length} ${typeNamePlural(first.type)}`, type: first.type, members, openGroup: null, layer });
      for (const { id } of members) boxOf.set(id, key);
    } else {
      for (const node of members) {
        shown.push({ ...node, members: [], openGroup: expanded.has(key) ? key : null, layer });
        boxOf.set(node.id, node.id);
      }
    }
  }
  return { nodes: shown, links: mergedLinks(links, boxOf) };
}

function groupOf({ id, type }: GraphNode, layers: ReadonlyMap<string, number>): string {
  return `group ${layers.get(id) ?? 0} ${type}`;
}

/** Returns the length of the longest path to each node. A link that closes a cycle does not count. */
function layersOf(nodes: readonly GraphNode[], links: readonly GraphLink[]): Map<string, number> {
  const next = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  const targets = new Set<string>();
  for (const { from, to } of links) {
    if (from === to || !next.has(to)) continue;
    next.get(from)?.push(to);
    targets.add(to);
  }
  /** Each node after all nodes that it leads to. */
  const finished: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const closing = new Set<string>();
  const visit = (id: string): void => {
    state.set(id, 'open');
    for (const to of next.get(id) ?? []) {
      if (state.get(to) === 'open') closing.add(`${id} ${to}`);
      else if (!state.has(to)) visit(to);
    }
    state.set(id, 'done');
    finished.push(id);
  };
  // Nodes that nothing leads to are the subjects, so their paths decide which link closes a cycle.
  for (const { id } of nodes) if (!targets.has(id) && !state.has(id)) visit(id);
  for (const { id } of nodes) if (!state.has(id)) visit(id);
  const layers = new Map(nodes.map(({ id }) => [id, 0]));
  for (const id of finished.reverse())
    for (const to of next.get(id) ?? []) if (!closing.has(`${id} ${to}`)) layers.set(to, Math.max(layers.get(to) ?? 0, (layers.get(id) ?? 0) + 1));
  return layers;
}

function mergedLinks(links: readonly GraphLink[], boxOf: ReadonlyMap<string, string>): ShapeLink[] {
  const merged = new Map<string, { link: ShapeLink; relations: Map<string, number> }>();
  for (const { from: source, to: target, relation, conditions, isHighlighted = false } of links) {
    const [from, to] = [boxOf.get(source), boxOf.get(target)];
    if (from === undefined || to === undefined || from === to) continue;
    const id = `${from} > ${to}`;
    const known = merged.get(id) ?? { link: { id, from, to, relations: [], isConditional: true, isHighlighted: false }, relations: new Map() };
    known.relations.set(relation, (known.relations.get(relation) ?? 0) + 1);
    known.link.isConditional &&= conditions.length > 0;
    known.link.isHighlighted ||= isHighlighted;
    merged.set(id, known);
  }
  return [...merged.values()].map(({ link, relations }) => ({
    ...link,
    relations: [...relations].map(([relation, count]) => ({ relation, count })),
  }));
}

/** Returns the words of a line: each relation, with the number of its links if there are several. */
export function linkLabel({ relations }: ShapeLink): string {
  return relations.map(({ relation, count }) => (count > 1 ? `${relation} (${count})` : relation)).join(', ');
}

/** Returns every box and line on a path through a box, so that the drawing can point them out. */
export function pathsThrough({ links }: GraphShape, id: string): ReadonlySet<string> {
  const found = new Set([id]);
  const follow = (from: 'from' | 'to', to: 'from' | 'to'): void => {
    const open = [id];
    const seen = new Set(open);
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const link of links) {
        if (link[from] !== at) continue;
        found.add(link.id);
        if (seen.has(link[to])) continue;
        seen.add(link[to]);
        found.add(link[to]);
        open.push(link[to]);
      }
    }
  };
  follow('from', 'to');
  follow('to', 'from');
  return found;
}
