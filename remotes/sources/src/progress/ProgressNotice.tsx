import type { ReactNode } from 'react';
import { Alert, Button } from '@cam/ui';
import styles from './progress.module.css';
import { PROGRESS_FAILED } from './snapshot-polling';
import type { SourcesProgress } from './use-progress';

/** Warns that the progress has been unavailable for a while. */
export function ProgressNotice({ progress: { polling, refresh } }: { progress: SourcesProgress }): ReactNode {
  if (polling === 'NORMAL') return null;
  return (
    <div className={styles.notice}>
      <Alert
        type="warning"
        showIcon
        title={PROGRESS_FAILED}
        description="The progress of your sources may be out of date. CAM keeps retrying."
        action={
          <Button size="small" loading={polling === 'REFRESHING'} onClick={refresh}>
            Try Again
          </Button>
        }
      />
    </div>
  );
}
