import { useCallback, useEffect, useState } from 'react';
import type { AutocompleteAnswer } from '@cam/contracts';
import { ApiFailure, notify } from '@cam/platform';
import { closeSession, runQuery, turnPage } from '../search/api';

export interface SearchState {
  answer: AutocompleteAnswer | null;
  failure: ApiFailure | null;
  busy: boolean;
  next: () => void;
  previous: () => void;
  again: () => void;
}

/** Runs one query under one account filter, page by page; whoever asks another mounts anew. Leaving closes the session. */
export function useSearch(query: string): SearchState {
  const [answer, setAnswer] = useState<AutocompleteAnswer | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);

  const show = useCallback(async (ask: () => Promise<AutocompleteAnswer>, isCurrent: () => boolean): Promise<void> => {
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
    if (query !== '')
      void show(
        () => runQuery(query),
        () => current,
      );
    return () => {
      current = false;
      void closeSession();
    };
  }, [query, attempt, show]);

  const turn = (isNext: boolean): void => {
    setBusy(true);
    void show(
      () => turnPage(query, isNext),
      () => true,
    );
  };

  return { answer, failure, busy, next: () => turn(true), previous: () => turn(false), again: () => setAttempt(attempt + 1) };
}
