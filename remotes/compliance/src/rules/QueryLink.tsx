import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** A query that opens as a search. */
export function QueryLink({ query }: { query: string }): ReactNode {
  return <Link to={`/searchresult?${new URLSearchParams({ query })}`}>{query}</Link>;
}
