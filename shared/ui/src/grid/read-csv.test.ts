import { toCsv } from '@cam/contracts';
import { readCsv } from './read-csv';

it('readCsv restores commas, quotes, line breaks, formulas and missing values of an exported file', () => {
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
