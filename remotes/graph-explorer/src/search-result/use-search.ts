import { useEffect, useState } from 'react';
import type { AutocompleteAnswer } from '@cam/contracts';
import { ApiFailure, notify } from '@cam/platform';
import { BATCH_SIZE, closeSession, runQuery, turnPage } from '../search/api';

export interface SearchState {
  answer: AutocompleteAnswer | null;
  failure: ApiFailure | null;
  busy: boolean;
  next: () => void;
  previous: () => void;
  again: () => void;
  /** Rows of a page. */
  pageSize: number;
  /** Begins anew at the first page. */
  resize: (pageSize: number) => void;
}

type Outcome = { answer: AutocompleteAnswer } | { failure: ApiFailure };

/** Runs one query under one account filter, page by page; whoever asks another mounts anew. Leaving closes the session. */
export function useSearch(query: string): SearchState {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [pageSize, setPageSize] = useState(BATCH_SIZE);

  useEffect(() => {
    let current = true;
    if (query !== '') {
      void settle(runQuery(query, pageSize, () => current)).then((settled) => {
        if (!current || !settled) return;
        setOutcome(settled);
        if ('answer' in settled && isEmpty(settled.answer)) notify.info('No matching records');
      });
    }
    const leave = (): void => void closeSession({ leaving: true });
    window.addEventListener('pagehide', leave);
    return () => {
      current = false;
      window.removeEventListener('pagehide', leave);
      void closeSession();
    };
  }, [query, attempt, pageSize]);

  const turn = async (isNext: boolean): Promise<void> => {
    setBusy(true);
    const settled = await settle(turnPage(query, isNext, pageSize));
    if (settled) setOutcome(settled);
    setBusy(false);
  };

  return {
    answer: outcome && 'answer' in outcome ? outcome.answer : null,
    failure: outcome && 'failure' in outcome ? outcome.failure : null,
    busy,
    next: () => void turn(true),
    previous: () => void turn(false),
    again: () => setAttempt(attempt + 1),
    pageSize,
    resize: setPageSize,
  };
}

/** Null for a request that was ended on purpose. */
async function settle(asked: Promise<AutocompleteAnswer>): Promise<Outcome | null> {
  try {
    return { answer: await asked };
  } catch (error) {
    return error instanceof ApiFailure ? { failure: error } : null;
  }
}

function isEmpty({ resp_type: type, result_table: rows, usage_table: events }: AutocompleteAnswer): boolean {
  return type !== 'AUTO_COMPLETE_RESP_TYPE_OPTIONS' && rows.length + events.length === 0;
}
