import { toCsv } from '@cam/contracts';
import { readCsv } from './read-csv';

it('reads what CAM writes: commas, quotes, lines, formulas and missing values', () => {
  const rows = [
    { name: 'a,"b"\r\nc', note: '=1+1' },
    { name: "it's", note: null },
    { name: '', note: '-rw' },
  ];
  const csv = toCsv(rows, [
    { title: 'Name', value: ({ name }) => name },
    { title: 'Note', value: ({ note }) => note },
  ]);
  expect(readCsv(csv)).toEqual([
    ['Name', 'Note'],
    ['a,"b"\r\nc', '=1+1'],
    ["it's", null],
    [null, '-rw'],
  ]);
});
