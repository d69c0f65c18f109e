import type { ReactNode } from 'react';
import type { WrongWord } from './entries';
import styles from './HeaderSearch.module.css';

interface Props {
  input: string;
  /** Null if the input is valid. */
  error: WrongWord | null;
  /** The horizontal scroll position of the box, in pixels. */
  scrolled: number;
}

/** Underlines the invalid word with a transparent copy of the text behind the box. Marks a missing word after the end. */
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
