import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'jotai';
import { SWRConfig } from 'swr';
import { setAccountFilter, type FilterOption } from '../filter/account-filter';
import { RemoteScope } from '../remotes/remote-scope';
import { clearRemote, closeRemote, openRemote, refreshData } from '../session/load-session';
import { forgetSession } from '../session/session';
import { storage } from '../state/storage';
import { store } from '../state/store';
import { toastsAtom } from '../state/notify';
import { fakeServer, type ReceivedRequest } from '../testing/fake-server';
import { signInFor } from '../testing/sign-in-values';
import { useApi, type UseApiOptions } from './use-api';

jest.mock('broadcast-channel', () => jest.requireActual<object>('../testing/fake-tabs'));

const source = (uid: string): FilterOption => ({
  id: `id-${uid}`,
  uid,
  name: uid,
  isOrganization: false,
  isSingle: true,
  cloud_type: 'AWS',
  subItems: [],
});

function Around({ children }: { children: ReactNode }): ReactNode {
  return (
    <Provider store={store}>
      <SWRConfig value={{ dedupingInterval: 0 }}>
        <RemoteScope.Provider value="compliance">{children}</RemoteScope.Provider>
      </SWRConfig>
    </Provider>
  );
}

function show(options: UseApiOptions = {}) {
  return renderHook(({ id }: { id: string }) => useApi('GET /v1/intents/complianceRules', { query: { suite_id: id } }, options), {
    wrapper: Around,
    initialProps: { id: 's1' },
  });
}

/** Answers with the requested suite and the account filter of the request. */
const echo = ({ query }: ReceivedRequest) => ({ body: { suite: `${query.get('suite_id')} of ${query.get('account_uid') ?? 'all'}` } });
const suiteOf = (answer: { data?: unknown }) => (answer.data as { suite: string } | undefined)?.suite;

beforeEach(() => {
  forgetSession();
  signInFor(3600);
  jest.spyOn(console, 'debug').mockImplementation(() => undefined);
});

describe('useApi', () => {
  it('clears its data and requests it again when the account filter changes', async () => {
    fakeServer(echo);
    const { result } = show();
    await waitFor(() => expect(suiteOf(result.current)).toBe('s1 of all'));
    act(() => setAccountFilter(source('u1')));
    expect(result.current.data).toBeUndefined();
    expect(result.current.isLoading).toBe(true);
    await waitFor(() => expect(suiteOf(result.current)).toBe('s1 of u1'));
  });

  it('aborts a pending request when the account filter changes, and reports no error', async () => {
    const { requests } = fakeServer((request) => (request.query.has('account_uid') ? echo(request) : new Promise<never>(() => undefined)));
    const { result } = show();
    await waitFor(() => expect(requests).toHaveLength(1));
    act(() => setAccountFilter(source('u1')));
    await waitFor(() => expect(suiteOf(result.current)).toBe('s1 of u1'));
    expect(requests[0]?.signal?.aborted).toBe(true);
    act(() => setAccountFilter(null));
    expect([result.current.error, result.current.data, result.current.isLoading]).toEqual([undefined, undefined, true]);
  });

  it('keeps previous data between pages if requested, but not when the account filter changes', async () => {
    fakeServer(echo);
    const { result, rerender } = show({ keepPreviousData: true });
    await waitFor(() => expect(suiteOf(result.current)).toBe('s1 of all'));
    rerender({ id: 's2' });
    expect(suiteOf(result.current)).toBe('s1 of all');
    await waitFor(() => expect(suiteOf(result.current)).toBe('s2 of all'));
    act(() => setAccountFilter(source('u1')));
    expect(result.current.data).toBeUndefined();
    await waitFor(() => expect(suiteOf(result.current)).toBe('s2 of u1'));
    rerender({ id: 's3' });
    expect(suiteOf(result.current)).toBe('s2 of u1');
    await waitFor(() => expect(suiteOf(result.current)).toBe('s3 of u1'));
  });

  it('keeps unfiltered data when the account filter changes', async () => {
    const { requests } = fakeServer(echo);
    const { result } = show({ filtered: false });
    await waitFor(() => expect(suiteOf(result.current)).toBe('s1 of all'));
    act(() => setAccountFilter(source('u1')));
    expect(suiteOf(result.current)).toBe('s1 of all');
    expect(requests).toHaveLength(1);
  });

  it('returns an error response as `error`, without a toast', async () => {
    fakeServer(() => ({ status: 404, body: { user_message: 'There is no such suite.' } }));
    const { result } = show();
    await waitFor(() => expect(result.current.error?.userMessage).toBe('There is no such suite.'));
    expect(store.get(toastsAtom)).toEqual([]);
  });

  it('requests its data again on refresh', async () => {
    const { requests } = fakeServer(echo);
    const { result } = show();
    await waitFor(() => expect(suiteOf(result.current)).toBe('s1 of all'));
    await act(refreshData);
    expect(requests).toHaveLength(2);
  });

  it('drops its data when its remote closes and when the session ends', async () => {
    const { requests } = fakeServer(echo);
    const { result } = show();
    await waitFor(() => expect(suiteOf(result.current)).toBe('s1 of all'));
    await act(() => clearRemote('alerts'));
    expect(suiteOf(result.current)).toBe('s1 of all');
    expect(requests).toHaveLength(1);
    await act(() => closeRemote('compliance'));
    expect(result.current.data).toBeUndefined();
    expect(requests).toHaveLength(1);
    openRemote('compliance');
    await act(() => clearRemote('compliance'));
    await waitFor(() => expect(suiteOf(result.current)).toBe('s1 of all'));
    await act(async () => {
      storage.purge();
      forgetSession();
    });
    expect(result.current.data).toBeUndefined();
    expect(requests).toHaveLength(2);
  });
});
