import type { ReactNode } from 'react';
import type { Severity } from '@cam/contracts';
import styles from './tags.module.css';

const LABELS: Record<Severity, string> = { HIGH: 'High', MEDIUM: 'Medium', LOW: 'Low' };

/** Shows a severity in its colour and in words. An unknown severity counts as high. */
export function SeverityTag({ severity }: { severity: string }): ReactNode {
  const known = (severity in LABELS ? severity : 'HIGH') as Severity;
  return <span className={`${styles.tag} ${styles[known.toLowerCase()]}`}>{LABELS[known]}</span>;
}

/** Shows a short status with a dot in the colour of its tone. */
export function StatusTag({ tone, children }: { tone: 'ok' | 'high' | 'medium' | 'neutral' | 'accent'; children: ReactNode }): ReactNode {
  return <span className={`${styles.tag} ${styles[tone]}`}>{children}</span>;
}
