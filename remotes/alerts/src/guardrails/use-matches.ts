import { useEffect, useState } from 'react';
import type { AccessRow } from '@cam/contracts';
import { ApiFailure, callApi, useAccountFilter } from '@cam/platform';

/** A first look, not a search: the search page has all of them. */
const SHOWN = 20;

export type Matches =
  { state: 'loading' } | { state: 'failed'; message: string } | { state: 'ready'; rows: readonly AccessRow[]; more: boolean; meaning: string | null };

/** What a query finds now, in the source that is looked at: its first rows. */
export function useMatches(query: string): Matches {
  const { current } = useAccountFilter();
  const asked = `${current?.uid ?? ''} ${query}`;
  const [answer, setAnswer] = useState<{ asked: string; matches: Matches } | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    const show = (matches: Matches): void => {
      if (!leaving.signal.aborted) setAnswer({ asked, matches });
    };
    firstMatches(query, leaving.signal).then(show, (error: unknown) => {
      if (error instanceof ApiFailure) show({ state: 'failed', message: error.userMessage });
    });
    return () => leaving.abort();
  }, [asked, query]);

  return answer?.asked === asked ? answer.matches : { state: 'loading' };
}

async function firstMatches(query: string, signal: AbortSignal): Promise<Matches> {
  const body = { input: query, session_props: { batch_size: SHOWN } };
  const { session_id, result_table, has_next, meaning, error } = await callApi(
    'POST /v1/graph-querymgr/autocomplete-user',
    { body },
    { toast: false, signal },
  );
  // Nobody pages on from here, so the server need not keep the place. A session that is gone already is as good as closed.
  if (session_id) void callApi('POST /v1/graph-querymgr/close-session', { body: { session_id } }, { toast: false }).catch(() => undefined);
  return error ? { state: 'failed', message: error.message } : { state: 'ready', rows: result_table, more: has_next, meaning };
}
