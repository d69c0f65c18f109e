import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ApiFailure, callApi, notify, useApi, useSession } from '@cam/platform';
import { Button, Icon, Progress } from '@cam/ui';
import styles from './DashboardPage.module.css';

const POLL = 3000;

/** Reads all sources anew, and shows how far that is. Whoever may not start it sees what others started. */
export function RefreshRun({ onDone }: { onDone: () => void }): ReactNode {
  const { can } = useSession();
  const [isStarted, setStarted] = useState(false);
  const [busy, setBusy] = useState(false);
  const { data, mutate } = useApi('GET /v1/calendar/progress', isStarted ? {} : null, { filtered: false, refreshInterval: isStarted ? POLL : 0 });
  const sources = data?.sources ?? [];
  const done = sources.length === 0 ? 0 : Math.floor(sources.reduce((sum, { progress }) => sum + progress, 0) / sources.length);
  const isOver = isStarted && !busy && sources.length > 0 && done === 100;
  const told = useRef(onDone);
  useEffect(() => {
    told.current = onDone;
  });
  useEffect(() => {
    if (!isOver) return;
    told.current();
    notify.success('All sources are read anew');
    const timer = setTimeout(() => setStarted(false));
    return () => clearTimeout(timer);
  }, [isOver]);

  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      await callApi('PATCH /v1/calendar/onDemandRunFSM', {}, { toast: false, filtered: false });
      setStarted(true);
      await mutate();
    } catch (error) {
      notify.error(error instanceof ApiFailure ? error.userMessage : 'The run could not be started.');
    }
    setBusy(false);
  };
  if (!can('ACCOUNT')) return null;
  return (
    <span className={styles.run}>
      {isStarted && !isOver && <Progress percent={done} size="small" aria-label="Reading all sources anew" />}
      <Button icon={<Icon name="refresh" />} loading={busy} disabled={isStarted && !isOver} onClick={() => void start()}>
        Refresh
      </Button>
    </span>
  );
}
