import { configure, fireEvent, render, screen } from '@testing-library/react';
import { DataGrid } from './DataGrid';
import type { GridColumn } from './grid-types';

configure({ defaultHidden: true });
beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

interface Row {
  id: string;
  name: string;
}

const rowsOf = (kind: string, count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${kind}${index}`, name: `${kind} ${index}` }));
const LINKS: GridColumn<Row>[] = [{ key: 'name', title: 'Name', value: ({ name }) => name, render: ({ name }) => <a href="#row">{name}</a> }];
const TEXTS: GridColumn<Row>[] = [{ key: 'name', title: 'Name', value: ({ name }) => name }];

const opened: string[] = [];
function Lists() {
  const grid = { rowKey: ({ id }: Row) => id, empty: { title: 'None' } };
  return (
    <>
      <DataGrid<Row>
        {...grid}
        title="Buckets"
        columns={LINKS}
        rows={rowsOf('bucket', 45)}
        actions={[{ label: 'Delete', run: () => undefined }]}
        details={{ label: ({ name }) => `Details of ${name}`, open: ({ name }) => void opened.push(name) }}
      />
      <DataGrid<Row> {...grid} title="Users" columns={TEXTS} rows={rowsOf('user', 2)} />
    </>
  );
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const focused = (): string => document.activeElement?.textContent ?? '';

test('keys move through the rows of the first list, stop at its ends, select a row and open its details', () => {
  render(<Lists />);
  for (const key of ['j', 'j', 'k', 'k']) press(key);
  expect(focused()).toBe('bucket 0');
  press('x');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select bucket 0' }).checked).toBe(true);
  press('e');
  expect(opened).toEqual(['bucket 0']);
});

test('e opens the details of a row that also unfolds', () => {
  const expand = { label: ({ name }: Row) => `Policies of ${name}`, render: () => 'policies' };
  render(
    <DataGrid<Row>
      rowKey={({ id }) => id}
      empty={{ title: 'None' }}
      title="Paths"
      columns={LINKS}
      rows={rowsOf('path', 1)}
      expand={expand}
      details={{ label: ({ name }) => `Details of ${name}`, open: ({ name }) => void opened.push(name) }}
    />,
  );
  opened.splice(0);
  press('j');
  press('e');
  expect([opened, screen.queryByText('policies')]).toEqual([['path 0'], null]);
});

test('[ and ] turn the pages, stop at the ends, and their buttons say so', () => {
  render(<Lists />);
  const shown = (): string => screen.getAllByRole('link')[0]?.textContent ?? '';
  for (const key of [']', ']', ']']) press(key);
  expect(shown()).toBe('bucket 40');
  press('j');
  expect(focused()).toBe('bucket 40');
  press('[');
  expect(shown()).toBe('bucket 20');
  expect(screen.getByRole('button', { name: 'Next page' }).title).toBe('Next page (])');
});

test('the list with the focus acts, and a row without a control takes the focus itself', () => {
  render(<Lists />);
  screen.getByLabelText('Search Users').focus();
  (document.activeElement as HTMLElement).closest('section')?.querySelector<HTMLElement>('[data-row-key]')?.setAttribute('tabindex', '-1');
  screen.getByText('user 0').closest('tr')?.focus();
  press('j');
  expect(focused()).toBe('user 1');
});

test('keys in a field keep their meaning', () => {
  render(<Lists />);
  const field = screen.getByLabelText('Search Buckets');
  field.focus();
  press('j');
  expect(document.activeElement).toBe(field);
});
