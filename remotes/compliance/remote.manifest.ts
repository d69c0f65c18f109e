import { defineManifest } from '@cam/contracts';

const REVIEW = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;
const READ = ['CAM_GUARDRAIL_READ', 'CAM_GUARDRAIL_WRITE', 'CAM_GENERAL_READ'] as const;

export default defineManifest({
  id: 'compliance',
  name: 'Compliance',
  needs: { contracts: '^1.0.0', platform: '^1.0.0', ui: '^1.0.0' },
  menu: [
    { id: 'compliance', label: 'Compliance', to: '/compliance', group: 'watch', order: 40, icon: 'compliance', anyRight: [...READ] },
    { id: 'reviews', label: 'Access Reviews', to: '/reviews', group: 'watch', order: 45, icon: 'identity', anyRight: [...REVIEW] },
    { id: 'requests', label: 'Requests', to: '/requests', group: 'watch', order: 46, icon: 'schedule', anyRight: [...REVIEW] },
  ],
  routes: [
    { page: 'compliance', name: 'compliance', path: '/compliance/*', title: 'Compliance', anyRight: [...READ] },
    { page: 'reviews', name: 'reviews', path: '/reviews/*', title: 'Access Reviews', anyRight: [...REVIEW] },
    { page: 'requests', name: 'requests', path: '/requests/*', title: 'Requests', anyRight: [...REVIEW] },
  ],
  commands: [
    { id: 'compliance.open', label: 'Compliance', keywords: 'cis suites frameworks', to: '/compliance', keys: 'g c', anyRight: [...READ] },
    {
      id: 'compliance.reviews',
      label: 'Access Reviews',
      keywords: 'recertification campaigns certify',
      to: '/reviews',
      keys: 'g v',
      anyRight: [...REVIEW],
    },
    {
      id: 'compliance.requests',
      label: 'Requests',
      keywords: 'access approve temporary just in time',
      to: '/requests',
      keys: 'g q',
      anyRight: [...REVIEW],
    },
    { id: 'compliance.new-request', label: 'Request access', to: '/requests?new=1', anyRight: [...REVIEW] },
    { id: 'compliance.new-review', label: 'Start an access review', to: '/reviews?new=1', anyRight: ['CAM_GENERAL_WRITE'] },
  ],
  offers: [],
  uses: ['alerts.exclusion-dialog'],
  budget: 60_000,
});
