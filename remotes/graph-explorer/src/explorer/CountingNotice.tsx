import type { ReactNode } from 'react';
import { Alert } from '@cam/ui';
import styles from './explorer.module.css';

/** Says that counts are being made, for the first time or anew. */
export function CountingNotice({ answer }: { answer: { counted_at: string | null; counting: boolean } | undefined }): ReactNode {
  if (!answer?.counting) return null;
  const isFirst = answer.counted_at === null;
  return (
    <div className={styles.notice} role="status">
      <Alert
        type="info"
        showIcon
        title={isFirst ? 'The inventory is being counted for the first time.' : 'The graph changed; newer counts are being made.'}
      />
    </div>
  );
}

/** While counts are being made, they are asked for again. */
export const COUNTING_POLL = 3000;

export function pollWhileCounting(answer: { counting: boolean } | undefined): number {
  return answer?.counting ? COUNTING_POLL : 0;
}
