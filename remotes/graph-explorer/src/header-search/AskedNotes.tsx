import type { ReactNode } from 'react';
import type { AskAnswer } from '@cam/contracts';
import styles from './HeaderSearch.module.css';

/** Shows how the words of a question were read, or the word that was not understood. */
export function AskedNotes({ asked }: { asked: AskAnswer }): ReactNode {
  const [reading] = asked.readings;
  const chips = reading ? reading.chips : asked.understood;
  return (
    <div className={styles.notes}>
      {asked.message && <p role="note">{asked.message}</p>}
      {chips.length > 0 && asked.outcome !== 'CHOOSE' && (
        <ul aria-label="How the words were read">
          {chips.map(({ from, text, as, because }) => (
            <li key={from} title={because}>
              <b>{text}</b> <code>{as}</code>
            </li>
          ))}
        </ul>
      )}
      {asked.outcome === 'CHOOSE' && <p>The question has several readings. Choose one.</p>}
    </div>
  );
}
