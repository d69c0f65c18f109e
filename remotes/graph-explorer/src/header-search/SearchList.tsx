import { useEffect, type ReactNode } from 'react';
import { TypeIcon } from '@cam/ui';
import { sectionsOf, type Entry } from './entries';
import styles from './HeaderSearch.module.css';

interface Props {
  id: string;
  entries: readonly Entry[];
  focused: number;
  onPick: (entry: Entry) => void;
}

/** Lists the suggestions under headings. Keywords stay visible below a long list of names. */
export function SearchList({ id, entries, focused, onPick }: Props): ReactNode {
  useEffect(() => {
    if (focused >= 0) document.getElementById(`${id}-${focused}`)?.scrollIntoView({ block: 'nearest' });
  }, [focused, id]);
  return (
    <div id={id} role="listbox" aria-label="Suggestions" className={styles.list}>
      {sectionsOf(entries).map(({ title, entries: lines }) => (
        <div key={`${title} ${lines[0]?.index ?? 0}`} role="group" aria-label={title} className={styles.section} data-title={title}>
          {title !== 'Query language' && <p aria-hidden="true">{title}</p>}
          {lines.map(({ entry, index }) => (
            <div
              key={entry.key}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === focused}
              className={styles.option}
              data-focused={index === focused}
              onMouseDown={() => onPick(entry)}
            >
              {entry.type !== undefined && entry.type !== 'ACCOUNT' && <TypeIcon type={entry.type} />}
              <span>{entry.text}</span>
              <small>{entry.detail}</small>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
