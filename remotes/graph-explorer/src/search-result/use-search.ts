import { startTransition, useEffect, useRef, useState } from 'react';
import type { AutocompleteAnswer } from '@cam/contracts';
import { ApiFailure, notify } from '@cam/platform';
import { closeSession, runQuery, turnPage, type SearchRequest } from '../search/api';

/** The state of a search. */
export interface SearchState {
  answer: AutocompleteAnswer | null;
  failure: ApiFailure | null;
  busy: boolean;
  /** Runs the query again. */
  retry: () => void;
  /** Shows the search as busy before a new page size takes effect. */
  markBusy: () => void;
}

interface Options {
  /** Counted from 0. */
  page: number;
  /** The number of rows on a page. */
  pageSize: number;
  /** Called with the last page if the wanted page is beyond it. */
  onPageClamped: (page: number) => void;
}

/**
 * The delay before an obsolete request is aborted, in ms. The session of an answer that arrives earlier is closed. A later abort makes the server
 * cancel the search.
 */
const ABORT_DELAY = 5000;

type Outcome = { answer: AutocompleteAnswer } | { failure: ApiFailure };

/**
 * Loads one page of the result of a query under one source filter. The next and the previous page use the open search session. Any other page or
 * another page size opens a new session. A new query needs a new mount, and unmounting closes the session.
 */
export function useSearch(query: string, { page, pageSize, onPageClamped }: Options): SearchState {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const wanted = useRef(page);
  const latestOnClamped = useRef(onPageClamped);
  const turn = useRef((): void => undefined);
  useEffect(() => {
    wanted.current = page;
    latestOnClamped.current = onPageClamped;
  });

  useEffect(() => {
    let current = true;
    let isTurning = false;
    /** The current page of the session, or null without a session. */
    let shown: number | null = null;
    const abort = new AbortController();
    const request: SearchRequest = { isCurrent: () => current, signal: abort.signal };

    /** Loads pages until the wanted one is shown. The wanted page may change while an answer is pending. */
    const loadWanted = async (): Promise<void> => {
      if (query === '' || isTurning) return;
      isTurning = true;
      while (shown !== wanted.current) {
        const [from, to] = [shown, wanted.current];
        if (from !== null) setBusy(true);
        const isStep = from !== null && Math.abs(to - from) === 1;
        const next = await toOutcome(
          isStep ? turnPage(query, to > from, pageSize, request) : runQuery(query, { page: to, batchSize: pageSize }, request),
        );
        if (!current) return;
        // The first rows are rendered in small steps, between which the browser answers the user.
        if (next && from === null) startTransition(() => setOutcome(next));
        else if (next) setOutcome(next);
        if (!next || 'failure' in next) break;
        const { answer } = next;
        if (from === null && isEmpty(answer)) notify.info('No matching records');
        shown = answer.page_number;
        if (shown === to || wanted.current !== to) continue;
        wanted.current = shown;
        latestOnClamped.current(shown);
      }
      isTurning = false;
      setBusy(false);
    };
    turn.current = () => void loadWanted();
    turn.current();
    const leave = (): void => void closeSession({ leaving: true });
    window.addEventListener('pagehide', leave);
    return () => {
      current = false;
      setTimeout(() => abort.abort(), ABORT_DELAY);
      window.removeEventListener('pagehide', leave);
      void closeSession();
    };
  }, [query, attempt, pageSize]);

  useEffect(() => turn.current(), [page]);

  const markBusy = (): void => {
    setBusy(true);
    setOutcome((before) => (before && 'failure' in before ? null : before));
  };

  return {
    answer: outcome && 'answer' in outcome ? outcome.answer : null,
    failure: outcome && 'failure' in outcome ? outcome.failure : null,
    busy,
    retry: () => {
      markBusy();
      setAttempt(attempt + 1);
    },
    markBusy,
  };
}

/** Returns null for an aborted request. */
async function toOutcome(request: Promise<AutocompleteAnswer>): Promise<Outcome | null> {
  try {
    return { answer: await request };
  } catch (error) {
    return error instanceof ApiFailure ? { failure: error } : null;
  }
}

function isEmpty({ resp_type: type, result_table: rows, usage_table: events }: AutocompleteAnswer): boolean {
  return type !== 'AUTO_COMPLETE_RESP_TYPE_OPTIONS' && rows.length + events.length === 0;
}
