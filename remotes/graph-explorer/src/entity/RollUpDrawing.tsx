import { useMemo, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { RollUpGraph } from '@cam/contracts';
import { EmptyState, typeName, typeNamePlural } from '@cam/ui';
import { entityAddress } from '@cam/contracts';
import { tierColour } from '../explorer/tier-colour';
import { useTiers } from '../explorer/use-tiers';
import { layOutGraph, NODE, type GraphLayout } from './graph-layout';
import styles from './entity.module.css';

const LONGEST = 26;

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
          const box = <Box node={node} x={x} y={y} tier={tiers.get(node.uri)} />;
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

function Box({ node, x, y, tier }: GraphLayout['nodes'][number] & { tier: number | undefined }): ReactNode {
  const name = node.name !== '' ? node.name : `${node.count} ${node.count === 1 ? typeName(node.type) : typeNamePlural(node.type)}`;
  return (
    <>
      <title>{tier === undefined ? name : `${name}, tier ${tier}`}</title>
      <rect x={x} y={y} width={NODE.width} height={NODE.height} rx={8} />
      <text x={x + 10} y={y + 18}>
        {name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name}
      </text>
      <text x={x + 10} y={y + 34} data-kind="type">
        {node.name === '' ? 'by type' : typeName(node.type)}
      </text>
      {tier !== undefined && (
        <text x={x + NODE.width - 10} y={y + 34} textAnchor="end" data-kind="tier" style={{ fill: `var(--cam-${tierColour(tier)})` }}>
          Tier {tier}
        </text>
      )}
    </>
  );
}
