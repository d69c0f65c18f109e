import { callApi, notify, reloadTenant, useApi, type ApiFailure } from '@cam/platform';
import type { Account, SourceCloud } from '@cam/contracts';
import type { SourceKind } from './source-kinds';
import { withFailureNotice } from './failure-notice';

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

/** The sources of several lists by name; undefined until all are known. */
export function mergedAccounts(lists: readonly SourceList[]): Account[] | undefined {
  if (lists.some(({ accounts }) => accounts === undefined)) return undefined;
  return lists.flatMap(({ accounts }) => accounts ?? []).sort((a, b) => a.account_name.localeCompare(b.account_name));
}

interface Upload {
  cloud: SourceCloud;
  accountId: string;
  /** Empty: one that is known keeps its own. */
  name: string;
  file: File;
}

/**
 * Uploads a bundle. Resolves once the server has it; the progress tells the rest.
 * @param onSent is told how much is sent, 0 to 1
 */
export async function importBundle(
  { cloud, accountId, name, file }: Upload,
  { onSent, signal }: { onSent: (share: number) => void; signal: AbortSignal },
): Promise<Account> {
  const isZip = file.name.toLowerCase().endsWith('.zip');
  const { account } = await callApi(
    'PUT /v1/policy-reader/bundles/{cloud_type}/{account_id}',
    { path: { cloud_type: cloud, account_id: accountId }, query: { ...(name ? { name } : {}), ...(isZip ? {} : { file: file.name }) } },
    { file: new Blob([file], { type: isZip ? 'application/zip' : 'application/json' }), onSent, signal },
  );
  await reloadTenant();
  return account;
}

/** So many sources one call takes. */
const MAX_UIDS_PER_CALL = 2000;

/** Pulls connected sources anew, and evaluates what was imported last once more. Resolves once they are queued; the progress tells the rest. */
export async function startRuns(uids: readonly string[]): Promise<void> {
  for (let from = 0; from < uids.length; from += MAX_UIDS_PER_CALL)
    await callApi('PATCH /v1/calendar/onDemandRunFSM', { body: { uids: uids.slice(from, from + MAX_UIDS_PER_CALL) } });
}

export async function renameAccount(uid: string, name: string): Promise<void> {
  await withFailureNotice('Failed to update account', () => callApi('PATCH /beta/accounts', { body: { account: { uid, account_name: name } } }, { toast: false }));
  await reloadTenant();
  notify.success('Account successfully updated!');
}

export async function deleteAccount({ uid, cloud_type: cloudType }: Account): Promise<void> {
  const query = { uid, cloud_type: cloudType };
  await withFailureNotice('Failed to delete account', () => callApi('DELETE /beta/accounts', { query }, { toast: false }));
  await cleanUp(uid);
  await reloadTenant();
  notify.success('Account successfully deleted!');
}

/** Has removed what a delete has left; what becomes of it nobody needs to know. */
export async function cleanUp(id: string): Promise<void> {
  await callApi('POST /v1/calendar/cleanup', { body: { id } }, { toast: false }).catch(() => undefined);
}
