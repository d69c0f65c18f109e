import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { RollUpGraph } from '@cam/contracts';
import { EmptyState, typeName, typeNamePlural } from '@cam/ui';
import { entityAddress } from '../explorer/entity-address';
import { layOut, NODE } from './lay-out';
import styles from './entity.module.css';

const LONGEST = 26;

/** The ways from and to an entity, from left to right; broken lines hold under conditions only. A list for readers stands beside. */
export default function RollUpDrawing({ graph, label }: { graph: RollUpGraph; label: string }): ReactNode {
  if (graph.links.length === 0) return <EmptyState title="No ways" text="Nothing leads here, and nothing leads on." />;
  const { nodes, links, width, height } = layOut(graph);
  return (
    <div className={styles.graph} role="group" aria-label={label} tabIndex={0}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="presentation">
        {links.map(({ link, path }) => (
          <path key={`${link.from} ${link.to}`} d={path} data-conditional={link.conditional}>
            <title>{link.label}</title>
          </path>
        ))}
        {nodes.map(({ node, x, y }) => {
          const name = node.name !== '' ? node.name : `${node.count} ${node.count === 1 ? typeName(node.type) : typeNamePlural(node.type)}`;
          const to = node.uri === '' ? null : entityAddress(node.uri);
          const box = (
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
          return to === null ? (
            <g key={node.id}>{box}</g>
          ) : (
            <Link key={node.id} to={to}>
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
