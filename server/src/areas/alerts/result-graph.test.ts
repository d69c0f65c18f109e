import { graphOfPaths } from './result-graph';

const hop = (name: string, relation = 'is member of') => ({ uri: `t:AWS:1:-:X:${name}`, type: 'X', name, account_id: '1', relation, conditions: [] });
const path = (isGone: boolean, ...names: string[]) => ({ isGone, hops: names.map((name, index) => hop(name, index === 0 ? '' : undefined)) });

it('graphOfPaths draws a shared node once, and returns the links of paths that are gone', () => {
  const { graph, goneBy } = graphOfPaths([path(true, 'ada', 'staff', 'payroll'), path(false, 'ada', 'staff', 'logs')], 2);
  expect(graph.nodes.map(({ name }) => name)).toEqual(['ada', 'staff', 'payroll', 'logs']);
  expect(graph.links).toHaveLength(3);
  expect(graph.paths).toEqual([
    ['e1', 'e2'],
    ['e1', 'e3'],
  ]);
  expect([goneBy, graph.left]).toEqual([['e1', 'e2'], 2]);
});

it('graphOfPaths draws an inline policy and its user as two nodes', () => {
  const hops = [hop('ada', ''), { ...hop('ada'), type: 'POLICY', name: 'own' }, hop('payroll', 'reaches')];
  expect(graphOfPaths([{ hops, isGone: true }], 0).graph.nodes.map(({ type, name }) => `${type} ${name}`)).toEqual([
    'X ada',
    'POLICY own',
    'X payroll',
  ]);
});

it('graphOfPaths leaves out whole paths beyond the node limit, and counts them', () => {
  const paths = Array.from({ length: 100 }, (_none, n) => path(true, 'ada', `role-${n}`, `bucket-${n}`));
  const { graph } = graphOfPaths(paths, 0);
  expect(graph.nodes.length).toBeLessThanOrEqual(60);
  expect(graph.paths.length + graph.left).toBe(100);
  const known = new Set(graph.nodes.map(({ id }) => id));
  expect(graph.links.filter(({ from, to }) => !known.has(from) || !known.has(to))).toEqual([]);
});
