import { useRef, useState } from 'react';
import { Aborted, useApi, useFlag } from '@cam/platform';
import type { Api } from '@cam/contracts';
import { afterFailure, KNOWN, refreshing, type SnapshotPolling } from './snapshot-polling';

/** How often the progress is asked for, ms. */
const POLL = 5000;
const SLOW_POLL = 60_000;
/** While something is under way, so that a short import is seen at all, ms. */
const BUSY_POLL = 1000;

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
 * @param isPaused while somebody types into the source editor
 */
export function useProgress(onFinished: () => void, isPaused: boolean): SourcesProgress {
  const slow = useFlag('UI_SLOW_PROGRESS_POLL');
  const [polling, setPolling] = useState(KNOWN);
  // The first answer comes with the lists themselves, which need not be asked for twice.
  const isKnown = useRef(false);
  const usual = slow ? SLOW_POLL : POLL;
  const { data, mutate } = useApi(
    'GET /v1/calendar/progress',
    {},
    {
      refreshInterval: (latest: Answer | undefined) => (isPaused ? 0 : latest?.sources.some(isUnderWay) ? BUSY_POLL : usual),
      onSuccess: (latest: Answer) => {
        setPolling(KNOWN);
        if (isKnown.current && !latest.sources.some(isUnderWay)) onFinished();
        isKnown.current = true;
      },
      onError: (error: Error) => {
        if (!(error instanceof Aborted)) setPolling((before) => afterFailure(before, Date.now()));
      },
      // By itself nothing is asked again after a failure.
      shouldRetryOnError: true,
      onErrorRetry: (_error, _key, _options, again, { retryCount }) => void setTimeout(() => void again({ retryCount }), usual),
    },
  );
  const refresh = (): void => {
    setPolling(refreshing);
    void mutate().catch(() => undefined);
  };
  return { data, reload: () => mutate().catch(() => undefined), polling: polling.polling, refresh };
}

/** A failed phase is no progress any more. */
export function isUnderWay({ current_phase_enum: phase, progress }: Pick<Answer['sources'][number], 'current_phase_enum' | 'progress'>): boolean {
  return progress < 100 && !phase.endsWith('_FAILED');
}
