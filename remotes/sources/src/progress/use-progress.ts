import { useEffect, useRef, useState } from 'react';
import { Aborted, useApi, useFlag } from '@cam/platform';
import type { Api } from '@cam/contracts';
import { afterFailure, KNOWN, refreshing, type SnapshotPolling } from './snapshot-polling';
import { runOutcomes } from './run-progress';

/** How often the progress is asked for, ms. */
const POLL = 5000;
const SLOW_POLL = 60_000;

type Answer = Api['GET /v1/calendar/progress']['answer'];

export interface SourcesProgress {
  data: Answer | undefined;
  reload: () => Promise<unknown>;
  /** How well it is known. */
  polling: SnapshotPolling;
  /** Asks at once, and says that somebody waits. */
  refresh: () => void;
}

/**
 * How far every source is, asked for again and again.
 * @param onFinished a snapshot came, or a run ended otherwise: lists are another than they were
 * @param isPaused while somebody types into the source editor
 */
export function useProgress(onFinished: () => void, isPaused: boolean): SourcesProgress {
  const slow = useFlag('UI_SLOW_PROGRESS_POLL');
  const [polling, setPolling] = useState(KNOWN);
  // The first answer comes with the lists themselves, which need not be asked for twice.
  const before = useRef<string | null>(null);
  const usual = slow ? SLOW_POLL : POLL;
  const { data, mutate } = useApi(
    'GET /v1/calendar/progress',
    {},
    {
      refreshInterval: isPaused ? 0 : usual,
      onSuccess: (latest: Answer) => {
        setPolling(KNOWN);
        const outcomes = runOutcomes(latest.sources);
        if (before.current !== null && before.current !== outcomes) onFinished();
        before.current = outcomes;
      },
      onError: (error: Error) => {
        if (!(error instanceof Aborted)) setPolling((known) => afterFailure(known, Date.now()));
      },
      // By itself nothing is asked again after a failure.
      shouldRetryOnError: true,
      onErrorRetry: (_error, _key, _options, again, { retryCount }) => void setTimeout(() => void again({ retryCount }), usual),
    },
  );
  useEffect(() => {
    // What the page before this one knew: a run may have ended since.
    if (data) before.current ??= runOutcomes(data.sources);
  }, [data]);
  const refresh = (): void => {
    setPolling(refreshing);
    void mutate().catch(() => undefined);
  };
  return { data, reload: () => mutate().catch(() => undefined), polling: polling.polling, refresh };
}
