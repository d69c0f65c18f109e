import { defineManifest } from '@cam/contracts';

const READ = ['CAM_GUARDRAIL_READ', 'CAM_GUARDRAIL_WRITE', 'CAM_GENERAL_READ'] as const;

export default defineManifest({
  id: 'compliance',
  name: 'Compliance',
  needs: { contracts: '^1.0.0', platform: '^1.0.0', ui: '^1.0.0' },
  menu: [{ id: 'compliance', label: 'Compliance', to: '/compliance', group: 'watch', order: 40, icon: 'compliance', anyRight: [...READ] }],
  routes: [{ page: 'compliance', name: 'compliance', path: '/compliance/*', title: 'Compliance', anyRight: [...READ] }],
  commands: [{ id: 'compliance.open', label: 'Compliance', keywords: 'cis suites frameworks', to: '/compliance', keys: 'g c', anyRight: [...READ] }],
  offers: [],
  uses: ['alerts.exclusion-dialog'],
  budget: 60_000,
});
