import type { ReactNode } from 'react';
import type { RoleCalls } from '@cam/contracts';
import { useApi } from '@cam/platform';
import { ErrorState, LoadingState, formatCount } from '@cam/ui';
import styles from './roles.module.css';

interface Props {
  rights: string[];
  accounts: string[];
}

/** Shows the calls that a role with these rights and accounts may make, by subject. */
export function RolePreview({ rights, accounts }: Props): ReactNode {
  const { data, error, mutate } = useApi('POST /v1/roles/preview', rights.length > 0 ? { body: { rights, accounts } } : null, { filtered: false });
  return (
    <section aria-label="Calls of the role" className={styles.preview}>
      <h2>Calls of the role</h2>
      {rights.length === 0 && <p className={styles.detail}>Choose rights to see what they allow.</p>}
      {error && <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />}
      {rights.length > 0 && !data && !error && <LoadingState label="Loading the calls of the role" rows={3} />}
      {rights.length > 0 && data?.subjects.map((subject) => <Subject key={subject.subject} {...subject} />)}
    </section>
  );
}

function Subject({ subject, calls }: RoleCalls): ReactNode {
  const served = calls.filter(({ refused }) => refused === '');
  const parts = [
    { count: served.filter(({ changes }) => !changes).length, word: 'read' },
    { count: served.filter(({ changes }) => changes).length, word: 'change' },
    { count: calls.length - served.length, word: 'not in single accounts' },
  ].filter(({ count }) => count > 0);
  return (
    <details className={styles.subject}>
      <summary>
        <span>{subject}</span>
        <span className={styles.detail}>{parts.map(({ count, word }) => `${formatCount(count)} ${word}`).join(', ')}</span>
      </summary>
      <ul>
        {calls.map(({ summary, refused }) => (
          <li key={summary} className={refused === '' ? undefined : styles.refused}>
            {summary}
            {refused !== '' && <span className={styles.detail}> Refused: {refused}.</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
