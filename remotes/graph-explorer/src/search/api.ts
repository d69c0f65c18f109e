import { callApi, downloadFile, storage, type DownloadedFile } from '@cam/platform';
import type { AutocompleteAnswer } from '@cam/contracts';

/** Rows of one page of an answer, unless somebody wants more. */
export const BATCH_SIZE = 20;

const SESSION_KEY = 'autocomplete_session_id';

/** What may follow the input; never runs the query. */
export function fetchOptions(input: string, signal: AbortSignal): Promise<AutocompleteAnswer> {
  return callApi('POST /v1/graph-querymgr/autocomplete', { body: { input } }, { signal, toast: false });
}

/** Whether somebody still waits for an answer, and when the server need not go on with it. */
export interface Waiting {
  isWanted: () => boolean;
  signal: AbortSignal;
}

/**
 * Runs a query and opens its answer at a page, counted from 0 (where it has fewer, at its last one), and closes the session of the one before. Of an answer that nobody waits for any more when it is there, the
 * session is closed as well.
 */
export async function runQuery(
  input: string,
  { page, batchSize }: { page: number; batchSize: number },
  { isWanted, signal }: Waiting,
): Promise<AutocompleteAnswer> {
  await closeSession();
  const answer = await callApi(
    'POST /v1/graph-querymgr/autocomplete-user',
    { body: { input, session_props: { batch_size: batchSize, page_number: page } } },
    { toast: false, signal },
  );
  if (isWanted()) return keepSession(answer);
  if (answer.session_id) await close(answer.session_id);
  return answer;
}

/** The next or the previous page of the session. */
export async function turnPage(input: string, isNext: boolean, batchSize: number, { isWanted, signal }: Waiting): Promise<AutocompleteAnswer> {
  const sessionId = storage.get(SESSION_KEY) ?? undefined;
  const answer = await callApi(
    'POST /v1/graph-querymgr/autocomplete-user',
    { body: { input, session_props: { session_id: sessionId, batch_size: batchSize, is_next: isNext } } },
    { toast: false, signal },
  );
  return isWanted() ? keepSession(answer) : answer;
}

function keepSession(answer: AutocompleteAnswer): AutocompleteAnswer {
  if (answer.session_id) storage.set(SESSION_KEY, answer.session_id);
  return answer;
}

/**
 * A session that is gone already is as good as closed.
 * @param leaving the page goes away: the request outlives it
 */
export async function closeSession({ leaving = false } = {}): Promise<void> {
  const sessionId = storage.get(SESSION_KEY);
  if (!sessionId) return;
  storage.remove(SESSION_KEY);
  await close(sessionId, leaving);
}

async function close(sessionId: string, leaving = false): Promise<void> {
  await callApi('POST /v1/graph-querymgr/close-session', { body: { session_id: sessionId } }, { toast: false, keepalive: leaving }).catch(
    () => undefined,
  );
}

/** The whole answer to a query as a file that is called by its name and by what was searched for, with columns by their keys. */
export function exportAnswer(
  input: string,
  { name, search }: { name: string; search?: string },
  columns: readonly string[],
): Promise<DownloadedFile> {
  return downloadFile('POST /v1/graph-querymgr/autocomplete-user/export', { body: { input, name, search, columns: columns.join(',') } });
}

export function searchAddress(query: string): string {
  return `/searchresult?${new URLSearchParams({ query })}`;
}
