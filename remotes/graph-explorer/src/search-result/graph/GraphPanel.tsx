import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button, TypeIcon, typeName } from '@cam/ui';
import { TierTag } from '../../explorer/TierTag';
import { linkLabel, type GraphShape, type ShapeNode } from './graph-shape';
import styles from './AccessGraph.module.css';

interface Props {
  node: ShapeNode;
  shape: GraphShape;
  onChoose: (id: string | null) => void;
  /** Draws the entities of a group one by one. */
  onExpand: () => void;
  /** Draws the entities of the opened group as one box again. */
  onGroup: () => void;
}

/** Shows the facts of the chosen box: its type, its page, what leads to it and what it leads to. */
export function GraphPanel({ node, shape, onChoose, onExpand, onGroup }: Props): ReactNode {
  const named = new Map(shape.nodes.map((one) => [one.id, one]));
  const ends = (of: 'from' | 'to', other: 'from' | 'to', title: string): ReactNode => {
    const links = shape.links.filter((link) => link[of] === node.id);
    if (links.length === 0) return null;
    return (
      <>
        <h3>{title}</h3>
        <ul>
          {links.map((link) => (
            <li key={link.id}>
              <button type="button" className="cam-link" onClick={() => onChoose(link[other])}>
                {named.get(link[other])?.name}
              </button>{' '}
              <small>
                {linkLabel(link)}
                {link.isConditional ? ', under conditions' : ''}
              </small>
            </li>
          ))}
        </ul>
      </>
    );
  };
  return (
    <aside className={styles.panel} aria-label={`Facts of ${node.name}`}>
      <h3 className={styles.name}>
        <TypeIcon type={node.type} /> {node.name}
      </h3>
      <p>
        {node.members.length > 0 ? `Group of ${typeName(node.type)}` : typeName(node.type)} {node.tier !== undefined && <TierTag tier={node.tier} />}
      </p>
      <div className={styles.actions}>
        {node.to && <Link to={node.to}>Open its page</Link>}
        {node.members.length > 0 && (
          <Button size="small" onClick={onExpand}>
            Show individually
          </Button>
        )}
        {node.openGroup !== null && (
          <Button size="small" onClick={onGroup}>
            Show as group
          </Button>
        )}
        <Button size="small" onClick={() => onChoose(null)}>
          Close
        </Button>
      </div>
      {ends('to', 'from', 'From')}
      {ends('from', 'to', 'To')}
      {node.members.length > 0 && (
        <>
          <h3>Members</h3>
          <ul>
            {node.members.map(({ id, name, to }) => (
              <li key={id}>{to ? <Link to={to}>{name}</Link> : name}</li>
            ))}
          </ul>
        </>
      )}
    </aside>
  );
}
