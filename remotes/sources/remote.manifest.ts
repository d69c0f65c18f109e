import { defineManifest } from '@cam/contracts';

export default defineManifest({
  id: 'sources',
  name: 'Sources',
  needs: { contracts: '^1.0.0', platform: '^1.0.0', ui: '^1.0.0' },
  menu: [{ id: 'cloud-sources', label: 'Cloud Sources', to: '/sources/cloud', group: 'sources', order: 10, icon: 'cloud', withoutAccounts: true }],
  routes: [{ page: 'cloud', name: 'accounts', path: '/sources/cloud', title: 'Cloud Sources', withoutAccounts: true }],
  offers: [],
  uses: [],
  budget: 60_000,
});
