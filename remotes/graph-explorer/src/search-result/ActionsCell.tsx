import type { ReactNode } from 'react';
import { Tooltip } from '@cam/ui';
import { describeActions } from './describe-actions';
import styles from './ActionsCell.module.css';

/** Shows the letters RWA with a dash for each missing action, and a dashed outline for conditional access. The tooltip spells them out. */
export function ActionsCell({ actions: given, conditional }: { actions: string; conditional?: string }): ReactNode {
  if (given === '') return null;
  const actions = given.slice(0, 3);
  // Lists without a certainty per letter append C to access that is conditional as a whole.
  const open = conditional ?? (given.endsWith('C') ? actions : '');
  const words = describeActions(actions, open);
  return (
    <Tooltip title={words}>
      <span className={styles.actions} role="img" aria-label={words}>
        {[...actions].map((letter, index) => (
          <span key={index} data-letter={letter} data-conditional={letter !== '-' && open[index] === letter}>
            {letter}
          </span>
        ))}
      </span>
    </Tooltip>
  );
}
