import { defineManifest } from '@cam/contracts';

export default defineManifest({
  id: 'sources',
  name: 'Sources',
  needs: { contracts: '^1.0.0', platform: '^1.0.0', ui: '^1.0.0' },
  menu: [
    { id: 'cloud-sources', label: 'Cloud Sources', to: '/sources/cloud', group: 'sources', order: 10, icon: 'cloud', withoutAccounts: true },
    { id: 'idp-sources', label: 'IDP Sources', to: '/sources/idp', group: 'sources', order: 20, icon: 'idp', withoutAccounts: true },
    {
      id: 'snapshots',
      label: 'Snapshots',
      to: '/sources/snapshot',
      group: 'sources',
      order: 30,
      icon: 'snapshot',
      withoutAccounts: true,
    },
  ],
  routes: [
    { page: 'cloud', name: 'sources', path: '/sources', title: 'Cloud Sources', withoutAccounts: true },
    { page: 'cloud', name: 'accounts', path: '/sources/cloud/*', title: 'Cloud Sources', withoutAccounts: true },
    { page: 'idp', name: 'accounts', path: '/sources/idp/*', title: 'IDP Sources', withoutAccounts: true },
    { page: 'snapshots', name: 'Snapshots', path: '/sources/snapshot/*', title: 'Snapshots', withoutAccounts: true },
  ],
  commands: [
    { id: 'sources.cloud', label: 'Cloud Sources', keywords: 'accounts aws azure gcp', to: '/sources/cloud', keys: 'g s' },
    { id: 'sources.aws', label: 'Show AWS accounts', keywords: 'sources amazon', to: '/sources/cloud/AWS' },
    { id: 'sources.azure', label: 'Show Azure subscriptions', keywords: 'sources microsoft', to: '/sources/cloud/AZURE' },
    { id: 'sources.gcp', label: 'Show Google Cloud projects', keywords: 'sources', to: '/sources/cloud/GCP' },
    { id: 'sources.history', label: 'Show the history of snapshots', to: '/sources/snapshot/HISTORY' },
  ],
  offers: [],
  uses: [],
  budget: 60_000,
});
