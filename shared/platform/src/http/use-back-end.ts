import { useContext } from 'react';
import { useAtomValue } from 'jotai';
import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import type { RemoteId } from '@cam/contracts';
import { RemoteScope } from '../remotes/remote-scope';
import { sessionAtom } from '../session/session';
import { Aborted } from './aborted';
import type { ApiFailure } from './api-failure';
import { hidingAborts } from './hiding-aborts';
import { callBackEnd, type BackEndArgs } from './call-back-end';

/** SWR's options. */
export type UseBackEndOptions = Omit<SWRConfiguration, 'fetcher' | 'suspense' | 'use'>;

/**
 * Returns an answer of the server of the remote's own team, cached by tenant, call and arguments, until the remote is turned off. The page shows the
 * `error` itself, as there is no toast.
 * @param args arguments of the call; null sends no request
 */
export function useBackEnd<Answer>(
  remote: RemoteId,
  call: string,
  args: BackEndArgs | null = {},
  options: UseBackEndOptions = {},
): SWRResponse<Answer, ApiFailure> {
  const owner = useContext(RemoteScope) ?? remote;
  const tenant = useAtomValue(sessionAtom)?.tenant.tenant_id ?? '';
  // The form of keys of `useApi`, so that the answers of a remote are cleared together.
  const cacheKey = args === null ? null : (['api', owner, tenant, null, `${remote} ${call}`, args] as const);
  const ask = (): Promise<Answer> => callBackEnd<Answer>(remote, call, args ?? {}, { toast: false });
  const answer = useSWR<Answer, ApiFailure | Aborted>(cacheKey, ask, { revalidateOnFocus: false, shouldRetryOnError: false, ...options });
  return hidingAborts(answer);
}
