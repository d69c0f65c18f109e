import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

/** Returns the path of the search result page for a query. */
export function searchAddress(query: string): string {
  return `/searchresult?${new URLSearchParams({ query })}`;
}

/** Links to the search result page of a query. */
export function SearchLink({ query, ...props }: Omit<LinkProps, 'to'> & { query: string }): ReactNode {
  return <Link to={searchAddress(query)} {...props} />;
}
