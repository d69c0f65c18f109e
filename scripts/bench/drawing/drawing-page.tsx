import { createRoot } from 'react-dom/client';
import { ThemeRoot } from '@cam/ui';
import GraphCanvas from '../../../remotes/graph-explorer/src/search-result/graph/GraphCanvas';
import { shapeOf } from '../../../remotes/graph-explorer/src/search-result/graph/graph-shape';
import { frameWatch } from './frame-watch';

/** Layers of the graph, and the types of each: 500 entities in all, in groups of ten, which stay open. */
const LAYERS = 5;
const TYPES = ['USER', 'ROLE', 'GROUP', 'POLICY', 'SERVICE_ACCOUNT', 'INSTANCE', 'OBJECT_STORE', 'SECRET', 'DATABASE', 'KEY'];
const OF_A_TYPE = 10;

const nodes = Array.from({ length: LAYERS }, (_, layer) =>
  TYPES.flatMap((type, of) =>
    Array.from({ length: OF_A_TYPE }, (_entity, index) => {
      const place = of * OF_A_TYPE + index;
      return { id: `${layer} ${place}`, name: `${type.toLowerCase()}-of-payroll-${layer}-${place}`, type, tier: place % 4 };
    }),
  ),
).flat();

/** Each entity leads to its neighbour and to a far one of the next layer, and some to the layer after that. */
const links = nodes.flatMap(({ id }) => {
  const [layer = 0, place = 0] = id.split(' ').map(Number);
  const to = (steps: number, other: number) => ({
    from: id,
    to: `${layer + steps} ${other % (TYPES.length * OF_A_TYPE)}`,
    relation: place % 2 === 0 ? 'may assume' : 'may read and write',
    conditions: place % 5 === 0 ? ['MFA'] : [],
  });
  return [...(layer < LAYERS - 1 ? [to(1, place), to(1, place * 7 + 3)] : []), ...(layer < LAYERS - 2 && place % 4 === 0 ? [to(2, place + 11)] : [])];
});

Object.assign(window, frameWatch());
const shape = shapeOf({ nodes, links, omitted: 0 }, new Set());
const root = document.createElement('main');
document.body.append(root);
createRoot(root).render(
  <ThemeRoot>
    <GraphCanvas shape={shape} label="Access" chosen={null} onChoose={() => undefined} controls={null} />
  </ThemeRoot>,
);
