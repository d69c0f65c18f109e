import { lazy } from 'react';
import { defineRemote } from '@cam/platform';

export default defineRemote({
  pages: { reports: lazy(() => import('./list/ReportsPage')) },
  parts: { 'reports.generate-button': lazy(() => import('./generate/GenerateButton')) },
});
