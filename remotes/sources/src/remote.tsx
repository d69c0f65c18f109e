import { lazy } from 'react';
import { defineRemote } from '@cam/platform';

export default defineRemote({
  pages: {
    cloud: lazy(() => import('./list/CloudSourcesPage')),
    idp: lazy(() => import('./list/IdpSourcesPage')),
    snapshots: lazy(() => import('./snapshots/SnapshotsPage')),
  },
  parts: {},
});
