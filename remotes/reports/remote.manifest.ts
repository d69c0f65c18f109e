import { defineManifest } from '@cam/contracts';

export default defineManifest({
  id: 'reports',
  name: 'Reports',
  needs: { contracts: '^1.0.0', platform: '^1.0.0', ui: '^1.0.0' },
  menu: [
    {
      id: 'reports',
      label: 'Reports',
      to: '/reports',
      group: 'inventory',
      order: 50,
      icon: 'report',
      whenFlag: 'UI_REPORTS',
      anyRight: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'],
    },
  ],
  routes: [
    {
      page: 'reports',
      name: 'reports',
      path: '/reports',
      title: 'Reports',
      accountSegment: true,
      whenFlag: 'UI_REPORTS',
      anyRight: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'],
    },
  ],
  commands: [
    {
      id: 'reports.open',
      label: 'Reports',
      keywords: 'schedule evidence',
      to: '/reports',
      keys: 'g r',
      whenFlag: 'UI_REPORTS',
      anyRight: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'],
    },
  ],
  offers: ['reports.generate-button'],
  uses: [],
  budget: 60_000,
});
