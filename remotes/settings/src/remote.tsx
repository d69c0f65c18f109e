import { lazy } from 'react';
import { defineRemote } from '@cam/platform';

export default defineRemote({
  pages: {
    settings: lazy(() => import('./settings/SettingsPage')),
    operations: lazy(() => import('./operations/OperationsPage')),
    connectAssistant: lazy(() => import('./assistants/ConnectAssistantPage')),
    setup: lazy(() => import('./setup/SetupPage')),
  },
  parts: {},
});
