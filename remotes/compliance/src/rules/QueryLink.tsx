import type { ReactNode } from 'react';
import { SearchLink } from '@cam/platform';

/** Links a query to its search results. */
export function QueryLink({ query }: { query: string }): ReactNode {
  return <SearchLink query={query}>{query}</SearchLink>;
}
