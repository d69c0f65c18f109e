import { useCallback, useEffect, useState } from 'react';
import type { AutocompleteAnswer } from '@cam/contracts';
import { ApiFailure, notify, useAccountFilter } from '@cam/platform';
import { closeSession, runQuery, turnPage } from '../search/api';

export interface SearchState {
  answer: AutocompleteAnswer | null;
  failure: ApiFailure | null;
  busy: boolean;
  next: () => void;
  previous: () => void;
  again: () => void;
}

/** Runs the query of the address, page by page. A new query or another account filter starts anew; leaving the page closes the session. */
export function useSearch(query: string): SearchState {
  const { current } = useAccountFilter();
  const filter = current?.uid;
  const [answer, setAnswer] = useState<AutocompleteAnswer | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);

  const show = useCallback(async (ask: () => Promise<AutocompleteAnswer>, isCurrent: () => boolean): Promise<void> => {
    setBusy(true);
    try {
      const found = await ask();
      if (!isCurrent()) return;
      setAnswer(found);
      setFailure(null);
      if (found.resp_type === 'AUTO_COMPLETE_RESP_TYPE_QUERY' && found.result_table.length === 0) notify.info('No matching records');
    } catch (error) {
      if (isCurrent() && error instanceof ApiFailure) setFailure(error);
    } finally {
      if (isCurrent()) setBusy(false);
    }
  }, []);

  useEffect(() => {
    let current = true;
    setAnswer(null);
    setFailure(null);
    if (query !== '')
      void show(
        () => runQuery(query),
        () => current,
      );
    return () => {
      current = false;
      void closeSession();
    };
  }, [query, filter, attempt, show]);

  return {
    answer,
    failure,
    busy,
    next: () =>
      void show(
        () => turnPage(query, true),
        () => true,
      ),
    previous: () =>
      void show(
        () => turnPage(query, false),
        () => true,
      ),
    again: () => setAttempt(attempt + 1),
  };
}
