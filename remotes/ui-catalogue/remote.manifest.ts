import { defineManifest } from '@cam/contracts';
import { names } from './src/names';

export default defineManifest({
  id: 'ui-catalogue',
  name: 'Components',
  needs: { contracts: '^1.0.0', platform: '^1.0.0', ui: '^1.0.0' },
  declares: names,
  menu: [
    {
      id: 'ui-catalogue',
      label: 'Components',
      to: '/ui',
      group: 'ui-catalogue.develop',
      order: 10,
      icon: 'object',
      whenFlag: 'ui-catalogue.menu',
      withoutAccounts: true,
    },
  ],
  // The page has no data of the tenant, so everyone who signs in may open it by its address.
  routes: [{ page: 'catalogue', name: 'ui-catalogue', path: '/ui/:component?', title: 'Components', withoutAccounts: true }],
  commands: [{ id: 'ui-catalogue.open', label: 'Components', keywords: 'ui kit catalogue examples', to: '/ui', whenFlag: 'ui-catalogue.menu' }],
  offers: [],
  uses: [],
  budget: 40_000,
});
