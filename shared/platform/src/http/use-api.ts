import { useContext } from 'react';
import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import type { Api, EndpointKey } from '@cam/contracts';
import { useAtomValue } from 'jotai';
import { accountFilterAtom } from '../filter/account-filter';
import { RemoteScope } from '../remotes/remote-scope';
import { sessionAtom } from '../session/session';
import { Aborted, callApi, type CallArgs } from './call-api';
import type { ApiFailure } from './api-failure';

/** Key of a cached answer. The remote that asked stands first, so that its answers can be cleared together. */
export type ApiCacheKey = readonly ['api', string | null, string, string | null, EndpointKey, unknown];

export function isApiKeyOf(key: unknown, owner: string): boolean {
  return Array.isArray(key) && key[0] === 'api' && key[1] === owner;
}

export function isApiKey(key: unknown): boolean {
  return Array.isArray(key) && key[0] === 'api';
}

/**
 * An answer of the server, cached by tenant, account filter, call and arguments: with another filter it is another answer, so data
 * of the old one is never shown. `args` null: do not ask. Errors are left to the page (`error`), without a toast.
 */
export function useApi<K extends EndpointKey>(
  key: K,
  args: CallArgs<K> | null,
  options: SWRConfiguration = {},
): SWRResponse<Api[K]['answer'], ApiFailure> {
  const owner = useContext(RemoteScope);
  const tenant = useAtomValue(sessionAtom)?.tenant.tenant_id ?? '';
  const filter = useAtomValue(accountFilterAtom)?.uid ?? null;
  const cacheKey: ApiCacheKey | null = args === null ? null : ['api', owner, tenant, filter, key, args];
  return useSWR<Api[K]['answer'], ApiFailure>(cacheKey, async () => callApi(key, args as CallArgs<K>, { toast: false, owner }), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
    onError: (error: unknown) => void (error instanceof Aborted),
    ...options,
  });
}
