import { defineManifest } from '@cam/contracts';

export default defineManifest({
  id: 'settings',
  name: 'Settings',
  needs: { contracts: '^1.0.0', platform: '^1.0.0', ui: '^1.0.0' },
  menu: [],
  routes: [
    { page: 'settings', name: 'settings', path: '/settings/:id', title: 'Settings', withoutAccounts: true },
    {
      page: 'operations',
      name: 'operations',
      path: '/operations',
      title: 'Operations',
      withoutAccounts: true,
      anyRight: ['CAM_OPERATOR', 'CAM_GENERAL_WRITE'],
    },
    { page: 'setup', name: 'setup', path: '/setup', title: 'Setup', withoutAccounts: true },
  ],
  offers: [],
  uses: [],
  budget: 60_000,
});
