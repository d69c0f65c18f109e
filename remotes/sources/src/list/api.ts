import { useRef, useState } from 'react';
import { callApi, notify, reloadTenant, useApi, useFlag, type ApiFailure } from '@cam/platform';
import type { Account, Api, SourceCloud } from '@cam/contracts';
import type { SourceKind } from './source-kinds';
import { afterFailure, KNOWN, refreshing } from './snapshot-polling';
import { told } from './told';

/** How often the progress is asked for, ms. */
const POLL = 5000;
const SLOW_POLL = 60_000;
/** While something is under way, so that a short import is seen at all, ms. */
const BUSY_POLL = 1000;

type Progress = Api['GET /v1/calendar/progress']['answer'];

export interface SourceList {
  cloud: SourceCloud;
  /** Undefined until they are known. */
  accounts: Account[] | undefined;
  error: ApiFailure | undefined;
  reload: () => void;
}

/** The sources of the clouds of one page, a list each. */
export function useSourceLists(clouds: SourceKind['clouds']): SourceList[] {
  const [first, second, third] = clouds;
  // One call a cloud, and as many hooks on every page.
  const lists = [useSourceList(first), useSourceList(second), useSourceList(third)];
  return lists.filter((list) => list !== null);
}

function useSourceList(cloud: SourceCloud | undefined): SourceList | null {
  const { data, error, mutate } = useApi('GET /beta/accounts/{cloud_type}', cloud ? { path: { cloud_type: cloud } } : null);
  return cloud ? { cloud, accounts: data?.account_list, error, reload: () => void mutate() } : null;
}

/**
 * The progress of all sources, and whether it can be read.
 * @param isPaused while somebody types into the source editor
 */
export function useProgress(onFinished: () => void, isPaused: boolean) {
  const slow = useFlag('UI_SLOW_PROGRESS_POLL');
  const interval = slow ? SLOW_POLL : POLL;
  // The first answer comes with the lists themselves, which need not be asked for twice.
  const isKnown = useRef(false);
  const [state, setState] = useState(KNOWN);
  const { data, mutate } = useApi(
    'GET /v1/calendar/progress',
    {},
    {
      refreshInterval: (latest: Progress | undefined) => (isPaused ? 0 : latest?.sources.some(isUnderWay) ? BUSY_POLL : interval),
      onSuccess: (latest: Progress) => {
        setState(KNOWN);
        if (isKnown.current && !latest.sources.some(isUnderWay)) onFinished();
        isKnown.current = true;
      },
      // What failed once is asked for again, as often as without the failure.
      shouldRetryOnError: true,
      onError: () => setState((now) => afterFailure(now, Date.now())),
      onErrorRetry: (_error, _key, _config, revalidate, { retryCount }) => {
        setTimeout(() => void revalidate({ retryCount }), interval);
      },
    },
  );
  const refresh = async (): Promise<void> => {
    setState(refreshing);
    await mutate().catch(() => undefined);
  };
  return { data, mutate, polling: state.polling, refresh };
}

/** A failed phase is no progress any more. */
export function isUnderWay({ current_phase_enum: phase, progress }: Progress['sources'][number]): boolean {
  return progress < 100 && !phase.endsWith('_FAILED');
}

/** Uploads a bundle. Resolves once the server has it; the progress tells the rest. */
export async function importBundle(cloud: SourceCloud, accountId: string, name: string, file: File): Promise<Account> {
  const isZip = file.name.toLowerCase().endsWith('.zip');
  const { account } = await callApi(
    'PUT /v1/policy-reader/bundles/{cloud_type}/{account_id}',
    { path: { cloud_type: cloud, account_id: accountId }, query: { ...(name ? { name } : {}), ...(isZip ? {} : { file: file.name }) } },
    { file: new Blob([file], { type: isZip ? 'application/zip' : 'application/json' }) },
  );
  await reloadTenant();
  return account;
}

/** Pulls a connected source anew, or evaluates what was imported last once more. Resolves once it is queued; the progress tells the rest. */
export async function runAgain(uid: string): Promise<void> {
  await callApi('PATCH /v1/calendar/onDemandRunFSM', { body: { uid } });
}

export async function renameAccount(uid: string, name: string): Promise<void> {
  await told('Failed to update account', () => callApi('PATCH /beta/accounts', { body: { account: { uid, account_name: name } } }, { toast: false }));
  await reloadTenant();
  notify.success('Account successfully updated!');
}

export async function deleteAccount({ uid, cloud_type: cloudType }: Account): Promise<void> {
  const query = { uid, cloud_type: cloudType };
  await told('Failed to delete account', () => callApi('DELETE /beta/accounts', { query }, { toast: false }));
  await cleanUp(uid);
  await reloadTenant();
  notify.success('Account successfully deleted!');
}

/** Has removed what a delete has left; what becomes of it nobody needs to know. */
export async function cleanUp(id: string): Promise<void> {
  await callApi('POST /v1/calendar/cleanup', { body: { id } }, { toast: false }).catch(() => undefined);
}
