import { longestTexts } from './longest-texts';
import { timeColumn } from './time-column';

test('the longest text of a column is the one that its cells show', () => {
  const rows = [
    { name: 'ada', at: '2026-01-20T08:30:00.000Z', count: 3 },
    { name: 'deployment-pipeline', at: '2026-01-20T08:30:00.000Z', count: 12_000 },
  ];
  type Row = (typeof rows)[number];
  const at = timeColumn<Row>({ key: 'at', title: 'At', at: (row) => row.at });
  const texts = longestTexts<Row>(
    [
      { key: 'name', title: 'Name', value: ({ name }) => name },
      at,
      { key: 'until', title: 'Until', value: (row) => row.at, render: () => 'today' },
      { key: 'count', title: 'Count', value: ({ count }) => count },
    ],
    rows,
  );
  expect([...texts]).toEqual([
    ['name', 'deployment-pipeline'],
    ['at', at.text?.(rows[0] as Row)],
  ]);
});
