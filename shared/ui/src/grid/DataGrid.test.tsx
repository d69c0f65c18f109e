import { act, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { Severity } from '@cam/contracts';
import { DataGrid } from './DataGrid';
import type { GridColumn } from './grid-types';

/** An antd table in jsdom takes long on a busy machine. */
jest.setTimeout(120_000);
// The visibility check of hundreds of elements costs seconds.
configure({ defaultHidden: true });

interface Row {
  id: string;
  name: string;
  severity: Severity;
  kind: string;
}

const SEVERITIES: readonly Severity[] = ['HIGH', 'MEDIUM', 'LOW'];
const ROWS: Row[] = Array.from({ length: 45 }, (_, index) => ({
  id: `r${index}`,
  name: `bucket ${index}`,
  severity: SEVERITIES[index % 3] as Severity,
  kind: index < 40 ? 'S3' : 'LAMBDA',
}));
const COLUMNS: GridColumn<Row>[] = [
  { key: 'name', title: 'Name', value: ({ name }) => name },
  { key: 'kind', title: 'Kind', value: ({ kind }) => kind },
];
const grid = { title: 'Objects', rowKey: ({ id }: Row) => id, columns: COLUMNS, empty: { title: 'No objects yet' } };

const names = (): string[] => screen.queryAllByText(/^bucket \d+$/).map((cell) => cell.textContent ?? '');
const button = (name: string | RegExp): HTMLButtonElement => screen.getByRole('button', { name });

beforeEach(() => localStorage.clear());

describe('DataGrid rows', () => {
  it('are counted and paged by 20', () => {
    render(<DataGrid<Row> {...grid} rows={ROWS} />);
    expect(screen.getByRole('heading').textContent).toBe('Objects 45');
    expect(names()).toHaveLength(20);
    fireEvent.click(button('Last page'));
    expect(names()).toEqual(['bucket 40', 'bucket 41', 'bucket 42', 'bucket 43', 'bucket 44']);
    expect(button('Next page').disabled).toBe(true);
    fireEvent.click(button('First page'));
    expect(names()[0]).toBe('bucket 0');
  });

  it('are paged by a typed number, limited to existing pages', () => {
    render(<DataGrid<Row> {...grid} rows={ROWS} />);
    const type = (text: string): void => {
      fireEvent.change(screen.getByRole('textbox', { name: 'Page' }), { target: { value: text } });
      fireEvent.blur(screen.getByRole('textbox', { name: 'Page' }));
    };
    type('99');
    expect(names()[0]).toBe('bucket 40');
    type('-4');
    expect(names()[0]).toBe('bucket 0');
    type('two');
    expect((screen.getByRole('textbox', { name: 'Page' }) as HTMLInputElement).value).toBe('1');
  });

  it('are searched in all columns, and the title counts the matches', () => {
    render(<DataGrid<Row> {...grid} rows={ROWS} />);
    fireEvent.click(button('Last page'));
    fireEvent.change(screen.getByPlaceholderText('Object Search'), { target: { value: 'lambda' } });
    expect(screen.getByRole('heading').textContent).toBe('Objects found 5');
    expect(names()).toHaveLength(5);
    fireEvent.change(screen.getByPlaceholderText('Object Search'), { target: { value: 'nothing' } });
    expect(screen.getByText('No objects match "nothing".')).toBeTruthy();
  });

  it('are filtered after the search delay', () => {
    jest.useFakeTimers();
    render(<DataGrid<Row> {...grid} rows={ROWS} searchDelay={300} />);
    fireEvent.change(screen.getByPlaceholderText('Object Search'), { target: { value: 'lambda' } });
    expect(names()).toHaveLength(20);
    act(() => void jest.advanceTimersByTime(300));
    expect(names()).toHaveLength(5);
    jest.useRealTimers();
  });

  it('are filtered by severity, with a count for each severity', () => {
    render(<DataGrid<Row> {...grid} rows={ROWS} severity={({ severity }) => severity} />);
    const chips = screen.getByRole('group', { name: 'Severity' });
    expect([...chips.children].map(({ textContent }) => textContent)).toEqual(['ALL 45', 'High 15', 'Medium 15', 'Low 15']);
    fireEvent.click(within(chips).getByText('High'));
    expect(names().slice(0, 2)).toEqual(['bucket 0', 'bucket 3']);
    expect([...chips.children].map(({ textContent }) => textContent)).toEqual(['ALL 45', 'High 15', 'Medium 15', 'Low 15']);
  });

  it('are sorted by a click on a column heading', () => {
    render(<DataGrid<Row> {...grid} rows={ROWS} />);
    const heading = screen.getAllByText('Name')[0] as HTMLElement;
    fireEvent.click(heading);
    fireEvent.click(heading);
    expect(names().slice(0, 2)).toEqual(['bucket 44', 'bucket 43']);
  });

  it('are rendered only near the viewport on a large page', () => {
    render(
      <DataGrid<Row>
        {...grid}
        rows={Array.from({ length: 5000 }, (_, index) => ({ ...ROWS[0], id: `v${index}`, name: `bucket ${index}` }) as Row)}
      />,
    );
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Rows per page' }));
    fireEvent.click(screen.getByTitle('500 rows'));
    expect(names().length).toBeLessThan(200);
  });
});

describe('DataGrid row actions', () => {
  it('apply to the selected rows across pages', async () => {
    const run = jest.fn();
    render(<DataGrid<Row> {...grid} rows={ROWS} actions={[{ label: 'Dismiss', run }]} />);
    fireEvent.click(screen.getAllByRole('checkbox', { hidden: false })[1] as HTMLElement);
    fireEvent.click(button('Last page'));
    fireEvent.click(screen.getAllByRole('checkbox', { hidden: false })[1] as HTMLElement);
    fireEvent.click(button('Actions'));
    fireEvent.mouseEnter(await screen.findByText('Selected(2)'));
    fireEvent.click(await screen.findByText('Dismiss'));
    expect(run.mock.calls[0][0].map(({ id }: Row) => id)).toEqual(['r0', 'r40']);
  });

  it('expand a row and open its details', () => {
    const open = jest.fn();
    render(
      <DataGrid<Row>
        {...grid}
        rows={ROWS.slice(0, 1)}
        expand={{ label: ({ name }) => `More of ${name}`, render: ({ name }) => <p>All about {name}</p> }}
        details={{ label: ({ name }) => `Details of ${name}`, open }}
      />,
    );
    fireEvent.click(button('More of bucket 0'));
    expect(screen.getByText('All about bucket 0')).toBeTruthy();
    fireEvent.click(button('Details of bucket 0'));
    expect(open).toHaveBeenCalledWith(ROWS[0]);
  });

  it('edit a cell in place, and keep the input with the reason when saving fails', async () => {
    const save = jest.fn().mockRejectedValueOnce(new Error('The name is taken.')).mockResolvedValue(undefined);
    const editable = [
      { ...COLUMNS[0], edit: { label: ({ name }: Row) => name, validate: (text: string) => (text === '' ? 'A name is needed.' : null), save } },
    ];
    render(<DataGrid<Row> {...grid} columns={editable as GridColumn<Row>[]} rows={ROWS.slice(0, 1)} />);
    fireEvent.click(button('Edit bucket 0'));
    const field = screen.getByRole('textbox', { name: 'bucket 0' });
    const enter = (text: string): void => {
      fireEvent.change(field, { target: { value: text } });
      fireEvent.keyDown(field, { key: 'Enter' });
    };
    enter('');
    expect(screen.getByRole('alert').textContent).toBe('A name is needed.');
    expect(save).not.toHaveBeenCalled();
    enter('payroll');
    await screen.findByText('The name is taken.');
    expect((field as HTMLInputElement).value).toBe('payroll');
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(button('Edit bucket 0')).toBeTruthy());
    expect(save).toHaveBeenLastCalledWith('payroll', ROWS[0]);
  });
});

describe('DataGrid columns', () => {
  it('keep their order and visibility when the page is opened again', async () => {
    const first = render(<DataGrid<Row> {...grid} rows={ROWS.slice(0, 2)} />);
    const headings = (): (string | null)[] => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headings()).toEqual(['Name', 'Kind']);
    fireEvent.click(button('Columns'));
    fireEvent.click(await screen.findByRole('button', { name: 'Move up Kind' }));
    expect(headings()).toEqual(['Kind', 'Name']);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Name' }));
    expect(headings()).toEqual(['Kind']);
    expect((screen.getByRole('checkbox', { name: 'Kind' }) as HTMLInputElement).disabled).toBe(true);
    first.unmount();
    render(<DataGrid<Row> {...grid} rows={ROWS.slice(0, 2)} />);
    expect(headings()).toEqual(['Kind']);
  });
});

describe('DataGrid with server-side paging', () => {
  it('requests the next page', () => {
    const onPage = jest.fn();
    render(<DataGrid<Row> {...grid} rows={ROWS.slice(20, 40)} paging={{ total: 45, page: 1, pageSize: 20, busy: false, onPage }} />);
    expect(screen.getByRole('heading').textContent).toBe('Objects 45');
    expect(names()).toHaveLength(20);
    fireEvent.click(button('Next page'));
    expect(onPage).toHaveBeenCalledWith(2, 20);
  });

  it('requests the last page when the current page does not exist', () => {
    const onPage = jest.fn();
    const paging = (total: number, busy: boolean) => ({ total, page: 7, pageSize: 20, busy, onPage });
    const { rerender } = render(<DataGrid<Row> {...grid} rows={[]} paging={paging(0, true)} />);
    expect(onPage).not.toHaveBeenCalled();
    rerender(<DataGrid<Row> {...grid} rows={[]} paging={paging(45, false)} />);
    expect(onPage).toHaveBeenCalledWith(2, 20);
  });

  it('searches on the server, and hides the search without server support', () => {
    const onSearch = jest.fn();
    const paging = { hasNext: true, hasPrev: false, busy: false, onNext: jest.fn(), onPrev: jest.fn() };
    const { unmount } = render(<DataGrid<Row> {...grid} rows={ROWS} paging={paging} />);
    expect(screen.queryByPlaceholderText('Object Search')).toBeNull();
    unmount();
    render(<DataGrid<Row> {...grid} rows={ROWS} paging={{ ...paging, search: { text: 'lambda', onSearch } }} />);
    expect((screen.getByPlaceholderText('Object Search') as HTMLInputElement).value).toBe('lambda');
    expect(names()).toHaveLength(45);
  });

  it('offers only Next and Previous when the total is unknown', () => {
    const onNext = jest.fn();
    render(<DataGrid<Row> {...grid} rows={ROWS} paging={{ hasNext: true, hasPrev: false, busy: false, onNext, onPrev: jest.fn() }} />);
    expect(screen.getByRole('heading').textContent?.trim()).toBe('Objects');
    expect(names()).toHaveLength(45);
    expect(button('Previous').disabled).toBe(true);
    fireEvent.click(button('Next'));
    expect(onNext).toHaveBeenCalled();
  });
});

it('DataGrid shows a loading state, an error with Try again, and an empty state', () => {
  const { rerender } = render(<DataGrid<Row> {...grid} rows={undefined} />);
  expect(screen.getByRole('status', { name: 'Loading Objects' })).toBeTruthy();
  const retry = jest.fn();
  rerender(<DataGrid<Row> {...grid} rows={undefined} error={{ message: 'The server is busy.', retry }} />);
  fireEvent.click(button('Try again'));
  expect(retry).toHaveBeenCalled();
  rerender(<DataGrid<Row> {...grid} rows={[]} />);
  expect(screen.getByText('No objects yet')).toBeTruthy();
  expect(button('Download Report').disabled).toBe(true);
});
