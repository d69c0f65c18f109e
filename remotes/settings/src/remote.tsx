import { lazy } from 'react';
import { defineRemote } from '@cam/platform';

export default defineRemote({
  pages: {
    settings: lazy(() => import('./profile/SettingsPage')),
    setup: lazy(() => import('./setup/SetupPage')),
  },
  parts: {},
});
