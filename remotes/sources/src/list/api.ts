import { callApi, notify, reloadTenant, useApi, type ApiFailure } from '@cam/platform';
import type { Account, Phase, SourceCloud, SourceMessage } from '@cam/contracts';
import type { SourceKind } from './source-kinds';
import { withFailureNotice } from './failure-notice';

/** The sources of one cloud. */
export interface SourceList {
  cloud: SourceCloud;
  /** Undefined while they load. */
  accounts: Account[] | undefined;
  error: ApiFailure | undefined;
  reload: () => void;
}

/** Returns one list for each cloud of a page. */
export function useSourceLists(clouds: SourceKind['clouds']): SourceList[] {
  const [first, second, third] = clouds;
  // One call for each cloud. Every page runs the same number of hooks.
  const lists = [useSourceList(first), useSourceList(second), useSourceList(third)];
  return lists.filter((list) => list !== null);
}

function useSourceList(cloud: SourceCloud | undefined): SourceList | null {
  const { data, error, mutate } = useApi('GET /beta/accounts/{cloud_type}', cloud ? { path: { cloud_type: cloud } } : null);
  return cloud ? { cloud, accounts: data?.account_list, error, reload: () => void mutate() } : null;
}

/** Merges the sources of several lists, sorted by name; undefined while any list loads. */
export function mergedAccounts(lists: readonly SourceList[]): Account[] | undefined {
  if (lists.some(({ accounts }) => accounts === undefined)) return undefined;
  return lists.flatMap(({ accounts }) => accounts ?? []).sort((a, b) => a.account_name.localeCompare(b.account_name));
}

interface Upload {
  cloud: SourceCloud;
  accountId: string;
  /** Empty keeps the name of an existing source. */
  name: string;
  file: File;
}

/**
 * Uploads a bundle. Resolves once the server has it; the progress call reports the import.
 * @param onSent receives the uploaded share, 0 to 1
 * @returns the account that the bundle belongs to
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

/** Time between two requests while a bundle is read, in ms. */
const READING_POLL = 500;

/** The phases in which the server reads a bundle. A bundle that can be evaluated leaves them. */
const READING: readonly Phase[] = ['PHASE_QUEUED', 'PHASE_PULL_IDENTITIES', 'PHASE_PULL_RESOURCES', 'PHASE_PULL_USAGE'];

/**
 * Waits until the server has read the uploaded bundle of a source.
 * @returns the messages of a bundle that cannot be imported, the error first; empty for a readable one
 */
export async function readingFaults(uid: string, signal: AbortSignal): Promise<readonly SourceMessage[]> {
  for (;;) {
    const { sources } = await callApi('GET /v1/calendar/progress', {}, { signal });
    const source = sources.find((candidate) => candidate.uid === uid);
    if (source?.current_phase_enum.endsWith('_FAILED')) return source.messages;
    if (!source || !READING.includes(source.current_phase_enum)) return [];
    await new Promise((resolve) => setTimeout(resolve, READING_POLL));
  }
}

/** Maximum number of sources in one call. */
const MAX_UIDS_PER_CALL = 2000;

/** Pulls connected sources and evaluates the last bundles of the others. Resolves once the runs are queued; the progress call reports them. */
export async function startRuns(uids: readonly string[]): Promise<void> {
  for (let from = 0; from < uids.length; from += MAX_UIDS_PER_CALL)
    await callApi('PATCH /v1/calendar/onDemandRunFSM', { body: { uids: uids.slice(from, from + MAX_UIDS_PER_CALL) } });
}

/**
 * Renames a source, reports the outcome as a toast and reloads the tenant.
 * @throws ApiFailure when the server refuses it
 */
export async function renameAccount(uid: string, name: string): Promise<void> {
  await withFailureNotice('Failed to update account', () =>
    callApi('PATCH /beta/accounts', { body: { account: { uid, account_name: name } } }, { toast: false }),
  );
  await reloadTenant();
  notify.success('Account successfully updated!');
}

/**
 * Deletes a source with its data, reports the outcome as a toast and reloads the tenant.
 * @throws ApiFailure when the server refuses it
 */
export async function deleteAccount({ uid, cloud_type: cloudType }: Account): Promise<void> {
  const query = { uid, cloud_type: cloudType };
  await withFailureNotice('Failed to delete account', () => callApi('DELETE /beta/accounts', { query }, { toast: false }));
  await cleanUp(uid);
  await reloadTenant();
  notify.success('Account successfully deleted!');
}

/** Requests the cleanup after a delete. The result is ignored. */
export async function cleanUp(id: string): Promise<void> {
  await callApi('POST /v1/calendar/cleanup', { body: { id } }, { toast: false }).catch(() => undefined);
}
