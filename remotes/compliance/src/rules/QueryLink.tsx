import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** Links a query to its search results. */
export function QueryLink({ query }: { query: string }): ReactNode {
  return <Link to={`/searchresult?${new URLSearchParams({ query })}`}>{query}</Link>;
}
