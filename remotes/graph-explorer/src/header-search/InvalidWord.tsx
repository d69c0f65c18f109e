import type { ReactNode } from 'react';
import type { QueryError } from '@cam/contracts';
import styles from './HeaderSearch.module.css';

interface Props {
  input: string;
  /** Null: nothing is wrong. */
  error: QueryError | null;
  /** How far the box is scrolled to the right, pixels. */
  scrolled: number;
}

/** Underlines the word that is wrong: the same text behind the box, unseen but for the line. What is missing is marked behind the end. */
export function InvalidWord({ input, error, scrolled }: Props): ReactNode {
  if (!error) return null;
  const start = Math.min(error.position, input.length);
  return (
    <span className={styles.mirror} aria-hidden="true">
      <span style={{ left: -scrolled }}>
        {input.slice(0, start)}
        <u>{input.slice(start, start + error.length) || '\u00a0\u00a0'}</u>
      </span>
    </span>
  );
}
