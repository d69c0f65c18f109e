import { fireEvent, render, screen, within } from '@testing-library/react';
import { DataGrid } from './DataGrid';
import type { GridColumn } from './grid-types';

interface Row {
  name: string;
  kind: string;
  region: string;
}
const ROWS: Row[] = [
  { name: 'payroll', kind: 'S3', region: 'eu-west-1' },
  { name: 'archive', kind: 'S3', region: '' },
];
const COLUMNS: GridColumn<Row>[] = [
  { key: 'name', title: 'Name', value: ({ name }) => name },
  { key: 'kind', title: 'Kind', value: ({ kind }) => kind },
  { key: 'region', title: 'Region', value: ({ region }) => region },
];
const grid = { title: 'Buckets', rowKey: ({ name }: Row) => name, columns: COLUMNS, rows: ROWS, empty: { title: 'No buckets' } };

const known = window.matchMedia;
beforeEach(() => {
  localStorage.clear();
  window.matchMedia = (query) => ({ ...known(query), matches: query.includes('width < 768px') });
});
afterEach(() => {
  window.matchMedia = known;
});

const cards = (): HTMLElement[] => screen.getAllByRole('row').filter((row) => row.querySelector('dl'));

it('a grid in a narrow window shows each row as a card, without its empty cells', () => {
  render(<DataGrid<Row> {...grid} />);
  const [first, second] = cards().map((card) =>
    within(card)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  );
  expect(cards()[0]?.textContent).toBe('payrollKindS3Regioneu-west-1');
  expect(first).toEqual(['Kind', 'Region']);
  expect(second).toEqual(['Kind']);
});

it('cards are sorted by a list of the columns', () => {
  render(<DataGrid<Row> {...grid} />);
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Sort Buckets' }));
  fireEvent.click(screen.getByText('Name, ascending'));
  expect(cards()[0]?.textContent).toContain('archive');
});

it('two columns stay a table', () => {
  render(<DataGrid<Row> {...grid} columns={COLUMNS.slice(0, 2)} />);
  expect(screen.getByRole('columnheader', { name: /Kind/ })).toBeTruthy();
});
