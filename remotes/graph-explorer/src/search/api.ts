import { callApi, downloadFile, storage, type DownloadedFile } from '@cam/platform';
import type { AskAnswer, AutocompleteAnswer, FoundName } from '@cam/contracts';

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

/**
 * Returns the queries that a question may mean. Never runs them.
 * @throws {ApiFailure} without a toast
 */
export function fetchReadings(text: string, signal: AbortSignal): Promise<AskAnswer> {
  const { timeZone: tz } = new Intl.DateTimeFormat().resolvedOptions();
  return callApi('POST /v1/graph-querymgr/ask', { body: { text, tz } }, { signal, toast: false });
}

/**
 * Returns entities and accounts whose name contains the text.
 * @throws {ApiFailure} without a toast
 */
export async function fetchNames(text: string, signal: AbortSignal): Promise<FoundName[]> {
  return (await callApi('GET /v1/graph-querymgr/names', { query: { text } }, { signal, toast: false })).names;
}

/**
 * Returns the user's recent searches, the latest first.
 * @throws {ApiFailure} without a toast
 */
export async function fetchRecent(signal: AbortSignal): Promise<string[]> {
  const { searches } = await callApi('GET /v1/graph-querymgr/search-history', {}, { signal, toast: false });
  return searches.map(({ query }) => query);
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
