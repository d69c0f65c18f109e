import { lazy } from 'react';
import { defineRemote } from '@cam/platform';

export default defineRemote({
  pages: {
    alerts: lazy(() => import('./alerts/AlertsPage')),
    changes: lazy(() => import('./changes/ChangesPage')),
    exclusions: lazy(() => import('./exclusions/ExclusionsPage')),
    guardrails: lazy(() => import('./guardrails/GuardrailsPage')),
  },
  parts: {
    'alerts.badge': lazy(() => import('./badge/AlertsBadge')),
    'alerts.exclusion-dialog': lazy(() => import('./exclusions/ExclusionDialogPart')),
    'alerts.guardrail-form': lazy(() => import('./guardrails/GuardrailFormPart')),
    'alerts.raise-alert': lazy(() => import('./raise/RaiseAlertPart')),
  },
});
