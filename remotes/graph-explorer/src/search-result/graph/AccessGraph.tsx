import { lazy, Suspense, useMemo, useRef, useState, type ReactNode } from 'react';
import { typeColour } from '@cam/contracts';
import { Alert, Button, Dropdown, Icon, Input, LoadingState, saveFile, TypeIcon, typeName } from '@cam/ui';
import { TierTag } from '../../explorer/TierTag';
import { useTiers } from '../../explorer/use-tiers';
import type { GraphControls } from './GraphCanvas';
import { withTiers, type GraphData } from './graph-data';
import { graphPicture } from './graph-picture';
import { GraphPanel } from './GraphPanel';
import { shapeOf, type ShapeNode } from './graph-shape';
import styles from './AccessGraph.module.css';

/** The drawing library is large, so it is loaded only when a graph is shown. */
const GraphCanvas = lazy(() => import('./GraphCanvas'));

const ZOOM = 1.25;

/** Shows a graph as a drawing or as a list with the same content. A press on a box shows its facts beside the drawing. */
export function AccessGraph({ data: given, label }: { data: GraphData; label: string }): ReactNode {
  const tiers = useTiers(useMemo(() => given.nodes.flatMap(({ uri }) => uri ?? []), [given]));
  const data = useMemo(() => withTiers(given, tiers), [given, tiers]);
  const [view, setView] = useState<'drawing' | 'list'>('drawing');
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const controls = useRef<GraphControls>(null);
  const shape = useMemo(() => shapeOf(data, expanded), [data, expanded]);
  const found = useMemo(() => matching(shape.nodes, search), [shape, search]);
  const chosen = shape.nodes.find(({ id }) => id === chosenId) ?? null;
  const pointedOut = chosen?.id ?? (found?.length === 1 ? (found[0]?.id ?? null) : null);

  const save = async (format: 'svg' | 'png'): Promise<void> => {
    const placed = controls.current?.placed();
    if (!placed) return;
    const picture = await graphPicture(placed, format);
    saveFile(picture, picture.type, `${label}.${format}`);
  };
  return (
    <section className={styles.graph} aria-label={label}>
      <div className={styles.tools}>
        <div className={styles.views} role="group" aria-label="View">
          {(['drawing', 'list'] as const).map((name) => (
            <Button key={name} size="small" type={view === name ? 'primary' : 'default'} aria-pressed={view === name} onClick={() => setView(name)}>
              {name === 'drawing' ? 'Drawing' : 'List'}
            </Button>
          ))}
        </div>
        {view === 'drawing' && (
          <>
            <Input
              size="small"
              allowClear
              className={styles.search}
              prefix={<Icon name="search" />}
              placeholder="Find in the graph"
              aria-label="Find in the graph"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
              onPressEnter={() => setChosenId(found?.[0]?.id ?? null)}
            />
            {found && (
              <span role="status" className={styles.found}>
                {found.length === 1 ? '1 found' : `${found.length} found`}
              </span>
            )}
            <span className={styles.zoom}>
              <Button size="small" aria-label="Zoom in" title="Zoom in" onClick={() => controls.current?.zoom(ZOOM)}>
                +
              </Button>
              <Button size="small" aria-label="Zoom out" title="Zoom out" onClick={() => controls.current?.zoom(1 / ZOOM)}>
                −
              </Button>
              <Button size="small" onClick={() => controls.current?.fit()}>
                Fit
              </Button>
              <Dropdown
                trigger={['click']}
                menu={{
                  items: [
                    { key: 'png', label: 'Export as PNG', onClick: () => void save('png') },
                    { key: 'svg', label: 'Export as SVG', onClick: () => void save('svg') },
                  ],
                }}
              >
                <Button size="small" aria-haspopup="menu" icon={<Icon name="download" />}>
                  Export
                </Button>
              </Dropdown>
            </span>
          </>
        )}
      </div>
      {data.omitted > 0 && (
        <Alert type="info" showIcon title={`Showing ${data.nodes.length} nodes. ${data.omitted} more do not fit. The table lists all of them.`} />
      )}
      {view === 'drawing' ? (
        <div className={styles.stage}>
          <div className={styles.drawing}>
            <Suspense fallback={<LoadingState label="Loading the drawing" />}>
              <GraphCanvas shape={shape} label={label} chosen={pointedOut} onChoose={setChosenId} controls={controls} />
            </Suspense>
            <Legend nodes={shape.nodes} />
          </div>
          {chosen && (
            <GraphPanel
              node={chosen}
              shape={shape}
              onChoose={setChosenId}
              onExpand={() => {
                setExpanded(new Set([...expanded, chosen.id]));
                setChosenId(null);
              }}
              onGroup={() => {
                setExpanded(new Set([...expanded].filter((id) => id !== chosen.openGroup)));
                setChosenId(chosen.openGroup);
              }}
            />
          )}
        </div>
      ) : (
        <GraphList data={data} />
      )}
    </section>
  );
}

/** Returns the boxes that hold the searched text; null without a search. */
function matching(nodes: readonly ShapeNode[], search: string): ShapeNode[] | null {
  const text = search.trim().toLowerCase();
  if (text === '') return null;
  return nodes.filter(({ name, members }) => [name, ...members.map((member) => member.name)].some((one) => one.toLowerCase().includes(text)));
}

/** Explains the colours and the lines of the drawing. */
function Legend({ nodes }: { nodes: readonly ShapeNode[] }): ReactNode {
  const types = [...new Set(nodes.map(({ type }) => type))];
  return (
    <ul className={styles.legend} aria-label="Legend">
      {types.map((type) => (
        <li key={type}>
          <span className={styles.swatch} style={{ background: typeColour(type) }} aria-hidden /> {typeName(type)}
        </li>
      ))}
      <li>
        <span className={styles.dashed} aria-hidden /> under conditions
      </li>
    </ul>
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
        <TypeIcon type={node.type} /> {node.name} <small>{typeName(node.type)}</small> {node.tier !== undefined && <TierTag tier={node.tier} />}
      </strong>
    )
  );
}
