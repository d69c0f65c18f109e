import type { ReactNode } from 'react';
import { Tooltip } from '@cam/ui';
import { actionsInWords } from './actions-words';
import styles from './ActionsCell.module.css';

/** RWA with a dash for what is not granted, and C where it holds under conditions only. */
export function ActionsCell({ actions }: { actions: string }): ReactNode {
  if (actions === '') return null;
  return (
    <Tooltip title={actionsInWords(actions)}>
      <span className={styles.actions} role="img" aria-label={actionsInWords(actions)}>
        {[...actions].map((letter, index) => (
          <span key={index} data-letter={letter}>
            {letter}
          </span>
        ))}
      </span>
    </Tooltip>
  );
}
