import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { searchAddress } from '@cam/platform';
import { Count, formatCount, Icon } from '@cam/ui';
import styles from './explorer.module.css';

/**
 * Links to the search that returns the rows of a view.
 * @param query shows nothing if empty: the query language cannot express every view
 * @param what names the rows for screen readers
 */
export function ShowAsQuery({ query, what }: { query: string; what?: string }): ReactNode {
  if (query === '') return null;
  return (
    <Link to={searchAddress(query)} className={styles.asQuery} title={query} aria-label={what ? `Show as query: ${what}` : undefined}>
      <Icon name="search" /> Show as query
    </Link>
  );
}

/**
 * Shows a count that links to the search that returns the counted entities.
 * @param what the counted entities; follows the count in the accessible name
 */
export function CountLink({ count, query, what }: { count: number; query: string; what: string }): ReactNode {
  // A search for zero entities has no results to show.
  if (query === '' || count === 0) return <Count value={count} />;
  return (
    <Link to={searchAddress(query)} aria-label={`${formatCount(count)} ${what}`}>
      <Count value={count} />
    </Link>
  );
}
