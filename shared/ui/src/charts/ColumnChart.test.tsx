import { fireEvent, render, screen, within } from '@testing-library/react';
import { ColumnChart } from './ColumnChart';

const COLUMNS = [
  { x: '2026-01-19', y: 4, detail: 'of 9 fail' },
  { x: '2026-01-20', y: 0 },
  { x: '2026-01-21', y: 1200, mark: 'the alert' },
];
const show = (): void => void render(<ColumnChart title="Calls" columns={COLUMNS} xName="Day" yName="Calls of a day" />);

it('ColumnChart has one tab stop, at the marked column, and arrow keys move between columns', () => {
  show();
  const marks = within(screen.getByRole('list', { name: 'Calls' })).getAllByRole('img');
  expect(marks.map((mark) => mark.getAttribute('aria-label'))).toEqual(['2026-01-19: 4 of 9 fail', '2026-01-20: 0', '2026-01-21: 1.2K, the alert']);
  const stops = (): number[] => marks.flatMap((mark, index) => (mark.tabIndex === 0 ? [index] : []));
  expect(stops()).toEqual([2]);
  for (const [key, at] of [
    ['ArrowLeft', 1],
    ['Home', 0],
    ['ArrowLeft', 0],
    ['End', 2],
  ] as const) {
    fireEvent.keyDown(marks[stops()[0] ?? 0] as HTMLElement, { key });
    expect([document.activeElement, stops()]).toEqual([marks[at], [at]]);
  }
});

it('ColumnChart shows the same numbers as a table', () => {
  show();
  fireEvent.click(screen.getByRole('radio', { name: 'Table' }));
  expect(
    within(screen.getByRole('table'))
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['DayCalls of a day', '2026-01-194 of 9 fail', '2026-01-200', '2026-01-211.2K (the alert)']);
});
