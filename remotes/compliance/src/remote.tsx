import { lazy } from 'react';
import { defineRemote } from '@cam/platform';

export default defineRemote({
  pages: { compliance: lazy(() => import('./CompliancePages')) },
  parts: {},
});
