import type { ReactNode } from 'react';
import type { Severity } from '@cam/contracts';
import { formatCount } from '../data/formats';
import styles from './SeverityChips.module.css';

const CHIPS: readonly { key: Severity | 'ALL'; label: string }[] = [
  { key: 'ALL', label: 'ALL' },
  { key: 'HIGH', label: 'High' },
  { key: 'MEDIUM', label: 'Medium' },
  { key: 'LOW', label: 'Low' },
];

interface Props {
  chosen: Severity | 'ALL';
  counts: Record<Severity | 'ALL', number>;
  onChoose: (severity: Severity | 'ALL') => void;
}

/** Shows the severity filter as chips, each with its number of rows. */
export function SeverityChips({ chosen, counts, onChoose }: Props): ReactNode {
  return (
    <div className={styles.chips} role="group" aria-label="Severity">
      {CHIPS.map(({ key, label }) => (
        <button key={key} type="button" data-severity={key} aria-pressed={chosen === key} onClick={() => onChoose(key)}>
          {label} <span>{formatCount(counts[key])}</span>
        </button>
      ))}
    </div>
  );
}
