import { callApi, downloadFile, storage, type DownloadedFile } from '@cam/platform';
import type { AutocompleteAnswer } from '@cam/contracts';

/** The default number of rows on a page of results. */
export const BATCH_SIZE = 20;

const SESSION_KEY = 'autocomplete_session_id';

/**
 * Returns the suggestions for the next word. Never runs the query.
 * @throws {ApiFailure} without a toast
 */
export function fetchOptions(input: string, signal: AbortSignal): Promise<AutocompleteAnswer> {
  return callApi('POST /v1/graph-querymgr/autocomplete', { body: { input } }, { signal, toast: false });
}

/** A request whose answer may become obsolete. */
export interface SearchRequest {
  /** Reports whether the answer is still wanted. */
  isCurrent: () => boolean;
  /** Aborts the request, and with it the search on the server. */
  signal: AbortSignal;
}

/**
 * Closes the previous search session, runs a query and returns a page of its result. Closes the session of an obsolete answer as well.
 * @param page counted from 0; a page beyond the end returns the last page
 * @throws {ApiFailure} without a toast
 */
export async function runQuery(
  input: string,
  { page, batchSize }: { page: number; batchSize: number },
  { isCurrent, signal }: SearchRequest,
): Promise<AutocompleteAnswer> {
  await closeSession();
  const answer = await callApi(
    'POST /v1/graph-querymgr/autocomplete-user',
    { body: { input, session_props: { batch_size: batchSize, page_number: page } } },
    { toast: false, signal },
  );
  if (isCurrent()) return storeSession(answer);
  if (answer.session_id) await close(answer.session_id);
  return answer;
}

/**
 * Returns the next or the previous page of the open search session.
 * @throws {ApiFailure} without a toast
 */
export async function turnPage(input: string, isNext: boolean, batchSize: number, { isCurrent, signal }: SearchRequest): Promise<AutocompleteAnswer> {
  const sessionId = storage.get(SESSION_KEY) ?? undefined;
  const answer = await callApi(
    'POST /v1/graph-querymgr/autocomplete-user',
    { body: { input, session_props: { session_id: sessionId, batch_size: batchSize, is_next: isNext } } },
    { toast: false, signal },
  );
  return isCurrent() ? storeSession(answer) : answer;
}

function storeSession(answer: AutocompleteAnswer): AutocompleteAnswer {
  if (answer.session_id) storage.set(SESSION_KEY, answer.session_id);
  return answer;
}

/**
 * Closes the open search session. Ignores failures, as the session may have ended already.
 * @param leaving keeps the request alive while the browser unloads the page
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

/**
 * Downloads the complete result of a query as CSV.
 * @param name the first part of the file name, followed by the search text
 * @param columns column keys
 * @throws {ApiFailure}
 */
export function exportResult(
  input: string,
  { name, search }: { name: string; search?: string },
  columns: readonly string[],
): Promise<DownloadedFile> {
  return downloadFile('POST /v1/graph-querymgr/autocomplete-user/export', { body: { input, name, search, columns: columns.join(',') } });
}

/** Returns the path of the search result page for a query. */
export function searchAddress(query: string): string {
  return `/searchresult?${new URLSearchParams({ query })}`;
}
