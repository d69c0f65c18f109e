import type { ReactNode } from 'react';
import { Tooltip } from '@cam/ui';
import { describeActions } from './describe-actions';
import styles from './ActionsCell.module.css';

/** Shows the letters RWA with a dash for each missing action, and C for conditional access. The tooltip spells them out. */
export function ActionsCell({ actions }: { actions: string }): ReactNode {
  if (actions === '') return null;
  return (
    <Tooltip title={describeActions(actions)}>
      <span className={styles.actions} role="img" aria-label={describeActions(actions)}>
        {[...actions].map((letter, index) => (
          <span key={index} data-letter={letter}>
            {letter}
          </span>
        ))}
      </span>
    </Tooltip>
  );
}
