import { lazy } from 'react';
import { defineRemote } from '@cam/platform';

export default defineRemote({
  pages: {
    guardrails: lazy(() => import('./guardrails/GuardrailsPage')),
  },
  parts: {
    'alerts.badge': lazy(() => import('./badge/AlertsBadge')),
    'alerts.guardrail-form': lazy(() => import('./guardrails/GuardrailFormPart')),
  },
});
