import { useEffect, useRef, useState } from 'react';
import type { AutocompleteAnswer } from '@cam/contracts';
import { ApiFailure, notify } from '@cam/platform';
import { closeSession, runQuery, turnPage, type Waiting } from '../search/api';

export interface SearchState {
  answer: AutocompleteAnswer | null;
  failure: ApiFailure | null;
  busy: boolean;
  next: () => void;
  previous: () => void;
  again: () => void;
  /** Before pages of another size are asked for: it begins at the first one. */
  anew: () => void;
}

/**
 * How long an answer that nobody waits for any more may still take, ms: one that comes has its session closed. Of one that takes longer the
 * request is ended, and the server ends the search with it.
 */
const LINGERS = 5000;

type Outcome = { answer: AutocompleteAnswer } | { failure: ApiFailure };

/** Runs one query under one account filter, page by page, anew for pages of another size; whoever asks another mounts anew. Leaving closes the session. */
export function useSearch(query: string, pageSize: number): SearchState {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);

  const waiting = useRef<Waiting | null>(null);

  useEffect(() => {
    let current = true;
    const abort = new AbortController();
    waiting.current = { isWanted: () => current, signal: abort.signal };
    if (query !== '') {
      void settle(runQuery(query, pageSize, waiting.current)).then((settled) => {
        if (!current) return;
        setBusy(false);
        if (!settled) return;
        setOutcome(settled);
        if ('answer' in settled && isEmpty(settled.answer)) notify.info('No matching records');
      });
    }
    const leave = (): void => void closeSession({ leaving: true });
    window.addEventListener('pagehide', leave);
    return () => {
      current = false;
      setTimeout(() => abort.abort(), LINGERS);
      window.removeEventListener('pagehide', leave);
      void closeSession();
    };
  }, [query, attempt, pageSize]);

  const turn = async (isNext: boolean): Promise<void> => {
    const asked = waiting.current;
    if (!asked) return;
    setBusy(true);
    const settled = await settle(turnPage(query, isNext, pageSize, asked));
    if (!asked.isWanted()) return;
    if (settled) setOutcome(settled);
    setBusy(false);
  };

  const anew = (): void => {
    setBusy(true);
    setOutcome((before) => (before && 'failure' in before ? null : before));
  };

  return {
    answer: outcome && 'answer' in outcome ? outcome.answer : null,
    failure: outcome && 'failure' in outcome ? outcome.failure : null,
    busy,
    next: () => void turn(true),
    previous: () => void turn(false),
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
