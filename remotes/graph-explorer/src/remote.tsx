import { lazy } from 'react';
import { defineRemote } from '@cam/platform';

export default defineRemote({
  pages: {
    dashboard: lazy(() => import('./dashboard/DashboardPage')),
    searchResult: lazy(() => import('./search-result/SearchResultPage')),
  },
  parts: {
    'graph-explorer.header-search': lazy(() => import('./header-search/HeaderSearch')),
    'graph-explorer.access-explanation': lazy(() => import('./search-result/ExplanationPart')),
  },
});
