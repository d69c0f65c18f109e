import { memo, type ReactNode } from 'react';
import { typeColour } from '@cam/contracts';
import { tierColour } from '../../explorer/tier-colour';
import type { PlacedGraph } from './graph-boxes';
import { pathOf } from './graph-svg';
import styles from './AccessGraph.module.css';

/** Draws lines. A drawing moves, and points lines and boxes out, without rendering them again. */
export const GraphLines = memo(function GraphLines({
  placed: { nodes, links, width, height },
  arrow,
}: {
  placed: PlacedGraph;
  arrow: string;
}): ReactNode {
  const at = new Map(nodes.map((node) => [node.id, node]));
  return (
    <svg width={width} height={height}>
      <defs>
        <marker id={arrow} viewBox="0 0 8 8" refX={7} refY={4} markerWidth={7} markerHeight={7} markerUnits="userSpaceOnUse" orient="auto">
          <path d="M0 0L8 4L0 8z" className={styles.arrow} />
        </marker>
      </defs>
      {links.map((link) => {
        const [from, to] = [at.get(link.from), at.get(link.to)];
        if (!from || !to) return null;
        const path = pathOf([from.x + from.width, from.y + from.height / 2], [to.x, to.y + to.height / 2], link.lanes);
        return (
          <g
            key={link.id}
            className={styles.line}
            data-line={link.id}
            data-dashed={link.isConditional || undefined}
            data-high={link.isHighlighted || undefined}
          >
            <path d={path} className={styles.hit} />
            <path d={path} markerEnd={`url(#${arrow})`} />
          </g>
        );
      })}
    </svg>
  );
});

/** Draws boxes as plain elements: a browser lays the texts of an SVG out anew for each scale. */
export const GraphBoxes = memo(function GraphBoxes({ placed: { nodes } }: { placed: PlacedGraph }): ReactNode {
  return nodes.map(({ id, x, y, width, height, type, tier, title, subtitle, mark }) => (
    <div key={id} className={styles.box} data-box={id} style={{ left: x, top: y, width, height, borderColor: typeColour(type) }}>
      <i style={{ backgroundImage: `var(${iconVariable(type)})` }} />
      <b>{title}</b>
      <span>{subtitle}</span>
      {mark !== '' && <em style={{ color: `var(--cam-${tierColour(tier ?? 0)})` }}>{mark}</em>}
    </div>
  ));
});

/** Returns the name of the variable that holds the icon of a type. */
export function iconVariable(type: string): string {
  return `--icon-${type}`;
}
