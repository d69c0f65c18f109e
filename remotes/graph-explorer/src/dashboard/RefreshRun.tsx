import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ApiFailure, callApi, notify, useApi, useSession } from '@cam/platform';
import { Button, formatDuration, Icon, Progress } from '@cam/ui';
import styles from './DashboardPage.module.css';

const POLL = 3000;
const READERS = ['CAM_ACCOUNT_READ', 'CAM_ACCOUNT_WRITE', 'CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;

/** Starts a refresh of all sources, and shows the progress of any running refresh. */
export function RefreshRun({ onDone }: { onDone: () => void }): ReactNode {
  const { can, rights } = useSession();
  const maySee = READERS.some((right) => rights.includes(right));
  const [busy, setBusy] = useState(false);
  const { data, mutate } = useApi('GET /v1/calendar/progress', maySee ? {} : null, {
    filtered: false,
    refreshInterval: (answer) => (overallPercent(answer?.sources) < 100 ? POLL : 0),
  });
  const percent = overallPercent(data?.sources);
  const isRunning = percent < 100;
  const startedAt = useRef<number | null>(null);
  const latestOnDone = useRef(onDone);
  useEffect(() => {
    latestOnDone.current = onDone;
  });
  useEffect(() => {
    if (isRunning) startedAt.current ??= Date.now();
    else if (startedAt.current !== null) {
      latestOnDone.current();
      notify.success(`Refreshed all sources in ${formatDuration(Math.max(1, (Date.now() - startedAt.current) / 1000))}`);
      startedAt.current = null;
    }
  }, [isRunning]);

  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      await callApi('PATCH /v1/calendar/onDemandRunFSM', {}, { toast: false, filtered: false });
      await mutate();
    } catch (error) {
      notify.error(error instanceof ApiFailure ? error.userMessage : 'The refresh could not be started. Try again.');
    }
    setBusy(false);
  };
  return (
    <span className={styles.run}>
      {isRunning && (
        <span className={styles.progress} role="status">
          Refreshing all sources
          <Progress percent={percent} size="small" aria-label="Refreshing all sources" />
        </span>
      )}
      {can('ACCOUNT') && (
        <Button icon={<Icon name="refresh" />} loading={busy} disabled={isRunning} onClick={() => void start()}>
          Refresh
        </Button>
      )}
    </span>
  );
}

/** Returns the average progress of all sources that did not fail, in percent. */
function overallPercent(sources: readonly { progress: number; current_phase_enum: string }[] = []): number {
  const read = sources.filter(({ current_phase_enum: phase }) => !phase.endsWith('_FAILED'));
  return read.length === 0 ? 100 : Math.floor(read.reduce((sum, { progress }) => sum + progress, 0) / read.length);
}
