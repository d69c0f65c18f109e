import { matrixOf } from './access-matrix';

const node = (layer: number, type: string, count: number) => ({ id: `${layer} ${type}`, layer, type, count, name: '', uri: '' });
const link = (from: string, to: string, n: number) => ({ from: `0 ${from}`, to: `1 ${to}`, label: `up to ${n}`, conditional: false, reaching: n });
const counts = ['GROUP', 'USER', 'OBJECT_STORE', 'DISK'].map((type) => ({ type, count: 1, query: type.toLowerCase() }));

it('matrixOf has a row for each type of identities, with their share and the query of each cell', () => {
  const { columns, rows } = matrixOf(
    {
      nodes: [node(0, 'GROUP', 4), node(0, 'USER', 20), node(1, 'OBJECT_STORE', 9), node(1, 'DISK', 3)],
      links: [link('GROUP', 'DISK', 4), link('USER', 'OBJECT_STORE', 15), link('USER', 'DISK', 5)],
    },
    counts,
  );
  expect(columns.map(({ type }) => type)).toEqual(['OBJECT_STORE', 'DISK']);
  expect(rows.map(({ type }) => type)).toEqual(['USER', 'GROUP']);
  expect(rows[0]?.cells[0]).toEqual({ reaching: 15, share: 0.75, query: 'user with-access object_store' });
  expect(rows[1]?.cells).toEqual([null, { reaching: 4, share: 1, query: 'group with-access disk' }]);
});
