import { act, renderHook } from '@testing-library/react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { useDaysAddress } from './use-days-address';
import { useListAddress } from './use-list-address';

const SORTS = { name: 'display_name', time: 'changed_at' };
const LATEST_FIRST = { column: 'time', descending: true };

/** Renders a list at an address, with a browser's history. */
function listAt(address: string, options: Parameters<typeof useListAddress>[0] = { sorts: SORTS }) {
  const useAll = () => ({ list: useListAddress(options), days: useDaysAddress(), navigate: useNavigate(), at: useLocation().search });
  const { result } = renderHook(useAll, {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  });
  return {
    view: () => result.current.list,
    days: () => result.current.days,
    paging: () => result.current.list.paging(1000, false),
    at: () => result.current.at,
    does: (change: () => void) => act(async () => change()),
    back: () => act(async () => result.current.navigate(-1)),
  };
}

describe('useListAddress', () => {
  it('restores the one-based page, page size, search text and sort order from the URL', () => {
    const { view, paging } = listAt('/list?page=3&size=50&search=ada&sort=name&order=desc');
    expect(view()).toMatchObject({ page: 2, pageSize: 50, search: 'ada', sort: { field: 'display_name', ascending: false } });
    expect(paging().sort?.by).toEqual({ column: 'name', descending: true });
  });

  it('ignores invalid parameters and limits the page size to 500', () => {
    const { view } = listAt('/list?page=-1&size=abc&sort=constructor&order=x');
    expect(view()).toMatchObject({ page: 0, pageSize: 20, search: '', sort: null });
    expect(listAt('/list?size=100000&page=0').view()).toMatchObject({ page: 0, pageSize: 500 });
  });

  it('adds a history entry for each page and sort order, but not for each letter of a search', async () => {
    const { view, paging, at, does, back } = listAt('/list?tab=audit');
    await does(() => paging().onPage(1, 20));
    await does(() => paging().sort?.onSort({ column: 'name', descending: false }));
    expect(at()).toBe('?tab=audit&sort=name');
    await does(() => paging().search.onSearch('a'));
    await does(() => paging().search.onSearch('ad'));
    expect(view()).toMatchObject({ page: 0, search: 'ad' });
    await back();
    expect([at(), view().page]).toEqual(['?tab=audit&page=2', 1]);
    await back();
    expect(at()).toBe('?tab=audit');
  });

  it('reverses the default sort order', async () => {
    const { view, paging, does } = listAt('/list', { sorts: SORTS, order: LATEST_FIRST });
    expect(view()).toMatchObject({ pageSize: 20, sort: { field: 'changed_at', ascending: false } });
    await does(() => paging().sort?.onSort(null));
    expect(view().sort).toEqual({ field: 'changed_at', ascending: true });
  });
});

describe('useDaysAddress', () => {
  it('reads the range of days from the URL and writes a new one', async () => {
    const { days, at, does } = listAt('/list?start=2026-01-02&end=2026-01-31&page=2');
    expect(days()).toMatchObject({ start: '2026-01-02', end: '2026-01-31' });
    await does(() => days().choose('2026-01-03', null));
    expect(at()).toBe('?start=2026-01-03');
  });

  it.each(['start=2026-02-30', 'start=2026-99-99&end=x', 'start=2026-02-01&end=2026-01-01'])('returns no range for the invalid query %s', (query) =>
    expect(listAt(`/list?${query}`).days()).toMatchObject({ start: null, end: null }),
  );
});
