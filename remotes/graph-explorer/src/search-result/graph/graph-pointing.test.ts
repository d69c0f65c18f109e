import { GraphPointing } from './graph-pointing';
import { shapeOf } from './graph-shape';

const node = (id: string) => ({ id, name: id, type: 'USER' });
const link = (from: string, to: string) => ({ from, to, relation: 'reaches', conditions: [] });
const shape = shapeOf(
  { nodes: ['ada', 'ops', 'bucket', 'bob'].map(node), links: [link('ada', 'ops'), link('ops', 'bucket'), link('bob', 'bucket')], omitted: 0 },
  new Set(),
);

test('each change names only boxes and lines that look different after it', () => {
  const changes: Record<string, string[]>[] = [];
  const pointing = new GraphPointing(shape, (states) => changes.push(states));
  pointing.pointOut('ada');
  expect(Object.keys(changes[0] ?? {})).toHaveLength(7);
  expect(changes[0]).toMatchObject({ ada: ['active'], 'ada > ops': ['active'], bob: ['inactive'] });
  pointing.pointOut('ada');
  expect(changes).toHaveLength(1);
  pointing.pointOut('bob');
  expect(changes[1]).toEqual({
    ada: ['inactive'],
    ops: ['inactive'],
    bob: ['active'],
    'ada > ops': ['inactive'],
    'ops > bucket': ['inactive'],
    'bob > bucket': ['active'],
  });
});

test('a line shows its words beside a chosen box, and the box stays pointed out after that', () => {
  const changes: Record<string, string[]>[] = [];
  const pointing = new GraphPointing(shape, (states) => changes.push(states));
  pointing.pointOut('bob');
  pointing.showWords('ada > ops');
  pointing.showWords(null);
  expect(changes.slice(1)).toEqual([{ 'ada > ops': ['active'] }, { 'ada > ops': ['inactive'] }]);
  pointing.end();
  pointing.pointOut(null);
  expect(changes).toHaveLength(3);
});
