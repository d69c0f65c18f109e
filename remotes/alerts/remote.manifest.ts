import { defineManifest } from '@cam/contracts';

export default defineManifest({
  id: 'alerts',
  name: 'Alerts',
  needs: { contracts: '^1.0.0', platform: '^1.0.0', ui: '^1.0.0' },
  menu: [
    {
      id: 'guardrails',
      label: 'Guardrails',
      to: '/guardrails',
      group: 'watch',
      order: 30,
      icon: 'guardrail',
      badge: 'alerts',
      anyRight: ['CAM_GUARDRAIL_READ', 'CAM_GUARDRAIL_WRITE'],
    },
  ],
  routes: [
    { page: 'guardrails', name: 'guardrails', path: '/guardrails', title: 'Guardrails', anyRight: ['CAM_GUARDRAIL_READ', 'CAM_GUARDRAIL_WRITE'] },
  ],
  offers: ['alerts.badge', 'alerts.guardrail-form'],
  uses: [],
  budget: 60_000,
});
