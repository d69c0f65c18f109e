import { useState, type KeyboardEvent, type ReactNode } from 'react';
import dayjs from 'dayjs';
import styles from './TwoMonths.module.css';

interface Props {
  /** The form of a date, as dayjs writes it. */
  format: string;
  /** The same form, as people read it. */
  example: string;
  children: ReactNode;
}

/** Says under a date picker that a typed date does not exist, and keeps Enter from applying anything else in its place. */
export function ImpossibleDate({ format, example, children }: Props): ReactNode {
  const [wrong, setWrong] = useState<string | null>(null);
  const read = ({ target }: { target: EventTarget }): void => {
    if (!(target instanceof HTMLInputElement)) return;
    const text = target.value.trim();
    setWrong(text.length >= format.length && !dayjs(text, format, true).isValid() ? text : null);
  };
  return (
    <span
      className={styles.checked}
      role="presentation"
      onChangeCapture={read}
      onBlurCapture={() => setWrong(null)}
      onKeyDownCapture={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || wrong === null) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {children}
      {wrong !== null && (
        <span role="alert" className={styles.wrong}>
          {wrong} is not a date. Write it as {example}.
        </span>
      )}
    </span>
  );
}
