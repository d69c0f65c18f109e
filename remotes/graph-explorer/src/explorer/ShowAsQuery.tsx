import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Count, Icon } from '@cam/ui';
import { searchAddress } from '../search/api';
import styles from './explorer.module.css';

/** Opens the search that answers with what is shown. Nothing where the language has no query for it. */
export function ShowAsQuery({ query, what }: { query: string; what?: string }): ReactNode {
  if (query === '') return null;
  return (
    <Link to={searchAddress(query)} className={styles.asQuery} title={query} aria-label={what ? `Show ${what} as query` : undefined}>
      <Icon name="search" /> Show as query
    </Link>
  );
}

/** A number that opens the search behind it. */
export function CountLink({ count, query, label }: { count: number; query: string; label: string }): ReactNode {
  // Nothing is behind none.
  if (query === '' || count === 0) return <Count value={count} />;
  return (
    <Link to={searchAddress(query)} aria-label={label}>
      <Count value={count} />
    </Link>
  );
}
