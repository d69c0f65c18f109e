import { defineManifest } from '@cam/contracts';

export default defineManifest({
  id: 'graph-explorer',
  name: 'Explorer',
  needs: { contracts: '^1.0.0', platform: '^1.0.0', ui: '^1.0.0' },
  menu: [
    {
      id: 'dashboard',
      label: 'Dashboard',
      to: '/dashboard',
      group: 'dashboard',
      order: 0,
      icon: 'dashboard',
      anyRight: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'],
    },
  ],
  routes: [
    {
      page: 'dashboard',
      name: 'dashboard',
      path: '/dashboard',
      title: 'Dashboard',
      accountSegment: true,
      anyRight: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'],
    },
    {
      page: 'searchResult',
      name: 'searchResult',
      path: '/searchresult',
      title: 'Search',
      accountSegment: true,
      anyRight: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'],
    },
  ],
  offers: ['graph-explorer.header-search', 'graph-explorer.access-explanation'],
  uses: [],
  budget: 60_000,
});
