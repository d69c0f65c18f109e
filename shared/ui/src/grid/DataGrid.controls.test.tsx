import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { read, utils } from 'xlsx';
import { saveFile } from '../data/save-file';
import { DataGrid } from './DataGrid';
import type { GridAddress, GridColumn } from './grid-types';

jest.mock('../data/save-file', () => ({ saveFile: jest.fn() }));

/** An antd table in jsdom takes long on a busy machine. */
jest.setTimeout(120_000);
// The visibility check of hundreds of elements costs seconds.
configure({ defaultHidden: true });

interface Row {
  id: string;
  name: string;
  kind: string;
}

const ROWS: Row[] = Array.from({ length: 45 }, (_, index) => ({ id: `r${index}`, name: `bucket ${index}`, kind: index < 40 ? 'S3' : '' }));
const COLUMNS: GridColumn<Row>[] = [
  { key: 'name', title: 'Name', value: ({ name }) => name, sortable: true },
  { key: 'kind', title: 'Kind', value: ({ kind }) => kind },
];
const grid = { title: 'Objects', rowKey: ({ id }: Row) => id, columns: COLUMNS, empty: { title: 'No objects yet' } };

const names = (): string[] => screen.queryAllByText(/^bucket \d+$/).map((cell) => cell.textContent ?? '');
const button = (name: string | RegExp): HTMLButtonElement => screen.getByRole('button', { name });
const linesOf = (workbook: ArrayBuffer): unknown[][] => {
  const { Sheets, SheetNames } = read(workbook);
  return utils.sheet_to_json(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1, defval: null });
};
const exportAsExcel = async (): Promise<void> => {
  fireEvent.click(button('Export Objects'));
  fireEvent.click(await screen.findByText('Export as Excel'));
};
const choose = (box: string, option: string): void => {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: box }));
  fireEvent.click(screen.getByTitle(option));
};

beforeEach(() => {
  localStorage.clear();
  jest.mocked(saveFile).mockClear();
});

it('filters rows by type', () => {
  render(<DataGrid<Row> {...grid} rows={ROWS} type={{ of: ({ kind }) => kind || 'NONE', label: (kind) => `Kind ${kind}` }} />);
  choose('Type of Objects', 'Kind NONE');
  expect(names()).toEqual(['bucket 40', 'bucket 41', 'bucket 42', 'bucket 43', 'bucket 44']);
  expect(screen.getByText('Objects: 5 rows after filtering').closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
  choose('Type of Objects', 'ALL');
  expect(names()).toHaveLength(20);
});

it('selects all rows of the page with one checkbox, and offers actions for all rows', async () => {
  const run = jest.fn();
  render(<DataGrid<Row> {...grid} rows={ROWS} actions={[{ label: 'Dismiss', run }]} />);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all', hidden: false }));
  fireEvent.click(button('Actions'));
  expect(await screen.findByText('Selected(20)')).toBeTruthy();
  fireEvent.mouseEnter(screen.getByText('All'));
  fireEvent.click(await screen.findByText('Dismiss'));
  expect(run.mock.calls[0][0]).toHaveLength(45);
});

it('changes the number of rows per page, up to all rows', () => {
  render(<DataGrid<Row> {...grid} rows={ROWS} />);
  choose('Rows per page', '50 rows');
  expect(names()).toHaveLength(45);
  choose('Rows per page', 'All rows');
  expect(names()).toHaveLength(45);
  expect(button('Next page').disabled).toBe(true);
});

it('sorts by keyboard', () => {
  render(<DataGrid<Row> {...grid} rows={ROWS} />);
  const heading = screen.getByRole('columnheader', { name: 'Name' });
  expect(heading.tabIndex).toBe(0);
  fireEvent.keyDown(heading, { key: 'Enter', keyCode: 13 });
  fireEvent.keyDown(heading, { key: 'Enter', keyCode: 13 });
  expect(heading.getAttribute('aria-sort')).toBe('descending');
  expect(names()[0]).toBe('bucket 44');
});

it('stores column widths per grid name', async () => {
  const { unmount } = render(<DataGrid<Row> {...grid} name="Buckets" rows={ROWS} />);
  fireEvent.click(button('Columns'));
  fireEvent.click(await screen.findByRole('button', { name: 'Wider Name' }));
  unmount();
  const widths = (): (string | undefined)[] => [...document.querySelectorAll('col')].map((col) => col.style.width || undefined);
  const again = render(<DataGrid<Row> {...grid} name="Buckets" rows={ROWS} />);
  expect(widths()[0]).toBe('220px');
  again.unmount();
  render(<DataGrid<Row> {...grid} rows={ROWS} />);
  expect(widths()[0]).not.toBe('220px');
});

it('moves a column to the place where its heading is dropped', () => {
  render(<DataGrid<Row> {...grid} rows={ROWS.slice(0, 2)} name="Dragged" />);
  const headings = (): string[] => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const [first, second] = [screen.getByRole('columnheader', { name: /Name/ }), screen.getByRole('columnheader', { name: /Kind/ })];
  const before = headings();
  fireEvent.dragStart(second, { dataTransfer: {} });
  fireEvent.dragOver(first);
  fireEvent.drop(first);
  expect(headings()).toEqual([...before].reverse());
  // The place is kept.
  expect(localStorage.getItem('cam.grid.Dragged')).toContain('"order":["kind","name"]');
});

it('shows rows of one line until the user chooses otherwise, and keeps the choice for all grids', async () => {
  const { unmount } = render(<DataGrid<Row> {...grid} rows={ROWS} />);
  const shown = (): string | null => screen.getByRole('region').getAttribute('data-density');
  expect(shown()).toBe('compact');
  fireEvent.click(button('Columns'));
  fireEvent.click(await screen.findByRole('radio', { name: 'Comfortable' }));
  expect(shown()).toBe('comfortable');
  unmount();
  render(<DataGrid<Row> {...grid} title="Others" rows={ROWS} />);
  expect(shown()).toBe('comfortable');
  fireEvent.click(button('Columns'));
  fireEvent.click(await screen.findByRole('radio', { name: 'Compact' }));
  expect(shown()).toBe('compact');
});

it('exports the filtered rows as CSV in the order of the visible columns', async () => {
  render(<DataGrid<Row> {...grid} rows={ROWS} />);
  fireEvent.change(screen.getByPlaceholderText('Object Search'), { target: { value: 'bucket 4' } });
  fireEvent.click(button('Columns'));
  fireEvent.click(await screen.findByRole('button', { name: 'Move up Kind' }));
  fireEvent.click(button('Download Report'));
  await waitFor(() => expect(saveFile).toHaveBeenCalled());
  const [text, , name] = jest.mocked(saveFile).mock.calls[0] ?? [];
  expect(String(text).replace('﻿', '').split('\r\n')).toEqual([
    '"Kind","Name"',
    '"S3","bucket 4"',
    ...[40, 41, 42, 43, 44].map((index) => `"N/A","bucket ${index}"`),
  ]);
  expect(name).toMatch(/^Objects___bucket 4___\d{4}-\d\d-\d\d\.csv$/);
});

it('exports the filtered rows as an Excel workbook in the order of the visible columns', async () => {
  render(<DataGrid<Row> {...grid} rows={ROWS} />);
  fireEvent.change(screen.getByPlaceholderText('Object Search'), { target: { value: 'bucket 4' } });
  fireEvent.click(button('Columns'));
  fireEvent.click(await screen.findByRole('button', { name: 'Move up Kind' }));
  await exportAsExcel();
  await waitFor(() => expect(saveFile).toHaveBeenCalled());
  const [content, , name] = jest.mocked(saveFile).mock.calls[0] ?? [];
  expect(linesOf(content as ArrayBuffer)).toEqual([
    ['Kind', 'Name'],
    ['S3', 'bucket 4'],
    ...[40, 41, 42, 43, 44].map((index) => [null, `bucket ${index}`]),
  ]);
  expect(name).toMatch(/^Objects___bucket 4___\d{4}-\d\d-\d\d\.xlsx$/);
});

describe('DataGrid with all rows in the browser and its view in the URL', () => {
  /** An address with its history, as in a browser. */
  function addressAt(query: string) {
    const history = [query];
    const at = (): URLSearchParams => new URLSearchParams(history.at(-1));
    const set: GridAddress['set'] = (change, options) => {
      const next = at();
      for (const [name, value] of Object.entries(change)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      if (options?.replace) history.pop();
      history.push(next.toString());
    };
    return { history, address: (): GridAddress => ({ get: (name) => at().get(name) ?? '', set }) };
  }
  const type = { of: ({ kind }: Row) => kind || 'NONE', label: (kind: string) => kind };

  it('restores search, type, sort order and page from the URL', () => {
    const { address } = addressAt('search=bucket&kind=S3&sort=name&order=desc&page=2');
    render(<DataGrid<Row> {...grid} rows={ROWS} type={type} address={address()} />);
    expect([names()[0], names().at(-1)]).toEqual(['bucket 19', 'bucket 0']);
    expect((screen.getByPlaceholderText('Object Search') as HTMLInputElement).value).toBe('bucket');
    expect(screen.getByRole('heading').textContent).toBe('Objects found 40');
  });

  it('adds a history entry for each page and sort order, but not for each letter of a search', async () => {
    const { address, history } = addressAt('tab=x');
    const show = () => <DataGrid<Row> {...grid} rows={ROWS} type={type} address={address()} />;
    const { rerender } = render(show());
    fireEvent.click(button('Next page'));
    rerender(show());
    fireEvent.click(screen.getByRole('columnheader', { name: 'Name' }));
    rerender(show());
    expect(history).toEqual(['tab=x', 'tab=x&page=2', 'tab=x&page=2&sort=name']);
    fireEvent.change(screen.getByPlaceholderText('Object Search'), { target: { value: 'bucket 4' } });
    expect(names()).toHaveLength(6);
    await waitFor(() => expect(history.at(-1)).toBe('tab=x&sort=name&search=bucket+4'));
    expect(history).toHaveLength(3);
    rerender(show());
    // Going back restores the search, also in its box.
    history.pop();
    rerender(show());
    expect((screen.getByPlaceholderText('Object Search') as HTMLInputElement).value).toBe('');
    expect(names()).toHaveLength(20);
  });
});

describe('DataGrid with server-side paging: controls', () => {
  const paging = { total: 45, page: 0, pageSize: 20, busy: false, onPage: jest.fn() };

  it('requests a sort order only for sortable columns', () => {
    const onSort = jest.fn();
    render(<DataGrid<Row> {...grid} rows={ROWS.slice(0, 20)} paging={{ ...paging, sort: { by: { column: 'name', descending: false }, onSort } }} />);
    const heading = screen.getByRole('columnheader', { name: 'Name' });
    expect(heading.getAttribute('aria-sort')).toBe('ascending');
    fireEvent.click(heading);
    expect(onSort).toHaveBeenLastCalledWith({ column: 'name', descending: true });
    fireEvent.click(screen.getByRole('columnheader', { name: 'Kind' }));
    expect(onSort).toHaveBeenCalledTimes(1);
  });

  it('requests the selected page size, and downloads the file from the server', async () => {
    const blob = new Blob(['x'], { type: 'text/csv' });
    const exportFile = jest.fn().mockResolvedValue({ blob, fileName: 'Objects.csv' });
    render(<DataGrid<Row> {...grid} rows={ROWS.slice(0, 20)} paging={paging} exportFile={exportFile} />);
    expect(within(screen.getByRole('navigation')).getByText('of 3', { exact: false })).toBeTruthy();
    choose('Rows per page', '100 rows');
    expect(paging.onPage).toHaveBeenCalledWith(0, 100);
    fireEvent.click(button('Download Report'));
    await waitFor(() => expect(saveFile).toHaveBeenCalledWith(blob, 'text/csv', 'Objects.csv'));
    expect(exportFile).toHaveBeenCalledWith(['name', 'kind']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('converts the CSV file of the server to an Excel workbook', async () => {
    const blob = { text: () => Promise.resolve('\uFEFF"Name","Kind"\r\n"bucket ""a"", b","N/A"') };
    const exportFile = jest.fn().mockResolvedValue({ blob, fileName: 'Objects.csv' });
    render(<DataGrid<Row> {...grid} rows={ROWS.slice(0, 20)} paging={paging} exportFile={exportFile} />);
    await exportAsExcel();
    await waitFor(() => expect(saveFile).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('spreadsheetml'), 'Objects.xlsx'));
    expect(linesOf(jest.mocked(saveFile).mock.calls[0]?.[0] as ArrayBuffer)).toEqual([
      ['Name', 'Kind'],
      ['bucket "a", b', null],
    ]);
  });

  it('closes exported rows with a line that says what the list leaves out', async () => {
    render(<DataGrid<Row> {...grid} rows={ROWS.slice(0, 1)} exportClosing="2 excluded" />);
    fireEvent.click(button('Download Report'));
    await waitFor(() => expect(saveFile).toHaveBeenCalled());
    expect(String(jest.mocked(saveFile).mock.calls[0]?.[0]).split('\r\n').at(-1)).toBe('"2 excluded",""');
  });

  it('shows why a downloaded file is incomplete until a complete one is downloaded', async () => {
    const file = { blob: new Blob(['x']), fileName: 'Objects.csv' };
    const exportFile = jest.fn().mockResolvedValue({ ...file, partial: ['missing_records', 'missing_fields'] });
    render(<DataGrid<Row> {...grid} rows={ROWS.slice(0, 20)} paging={paging} exportFile={exportFile} />);
    fireEvent.click(button('Download Report'));
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toMatch(/may be incomplete.*too broad.*Missing Analytics/);
    exportFile.mockResolvedValue({ ...file, partial: [] });
    fireEvent.click(button('Download Report'));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});
