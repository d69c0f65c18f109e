import type { ReactNode } from 'react';
import { Alert, Button } from '@cam/ui';
import styles from './progress.module.css';
import { PROGRESS_FAILED } from './snapshot-polling';
import type { SourcesProgress } from './use-progress';

/** Says that the progress has not been known for a while. */
export function ProgressNotice({ progress: { polling, refresh } }: { progress: SourcesProgress }): ReactNode {
  if (polling === 'NORMAL') return null;
  return (
    <div className={styles.notice}>
      <Alert
        type="warning"
        showIcon
        title={PROGRESS_FAILED}
        description="How far sources are may be out of date. It is asked for again and again."
        action={
          <Button size="small" loading={polling === 'REFRESHING'} onClick={refresh}>
            Try Again
          </Button>
        }
      />
    </div>
  );
}
