import type { ReactNode } from 'react';
import styles from './FactList.module.css';

/** Shows facts beside their titles, and below them in a narrow window. */
export function FactList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }): ReactNode {
  return <dl className={styles.facts}>{facts.map(([title, value]) => [<dt key={`${title} title`}>{title}</dt>, <dd key={title}>{value}</dd>])}</dl>;
}
