import { useMemo, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { RollUpGraph } from '@cam/contracts';
import { EmptyState } from '@cam/ui';
import { entityAddress } from '@cam/contracts';
import { tierColour } from '../explorer/tier-colour';
import { useTiers } from '../explorer/use-tiers';
import type { Measure } from '../search-result/graph/graph-boxes';
import { textMeasure } from '../search-result/graph/graph-look';
import { layOutGraph, NODE, TEXT, textsOf, type GraphLayout } from './graph-layout';
import styles from './entity.module.css';

interface Props {
  graph: RollUpGraph;
  label: string;
}

/**
 * Draws access paths from left to right, with dashed lines for conditional access. Highlights the lines of the node under the pointer or the focus.
 * Screen readers get a list of the links instead.
 */
export default function RollUpDrawing({ graph, label }: Props): ReactNode {
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const measure = useMemo(() => textMeasure(), []);
  const tiers = useTiers(useMemo(() => graph.nodes.map(({ uri }) => uri), [graph]));
  if (graph.links.length === 0) return <EmptyState title="No access paths" text="The latest snapshot contains no access paths to draw." />;
  const { nodes, links, width, height } = layOutGraph(graph);
  return (
    <div className={styles.graph} role="group" aria-label={label} tabIndex={0}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="presentation" data-lit={highlighted !== null}>
        {links.map(({ link, path }) => (
          <path
            key={`${link.from} ${link.to}`}
            d={path}
            data-conditional={link.conditional}
            data-lit={highlighted !== null && (link.from === highlighted || link.to === highlighted)}
          >
            <title>{link.label}</title>
          </path>
        ))}
        {nodes.map(({ node, x, y }) => {
          const to = node.uri === '' ? null : entityAddress(node.uri);
          const box = <Box node={node} x={x} y={y} tier={tiers.get(node.uri)} measure={measure} />;
          const handlers = {
            onPointerEnter: () => setHighlighted(node.id),
            onPointerLeave: () => setHighlighted(null),
            onFocus: () => setHighlighted(node.id),
            onBlur: () => setHighlighted(null),
          };
          return to === null ? (
            <g key={node.id} {...handlers}>
              {box}
            </g>
          ) : (
            <Link key={node.id} to={to} {...handlers}>
              {box}
            </Link>
          );
        })}
      </svg>
      <ul className="cam-visually-hidden">
        {links.map(({ link, from, to }) => (
          <li key={`${link.from} ${link.to}`}>
            {from} {link.label} {to}
            {link.conditional ? ', under certain conditions' : ''}
          </li>
        ))}
      </ul>
    </div>
  );
}

type BoxProps = GraphLayout['nodes'][number] & { tier: number | undefined; measure: Measure };

function Box({ node, x, y, tier, measure }: BoxProps): ReactNode {
  const { name, title, subtitle, mark } = textsOf(node, tier, measure);
  return (
    <>
      <title>{tier === undefined ? name : `${name}, tier ${tier}`}</title>
      <rect x={x} y={y} width={NODE.width} height={NODE.height} rx={8} />
      <text x={x + TEXT.edge} y={y + 18}>
        {title}
      </text>
      <text x={x + TEXT.edge} y={y + 34} data-kind="type">
        {subtitle}
      </text>
      {tier !== undefined && (
        <text x={x + NODE.width - TEXT.edge} y={y + 34} textAnchor="end" data-kind="tier" style={{ fill: `var(--cam-${tierColour(tier)})` }}>
          {mark}
        </text>
      )}
    </>
  );
}
