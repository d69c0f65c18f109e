import { useEffect, useRef, type ReactNode } from 'react';
import { Graph } from '@antv/g6';
import { typeName } from '@cam/ui';
import type { GraphData } from './graph-data';
import styles from './AccessGraph.module.css';

/** The maximum length of a node label, in characters. */
const MAX_LABEL = 28;

/** The distance that an arrow key moves the drawing, in pixels, and the zoom factor of a key. */
const STEP = 60;
const ZOOM_FACTOR = 1.25;

const MOVES: Record<string, [number, number]> = { ArrowLeft: [STEP, 0], ArrowRight: [-STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] };

/** Draws a graph from left to right. The list view has the same content for screen readers. */
export default function GraphCanvas({ data, label }: { data: GraphData; label: string }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!box.current) return;
    const colours = getComputedStyle(document.documentElement);
    const colour = (name: string): string => colours.getPropertyValue(`--cam-${name}`).trim() || '#8892a4';
    const text = { labelFontSize: 12, labelFill: colour('text') };
    const graph = new Graph({
      container: box.current,
      autoFit: { type: 'view', options: { when: 'always' } },
      padding: 24,
      animation: false,
      data: {
        nodes: data.nodes.map(({ id, name, type }) => ({ id, data: { name, type } })),
        edges: data.links.map(({ from, to, relation, conditions, isHighlighted = false }, index) => ({
          id: `e${index}`,
          source: from,
          target: to,
          data: { relation, conditional: conditions.length > 0, isHighlighted },
        })),
      },
      node: {
        style: {
          size: 22,
          fill: colour('accent-soft'),
          stroke: colour('accent'),
          lineWidth: 1.5,
          labelText: ({ data: node }) => `${shortened(String(node?.name))}\n${typeName(String(node?.type))}`,
          labelPlacement: 'bottom',
          labelBackground: true,
          labelBackgroundFill: colour('surface'),
          labelBackgroundOpacity: 0.85,
          ...text,
        },
      },
      edge: {
        type: 'line',
        style: {
          stroke: ({ data: edge }) => colour(edge?.isHighlighted ? 'high' : 'muted'),
          lineWidth: ({ data: edge }) => (edge?.isHighlighted ? 3 : 1),
          endArrow: true,
          lineDash: ({ data: edge }) => (edge?.conditional ? [4, 3] : 0),
          labelText: ({ data: edge }) => String(edge?.relation),
          labelBackground: true,
          labelBackgroundFill: colour('surface'),
          ...text,
          labelFontSize: 11,
          labelFill: colour('muted'),
          labelAutoRotate: false,
          labelWordWrap: true,
          labelMaxWidth: 120,
          labelMaxLines: 3,
        },
      },
      layout: { type: 'antv-dagre', rankdir: 'LR', nodesep: 14, ranksep: 96, nodeSize: [22, 40] },
      behaviors: ['drag-canvas', 'zoom-canvas', 'drag-element'],
    });
    const element = box.current;
    const onKeyDown = (event: KeyboardEvent): void => {
      const move = MOVES[event.key];
      if (move) void graph.translateBy(move);
      else if (event.key === '+' || event.key === '-') void graph.zoomBy(event.key === '+' ? ZOOM_FACTOR : 1 / ZOOM_FACTOR);
      else if (event.key === '0') void graph.fitView();
      else return;
      event.preventDefault();
    };
    let isGone = false;
    const drawn = graph.render().then(
      () => {
        if (!isGone) element.addEventListener('keydown', onKeyDown);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      element.removeEventListener('keydown', onKeyDown);
      void drawn.then(() => isGone && graph.destroy());
    };
  }, [data]);
  return (
    <div
      ref={box}
      tabIndex={0}
      title="Drag or press the arrow keys to move. Scroll or press + and - to zoom. Press 0 to fit the graph."
      className={styles.canvas}
      style={{ height: heightOf(data) }}
      role="img"
      aria-label={`${label}: ${data.nodes.length} nodes and ${data.links.length} links. The list view has the same content.`}
    />
  );
}

/** Returns the height that the tallest column needs, in pixels, limited to what fits a screen. */
function heightOf({ nodes, links }: GraphData): number {
  const depth = new Map<string, number>(nodes.map(({ id }) => [id, 0]));
  // Paths have no cycles. The node count bounds the depth if the data has one nevertheless.
  for (let round = 0; round < nodes.length; round += 1)
    for (const { from, to } of links) depth.set(to, Math.min(nodes.length, Math.max(depth.get(to) ?? 0, (depth.get(from) ?? 0) + 1)));
  const columns = new Map<number, number>();
  for (const at of depth.values()) columns.set(at, (columns.get(at) ?? 0) + 1);
  return Math.min(1100, Math.max(280, Math.max(...columns.values(), 0) * 64));
}

function shortened(name: string): string {
  return name.length > MAX_LABEL ? `${name.slice(0, MAX_LABEL - 1)}…` : name;
}
