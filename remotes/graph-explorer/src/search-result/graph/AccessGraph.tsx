import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Alert, Button, LoadingState, TypeIcon, typeName } from '@cam/ui';
import type { GraphData } from './graph-data';
import styles from './AccessGraph.module.css';

/** The drawing library is large, so it is loaded only when a graph is shown. */
const GraphCanvas = lazy(() => import('./GraphCanvas'));

/** Shows a graph as a drawing or as a list with the same content. */
export function AccessGraph({ data, label }: { data: GraphData; label: string }): ReactNode {
  const [view, setView] = useState<'drawing' | 'list'>('drawing');
  return (
    <section className={styles.graph} aria-label={label}>
      <div className={styles.views} role="group" aria-label="View">
        {(['drawing', 'list'] as const).map((name) => (
          <Button key={name} size="small" type={view === name ? 'primary' : 'default'} aria-pressed={view === name} onClick={() => setView(name)}>
            {name === 'drawing' ? 'Drawing' : 'List'}
          </Button>
        ))}
      </div>
      {data.omitted > 0 && (
        <Alert type="info" showIcon title={`Showing ${data.nodes.length} nodes. ${data.omitted} more do not fit. The table lists all of them.`} />
      )}
      {view === 'drawing' ? (
        <Suspense fallback={<LoadingState label="Loading the drawing" />}>
          <GraphCanvas data={data} label={label} />
        </Suspense>
      ) : (
        <GraphList data={data} />
      )}
    </section>
  );
}

function GraphList({ data: { nodes, links } }: { data: GraphData }): ReactNode {
  const named = new Map(nodes.map((node) => [node.id, node]));
  return (
    <ul className={styles.list}>
      {links.map(({ from, to, relation, conditions, isHighlighted }) => (
        <li key={`${from} ${relation} ${to}`}>
          <End node={named.get(from)} /> <span>{relation}</span> <End node={named.get(to)} />
          {isHighlighted && <mark className={styles.highlighted}>in this alert</mark>}
          {conditions.map((condition) => (
            <em key={condition}>if {condition}</em>
          ))}
        </li>
      ))}
      {links.length === 0 &&
        nodes.map((node) => (
          <li key={node.id}>
            <End node={node} />
          </li>
        ))}
    </ul>
  );
}

function End({ node }: { node: GraphData['nodes'][number] | undefined }): ReactNode {
  return (
    node && (
      <strong>
        <TypeIcon type={node.type} /> {node.name} <small>{typeName(node.type)}</small>
      </strong>
    )
  );
}
