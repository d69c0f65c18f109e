import { useEffect, useRef, useState } from 'react';
import type { AutocompleteAnswer } from '@cam/contracts';
import { ApiFailure, notify } from '@cam/platform';
import { closeSession, runQuery, turnPage, type Waiting } from '../search/api';

export interface SearchState {
  answer: AutocompleteAnswer | null;
  failure: ApiFailure | null;
  busy: boolean;
  again: () => void;
  /** Before pages of another size are asked for. */
  anew: () => void;
}

interface Options {
  /** From 0. */
  page: number;
  /** Rows of a page. */
  pageSize: number;
  /** Told the page that is shown where the answer has fewer. */
  onLast: (page: number) => void;
}

/**
 * How long an answer that nobody waits for any more may still take, ms: one that comes has its session closed. Of one that takes longer the
 * request is ended, and the server ends the search with it.
 */
const LINGERS = 5000;

type Outcome = { answer: AutocompleteAnswer } | { failure: ApiFailure };

/**
 * One page of the answer to a query under one account filter, the wanted one: the next and the previous are turned to in its session, for any other, or
 * pages of another size, one is opened there. Whoever asks another query mounts anew. Leaving closes the session.
 */
export function useSearch(query: string, { page, pageSize, onLast }: Options): SearchState {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const wanted = useRef(page);
  const tellLast = useRef(onLast);
  const turn = useRef((): void => undefined);
  useEffect(() => {
    wanted.current = page;
    tellLast.current = onLast;
  });

  useEffect(() => {
    let current = true;
    let isTurning = false;
    /** The page that the session is at; null: there is none. */
    let shown: number | null = null;
    const abort = new AbortController();
    const asked: Waiting = { isWanted: () => current, signal: abort.signal };

    /** To the wanted page, which may be another once an answer is there. */
    const follow = async (): Promise<void> => {
      if (query === '' || isTurning) return;
      isTurning = true;
      while (shown !== wanted.current) {
        const [from, to] = [shown, wanted.current];
        if (from !== null) setBusy(true);
        const isStep = from !== null && Math.abs(to - from) === 1;
        const settled = await settle(
          isStep ? turnPage(query, to > from, pageSize, asked) : runQuery(query, { page: to, batchSize: pageSize }, asked),
        );
        if (!current) return;
        if (settled) setOutcome(settled);
        if (!settled || 'failure' in settled) break;
        const { answer } = settled;
        if (from === null && isEmpty(answer)) notify.info('No matching records');
        shown = answer.page_number;
        if (shown === to || wanted.current !== to) continue;
        wanted.current = shown;
        tellLast.current(shown);
      }
      isTurning = false;
      setBusy(false);
    };
    turn.current = () => void follow();
    turn.current();
    const leave = (): void => void closeSession({ leaving: true });
    window.addEventListener('pagehide', leave);
    return () => {
      current = false;
      setTimeout(() => abort.abort(), LINGERS);
      window.removeEventListener('pagehide', leave);
      void closeSession();
    };
  }, [query, attempt, pageSize]);

  useEffect(() => turn.current(), [page]);

  const anew = (): void => {
    setBusy(true);
    setOutcome((before) => (before && 'failure' in before ? null : before));
  };

  return {
    answer: outcome && 'answer' in outcome ? outcome.answer : null,
    failure: outcome && 'failure' in outcome ? outcome.failure : null,
    busy,
    again: () => {
      anew();
      setAttempt(attempt + 1);
    },
    anew,
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
