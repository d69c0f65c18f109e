import type { ReactNode } from 'react';
import { Alert } from '@cam/ui';
import styles from './explorer.module.css';

/** Shows a notice while the server computes the counts. */
export function CountingNotice({ answer }: { answer: { counted_at: string | null; counting: boolean } | undefined }): ReactNode {
  if (!answer?.counting) return null;
  const isFirst = answer.counted_at === null;
  return (
    <div className={styles.notice} role="status">
      <Alert type="info" showIcon title={isFirst ? 'Counting the inventory for the first time.' : 'The access graph changed. Updating the counts.'} />
    </div>
  );
}

/** The polling interval while the server computes the counts, in ms. */
export const COUNTING_POLL = 3000;

/** Returns the refresh interval for an answer with counts, in ms. Returns 0 once the counts are complete. */
export function pollWhileCounting(answer: { counting: boolean } | undefined): number {
  return answer?.counting ? COUNTING_POLL : 0;
}
