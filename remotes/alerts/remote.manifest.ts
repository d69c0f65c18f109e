import { defineManifest } from '@cam/contracts';

export default defineManifest({
  id: 'alerts',
  name: 'Alerts',
  needs: { contracts: '^1.0.0', platform: '^1.0.0', ui: '^1.0.0' },
  menu: [
    {
      id: 'alerts',
      label: 'Alerts',
      to: '/alerts',
      group: 'watch',
      order: 10,
      icon: 'alert',
      badge: 'alerts',
      anyRight: ['CAM_ALERTS_READ', 'CAM_ALERTS_WRITE'],
    },
    {
      id: 'changes',
      label: 'Changes',
      to: '/changes',
      group: 'watch',
      order: 20,
      icon: 'change',
      anyRight: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'],
    },
    {
      id: 'guardrails',
      label: 'Guardrails',
      to: '/guardrails',
      group: 'watch',
      order: 30,
      icon: 'guardrail',
      anyRight: ['CAM_GUARDRAIL_READ', 'CAM_GUARDRAIL_WRITE'],
    },
  ],
  routes: [
    { page: 'alerts', name: 'alerts', path: '/alerts', title: 'Alerts', anyRight: ['CAM_ALERTS_READ', 'CAM_ALERTS_WRITE'] },
    {
      page: 'changes',
      name: 'changes',
      path: '/changes',
      title: 'Changes',
      accountSegment: true,
      anyRight: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'],
    },
    { page: 'guardrails', name: 'guardrails', path: '/guardrails', title: 'Guardrails', anyRight: ['CAM_GUARDRAIL_READ', 'CAM_GUARDRAIL_WRITE'] },
  ],
  offers: ['alerts.badge', 'alerts.guardrail-form', 'alerts.raise-alert'],
  uses: ['graph-explorer.access-explanation', 'graph-explorer.user-activity', 'graph-explorer.access-graph', 'graph-explorer.place-map'],
  budget: 60_000,
});
