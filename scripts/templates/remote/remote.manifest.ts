import { defineManifest } from '@cam/contracts';

export default defineManifest({
  id: 'example-area',
  name: 'Example Area',
  needs: { contracts: '^1.0.0', platform: '^1.0.0', ui: '^1.0.0' },
  menu: [{ id: 'example-area', label: 'Example Area', to: '/example-area', group: 'inventory', order: 90, icon: 'info' }],
  routes: [{ page: 'overview', name: 'example-area', path: '/example-area', title: 'Example Area' }],
  offers: [],
  uses: [],
  budget: 60_000,
});
