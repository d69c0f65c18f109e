import type { ReactNode } from 'react';
import type { AutocompleteAnswer } from '@cam/contracts';
import styles from './QueryProblem.module.css';

/** Marks the place where a query is invalid or incomplete, and lists the words expected there. */
export function QueryProblem({ query, answer }: { query: string; answer: AutocompleteAnswer }): ReactNode {
  const { error } = answer;
  const start = error?.position ?? query.length;
  const end = start + (error?.length ?? 0);
  const expected = error?.expected ?? answer.options;
  return (
    <section className={styles.problem} role="alert">
      <h2>{error ? 'Invalid query' : 'Incomplete query'}</h2>
      <pre>
        {query.slice(0, start)}
        <mark>{query.slice(start, end) || ' '}</mark>
        {query.slice(end)}
      </pre>
      <p>{error?.message ?? 'The query ends too early. Add one of the expected words.'}</p>
      {expected.length > 0 && (
        <p className={styles.expected}>
          Expected:
          {expected.slice(0, 12).map((word, index) => (
            <code key={index}>{word}</code>
          ))}
        </p>
      )}
    </section>
  );
}
