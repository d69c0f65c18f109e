import { useContext, useDeferredValue, useState } from 'react';
import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import type { Api, EndpointKey } from '@cam/contracts';
import { useAtomValue } from 'jotai';
import { accountFilterAtom } from '../filter/account-filter';
import { RemoteScope } from '../remotes/remote-scope';
import { sessionAtom } from '../session/session';
import { store } from '../state/store';
import { Aborted } from './aborted';
import { callApi, type CallArgs } from './call-api';
import type { ApiFailure } from './api-failure';
import { hidingAborts } from './hiding-aborts';

/** Key of a cached answer. The calling remote comes first, so that its answers can be cleared together. */
type ApiCacheKey = readonly ['api', string | null, string, string | null, EndpointKey, unknown];

export function isApiKey(key: unknown): boolean {
  return Array.isArray(key) && key[0] === 'api';
}

export function isApiKeyOf(key: unknown, owner: string): boolean {
  return isApiKey(key) && (key as ApiCacheKey)[1] === owner;
}

/** SWR's options. `keepPreviousData` keeps a page while the next one loads, but never data of another account filter. */
export interface UseApiOptions extends Omit<SWRConfiguration, 'fetcher' | 'suspense' | 'use'> {
  /** Set to false when the answer does not depend on the account filter. It then survives a change of the filter. */
  filtered?: boolean;
}

/**
 * Returns an answer of the server, cached by tenant, account filter, call and arguments. Data of another filter is never shown.
 * The page shows the `error` itself, as there is no toast. An aborted request is no error.
 * @param args arguments of the call; null sends no request
 */
export function useApi<K extends EndpointKey>(
  key: K,
  args: CallArgs<K> | null,
  { filtered = true, keepPreviousData = false, ...options }: UseApiOptions = {},
): SWRResponse<Api[K]['answer'], ApiFailure> {
  const owner = useContext(RemoteScope);
  const tenant = useAtomValue(sessionAtom)?.tenant.tenant_id ?? '';
  const chosen = useAtomValue(accountFilterAtom)?.uid ?? null;
  const filter = filtered ? chosen : null;
  const [shownFilter, setShownFilter] = useState(filter);
  const cacheKey: ApiCacheKey | null = args === null ? null : ['api', owner, tenant, filter, key, args];
  const ask = async (): Promise<Api[K]['answer']> => {
    // The filter may have changed since the render: an answer for the new filter must not be stored under the old one.
    if (filtered && (store.get(accountFilterAtom)?.uid ?? null) !== filter) throw new Aborted();
    // SWR asks again for known data in the frame that shows them, which a dozen requests would delay.
    return callApi(key, args as CallArgs<K>, { toast: false, owner, filtered, afterPaint: answer.data !== undefined });
  };
  const answer = useSWR<Api[K]['answer'], ApiFailure | Aborted>(cacheKey, ask, {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
    keepPreviousData: keepPreviousData && shownFilter === filter,
    ...options,
  });
  // The shown data now belongs to this filter, and may stay while the next page loads.
  if (shownFilter !== filter && answer.data !== undefined) setShownFilter(filter);
  // A page renders its first data in small steps, between which the browser answers the user.
  const isDue = useDeferredValue(answer.data !== undefined);
  return hidingAborts(isDue || answer.data === undefined ? answer : notYet(answer));
}

/** Returns an answer as it was before its data arrived. A getter that is read here would make each page render again for that value. */
function notYet<Data>(answer: SWRResponse<Data, ApiFailure | Aborted>): SWRResponse<Data, ApiFailure | Aborted> {
  return {
    data: undefined,
    error: undefined,
    isLoading: true,
    get isValidating() {
      return answer.isValidating;
    },
    mutate: answer.mutate,
  };
}
