import type { ReactNode } from 'react';
import type { NotAssessed } from '@cam/contracts';
import styles from '../explorer/explorer.module.css';

/** Lists the sources whose use cannot be assessed, each with the step that helps. */
export function NotAssessedAccounts({ accounts }: { accounts: readonly NotAssessed[] }): ReactNode {
  if (accounts.length === 0) return null;
  const unlogged = accounts.filter(({ since }) => since === null).length;
  return (
    <details className={styles.unknown} open={accounts.length <= 3}>
      <summary>
        Not assessed: {accounts.length} {accounts.length === 1 ? 'source has' : 'sources have'}{' '}
        {unlogged === accounts.length ? 'no log' : 'no log of 90 days'}
      </summary>
      <ul>
        {accounts.map(({ account_id: id, account_name: name, since, step }) => (
          <li key={id}>
            <strong>{name}</strong>: {since === null ? `not assessed: no log. ${step}` : step}
          </li>
        ))}
      </ul>
    </details>
  );
}
