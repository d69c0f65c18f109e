import { lazy } from 'react';
import { defineRemote } from '@cam/platform';

export default defineRemote({
  pages: { cloud: lazy(() => import('./cloud/CloudSourcesPage')) },
  parts: {},
});
