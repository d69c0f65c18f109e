import { useState, type ReactNode } from 'react';
import { useApi } from '@cam/platform';
import { ErrorState, Icon, LoadingState } from '@cam/ui';
import { matchedNames, matchedText } from './matched-text';
import styles from './QueryConditions.module.css';

/** Explains a query part by part: what each part finds by itself, what may be slow, and what the query does not ask. */
export function QueryWords({ query }: { query: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? 'up' : 'down'} /> Explain this query
      </button>
      {isOpen && <Explained query={query} />}
    </div>
  );
}

function Explained({ query }: { query: string }): ReactNode {
  const { data, error, mutate } = useApi('POST /v1/graph-querymgr/words', { body: { input: query } }, { keepPreviousData: true });
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  if (!data) return <LoadingState label="Explaining the query" />;
  const isSlow = data.lines.some(({ cost = '' }) => cost !== '');
  return (
    <div className={styles.explained}>
      <ul aria-label="The query in words">
        {data.lines.map(({ depth, words, text, matches, cost = '' }, index) => (
          <li key={index} aria-level={depth + 1} style={{ marginInlineStart: `${depth * 20}px` }}>
            {words} <code>{text}</code>
            {matches && (
              <>
                {' '}
                <b className={styles.matched}>{matchedText(matches)}</b>
                <small>{matchedNames(matches)}</small>
              </>
            )}
            {cost !== '' && <small>May be slow: {cost}</small>}
          </li>
        ))}
      </ul>
      <p>Numbers count what each part finds by itself.{!isSlow && ' No part of this query is slow.'}</p>
      {data.open.length > 0 && <p>Not asked: {data.open.join(' ')}</p>}
    </div>
  );
}
