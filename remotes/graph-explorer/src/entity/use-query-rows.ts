import { startTransition, useEffect, useState } from 'react';
import type { AccessRow } from '@cam/contracts';
import { ApiFailure, callApi } from '@cam/platform';

const PAGE_SIZE = 20;

interface Page {
  /** The query that returned the rows. */
  query: string;
  rows: readonly AccessRow[];
  hasNext: boolean;
  hasPrev: boolean;
  sessionId: string | null;
}

/** The current page of rows and the functions to change it. */
export interface QueryRows {
  page: Page | null;
  failure: ApiFailure | null;
  busy: boolean;
  turn: (isNext: boolean) => void;
  retry: () => void;
}

/**
 * Loads the rows of a query page by page. Each query has its own search session, which is closed on unmount. The previous rows stay until new ones
 * arrive.
 */
export function useQueryRows(query: string): QueryRows {
  const [page, setPage] = useState<Page | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [isTurning, setTurning] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isLeft = false;
    let opened: string | null = null;
    void ask(query, {}).then(
      (answer) => {
        opened = answer.sessionId;
        if (isLeft) return close(opened);
        // The first rows are rendered in small steps, between which the browser answers the user.
        startTransition(() => setPage(answer));
      },
      (error: unknown) => !isLeft && error instanceof ApiFailure && setFailure(error),
    );
    return () => {
      isLeft = true;
      close(opened);
    };
  }, [query, attempt]);

  const turn = (isNext: boolean): void => {
    if (!page?.sessionId) return;
    setTurning(true);
    void ask(query, { session_id: page.sessionId, is_next: isNext })
      .then(setPage, (error: unknown) => error instanceof ApiFailure && setFailure(error))
      .finally(() => setTurning(false));
  };
  const retry = (): void => {
    setFailure(null);
    setAttempt(attempt + 1);
  };
  return { page, failure, busy: isTurning || (failure === null && page?.query !== query), turn, retry };
}

async function ask(input: string, session: { session_id?: string; is_next?: boolean }): Promise<Page> {
  const answer = await callApi(
    'POST /v1/graph-querymgr/autocomplete-user',
    { body: { input, session_props: { batch_size: PAGE_SIZE, ...session }, in_history: false, with_last_use: true } },
    { toast: false },
  );
  return { query: input, rows: answer.result_table, hasNext: answer.has_next, hasPrev: answer.has_prev, sessionId: answer.session_id };
}

/** Ignores failures, as the session may have ended already. */
function close(sessionId: string | null): void {
  if (sessionId === null) return;
  void callApi('POST /v1/graph-querymgr/close-session', { body: { session_id: sessionId } }, { toast: false }).catch(() => undefined);
}
