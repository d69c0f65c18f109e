import { useState, type ReactNode } from 'react';
import { useApi } from '@cam/platform';
import { Icon } from '@cam/ui';
import styles from './QueryConditions.module.css';

/** Explains a query part by part, with what it does not ask. */
export function QueryWords({ query }: { query: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { data } = useApi('POST /v1/graph-querymgr/words', isOpen ? { body: { input: query } } : null, { filtered: false, keepPreviousData: true });
  return (
    <div>
      <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? 'up' : 'down'} /> Explain this query
      </button>
      {isOpen && data && (
        <div className={styles.explained}>
          <ul aria-label="The query in words">
            {data.lines.map(({ depth, words, text }, index) => (
              <li key={index} aria-level={depth + 1} style={{ marginInlineStart: `${depth * 20}px` }}>
                {words} <code>{text}</code>
              </li>
            ))}
          </ul>
          {data.open.length > 0 && <p>Not asked: {data.open.join(' ')}</p>}
        </div>
      )}
    </div>
  );
}
