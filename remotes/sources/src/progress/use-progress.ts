import { useEffect, useRef, useState } from 'react';
import { Aborted, useApi, useFlag } from '@cam/platform';
import type { Api } from '@cam/contracts';
import { afterFailure, KNOWN, refreshing, type SnapshotPolling } from './snapshot-polling';
import { runOutcomes } from './run-progress';

/** Interval between progress requests, in ms. */
const POLL = 5000;
const SLOW_POLL = 60_000;

type Answer = Api['GET /v1/calendar/progress']['answer'];

/** Progress of all sources, with the state of its requests. */
export interface SourcesProgress {
  data: Answer | undefined;
  reload: () => Promise<unknown>;
  /** State of the progress requests. */
  polling: SnapshotPolling;
  /** Requests the progress now and marks the state as refreshing. */
  refresh: () => void;
}

/**
 * Polls the progress of every source.
 * @param onFinished called when a run begins, ends or publishes a snapshot, so that lists can reload
 * @param isPaused true while the source editor is open
 */
export function useProgress(onFinished: () => void, isPaused: boolean): SourcesProgress {
  const slow = useFlag('UI_SLOW_PROGRESS_POLL');
  const [polling, setPolling] = useState(KNOWN);
  // The lists load together with the first answer, so it does not trigger a reload.
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
      // The platform does not repeat failed requests, so this hook retries at the polling interval.
      shouldRetryOnError: true,
      onErrorRetry: (_error, _key, _options, again, { retryCount }) => void setTimeout(() => void again({ retryCount }), usual),
    },
  );
  useEffect(() => {
    // The previous page may have cached older outcomes; a run may have ended since.
    if (data) before.current ??= runOutcomes(data.sources);
  }, [data]);
  const refresh = (): void => {
    setPolling(refreshing);
    void mutate().catch(() => undefined);
  };
  return { data, reload: () => mutate().catch(() => undefined), polling: polling.polling, refresh };
}
