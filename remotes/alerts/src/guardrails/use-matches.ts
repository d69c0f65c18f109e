import { useEffect, useState } from 'react';
import type { AccessRow } from '@cam/contracts';
import { ApiFailure, callApi, useAccountFilter } from '@cam/platform';

/** Rows to fetch. This is a preview: the search page shows all matches. */
const MAX_ROWS = 20;

/** State of the preview of a query. */
export type Matches =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'ready'; rows: readonly AccessRow[]; more: boolean; meaning: string | null };

/** Fetches the first rows that a query matches now, within the account filter. */
export function useMatches(query: string): Matches {
  const { current } = useAccountFilter();
  const requestKey = `${current?.uid ?? ''} ${query}`;
  const [answer, setAnswer] = useState<{ requestKey: string; matches: Matches } | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    const show = (matches: Matches): void => {
      if (!controller.signal.aborted) setAnswer({ requestKey, matches });
    };
    fetchMatches(query, controller.signal).then(show, (error: unknown) => {
      if (error instanceof ApiFailure) show({ state: 'failed', message: error.userMessage });
    });
    return () => controller.abort();
  }, [requestKey, query]);

  return answer?.requestKey === requestKey ? answer.matches : { state: 'loading' };
}

async function fetchMatches(query: string, signal: AbortSignal): Promise<Matches> {
  const body = { input: query, session_props: { batch_size: MAX_ROWS }, in_history: false };
  const { session_id, result_table, has_next, meaning, error } = await callApi(
    'POST /v1/graph-querymgr/autocomplete-user',
    { body },
    { toast: false, signal },
  );
  // The preview has no next page, so the server can drop the session. An error means that the session has already ended.
  if (session_id) void callApi('POST /v1/graph-querymgr/close-session', { body: { session_id } }, { toast: false }).catch(() => undefined);
  return error ? { state: 'failed', message: error.message } : { state: 'ready', rows: result_table, more: has_next, meaning };
}
