import type { ReactNode } from 'react';
import { describeActions } from '@cam/contracts';
import styles from './ActionsCell.module.css';

/** Shows the letters RWA with a dash for each missing action, and a dashed outline for each conditional one. The tooltip spells them out. */
export function ActionsCell({ actions, conditional }: { actions: string; conditional: string }): ReactNode {
  if (actions === '') return null;
  const words = describeActions(actions, conditional);
  return (
    <span className={styles.actions} role="img" title={words}>
      {[...actions].map((letter, index) => (
        <span key={index} data-letter={letter} data-conditional={letter !== '-' && conditional[index] === letter}>
          {letter}
        </span>
      ))}
    </span>
  );
}
