import { act, renderHook, waitFor } from '@testing-library/react';
import type { AutocompleteAnswer } from '@cam/contracts';
import { useSearch } from './use-search';

interface Asked {
  session_id?: string;
  is_next?: boolean;
  page_number?: number;
}

/** Three pages of results, paged by session as on the server. */
const PAGES = 3;
const sessions = new Map<string, number>();
const requests: string[] = [];
let opened = 0;

jest.mock('@cam/platform', () => {
  const stored = new Map<string, string>();
  return {
    ApiFailure: class extends Error {},
    notify: { info: jest.fn() },
    storage: {
      get: (key: string) => stored.get(key) ?? null,
      set: (key: string, value: string) => stored.set(key, value),
      remove: (key: string) => stored.delete(key),
    },
    callApi: async (key: string, { body }: { body: { session_id?: string; session_props?: Asked } }) => {
      if (key.endsWith('close-session')) return void sessions.delete(body.session_id ?? '');
      const { session_id: known, is_next: isNext, page_number: number = 0 } = body.session_props ?? {};
      const id = known ?? `s${++opened}`;
      const page = known ? (sessions.get(known) ?? 0) + (isNext ? 1 : -1) : Math.min(number, PAGES - 1);
      requests.push(known ? (isNext ? 'next' : 'previous') : `open ${number}`);
      sessions.set(id, page);
      return { session_id: id, page_number: page, result_table: [{ identity: `page ${page}` }], usage_table: [] } as unknown as AutocompleteAnswer;
    },
  };
});

function search(page: number) {
  const onPageClamped = jest.fn();
  const { result, rerender, unmount } = renderHook((at: { page: number; pageSize: number }) => useSearch('user', { ...at, onPageClamped }), {
    initialProps: { page, pageSize: 20 },
  });
  const shows = (text: string) =>
    waitFor(() => expect([result.current.answer?.result_table[0]?.identity, result.current.busy]).toEqual([text, false]));
  return { shows, onPageClamped, unmount, at: (next: { page: number; pageSize?: number }) => act(async () => rerender({ pageSize: 20, ...next })) };
}

beforeEach(() => {
  sessions.clear();
  requests.length = 0;
});

it('useSearch starts at the page of the address, uses one session for adjacent pages and a new session for any other', async () => {
  const { shows, at, unmount } = search(1);
  await shows('page 1');
  await at({ page: 2 });
  await shows('page 2');
  await at({ page: 1 });
  await shows('page 1');
  await at({ page: 0 });
  await shows('page 0');
  await at({ page: 2 });
  await shows('page 2');
  expect(requests).toEqual(['open 1', 'next', 'previous', 'previous', 'open 2']);
  await at({ page: 0, pageSize: 50 });
  await shows('page 0');
  expect(sessions.size).toBe(1);
  unmount();
  await waitFor(() => expect(sessions.size).toBe(0));
});

it('useSearch reports the last page if the wanted page is beyond it', async () => {
  const { shows, onPageClamped, at } = search(7);
  await shows('page 2');
  expect(onPageClamped).toHaveBeenCalledWith(2);
  await at({ page: 2 });
  expect(requests).toEqual(['open 7']);
});
