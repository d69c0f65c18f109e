import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { RollUpGraph } from '@cam/contracts';
import { EmptyState, typeName, typeNamePlural } from '@cam/ui';
import { entityAddress } from '@cam/contracts';
import { layOut, NODE, type Drawn } from './lay-out';
import styles from './entity.module.css';

const LONGEST = 26;

interface Props {
  graph: RollUpGraph;
  label: string;
  /** Where a node leads that stands for all of a type; by default nowhere. */
  addressOfType?: (type: string) => string | null;
}

/**
 * The ways from and to an entity, from left to right; broken lines hold under conditions only. The lines of a node stand out while the pointer or the
 * focus is on it. A list for readers stands beside.
 */
export default function RollUpDrawing({ graph, label, addressOfType = () => null }: Props): ReactNode {
  const [lit, setLit] = useState<string | null>(null);
  if (graph.links.length === 0) return <EmptyState title="No ways" text="Nothing leads here, and nothing leads on." />;
  const { nodes, links, width, height } = layOut(graph);
  return (
    <div className={styles.graph} role="group" aria-label={label} tabIndex={0}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="presentation" data-lit={lit !== null}>
        {links.map(({ link, path }) => (
          <path
            key={`${link.from} ${link.to}`}
            d={path}
            data-conditional={link.conditional}
            data-lit={lit !== null && (link.from === lit || link.to === lit)}
          >
            <title>{link.label}</title>
          </path>
        ))}
        {nodes.map(({ node, x, y }) => {
          const to = node.uri === '' ? addressOfType(node.type) : entityAddress(node.uri);
          const box = <Box node={node} x={x} y={y} />;
          const handlers = {
            onPointerEnter: () => setLit(node.id),
            onPointerLeave: () => setLit(null),
            onFocus: () => setLit(node.id),
            onBlur: () => setLit(null),
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
            {link.conditional ? ', under conditions' : ''}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Box({ node, x, y }: Drawn['nodes'][number]): ReactNode {
  const name = node.name !== '' ? node.name : `${node.count} ${node.count === 1 ? typeName(node.type) : typeNamePlural(node.type)}`;
  return (
    <>
      <title>{name}</title>
      <rect x={x} y={y} width={NODE.width} height={NODE.height} rx={8} />
      <text x={x + 10} y={y + 18}>
        {name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name}
      </text>
      <text x={x + 10} y={y + 34} data-kind="type">
        {node.name === '' ? 'by type' : typeName(node.type)}
      </text>
    </>
  );
}
