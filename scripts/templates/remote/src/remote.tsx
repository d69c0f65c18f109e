import { lazy } from 'react';
import { defineRemote } from '@cam/platform';

export default defineRemote({
  pages: { overview: lazy(() => import('./overview/OverviewPage')) },
  parts: {},
});
