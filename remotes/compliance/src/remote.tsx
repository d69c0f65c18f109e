import { lazy } from 'react';
import { defineRemote } from '@cam/platform';

export default defineRemote({
  pages: {
    compliance: lazy(() => import('./CompliancePages')),
    reviews: lazy(() => import('./reviews/ReviewPages')),
    requests: lazy(() => import('./requests/RequestPages')),
  },
  parts: {},
});
