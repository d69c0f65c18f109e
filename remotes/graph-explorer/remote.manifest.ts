import { defineManifest } from '@cam/contracts';

const anyRight = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;
const readers = { anyRight: [...anyRight] };

export default defineManifest({
  id: 'graph-explorer',
  name: 'Explorer',
  needs: { contracts: '^1.0.0', platform: '^1.0.0', ui: '^1.0.0' },
  menu: [
    { id: 'dashboard', label: 'Dashboard', to: '/dashboard', group: 'dashboard', order: 0, icon: 'dashboard', ...readers },
    { id: 'crown-jewels', label: 'Crown Jewels', to: '/crown-jewels', group: 'watch', order: 5, icon: 'crown', ...readers },
    { id: 'unused-access', label: 'Unused Access', to: '/unused-access', group: 'watch', order: 50, icon: 'unused', ...readers },
    { id: 'networks', label: 'Networks', to: '/networks', group: 'inventory', order: 10, icon: 'network', ...readers },
    { id: 'objects', label: 'Objects', to: '/objects', group: 'inventory', order: 20, icon: 'database', ...readers },
    { id: 'identities', label: 'Identities', to: '/identities', group: 'inventory', order: 30, icon: 'identity', ...readers },
    { id: 'privileges', label: 'Privileges', to: '/privileges', group: 'inventory', order: 40, icon: 'privilege', ...readers },
  ],
  routes: [
    { page: 'dashboard', name: 'dashboard', path: '/dashboard', title: 'Dashboard', accountSegment: true, ...readers },
    { page: 'searchResult', name: 'searchResult', path: '/searchresult', title: 'Search', accountSegment: true, ...readers },
    { page: 'identities', name: 'identities', path: '/identities/*', title: 'Identities', ...readers },
    { page: 'objects', name: 'objects', path: '/objects/*', title: 'Objects', ...readers },
    { page: 'networks', name: 'networks', path: '/networks/*', title: 'Networks', ...readers },
    { page: 'privileges', name: 'privileges', path: '/privileges', title: 'Privileges', accountSegment: true, ...readers },
    { page: 'publicObjects', name: 'publicObjects', path: '/public-objects', title: 'Public Objects', accountSegment: true, ...readers },
    { page: 'shadowAccess', name: 'shadowAccess', path: '/shadow-access', title: 'Shadow Access', accountSegment: true, ...readers },
    { page: 'crownJewels', name: 'crownJewels', path: '/crown-jewels', title: 'Crown Jewels', ...readers },
    { page: 'unusedAccess', name: 'unusedSAccess', path: '/unused-access/*', title: 'Unused Access', ...readers },
  ],
  commands: [
    { id: 'graph-explorer.dashboard', label: 'Dashboard', keywords: 'home overview', to: '/dashboard', keys: 'g d', ...readers },
    { id: 'graph-explorer.crown-jewels', label: 'Crown Jewels', keywords: 'tiers critical', to: '/crown-jewels', keys: 'g j', ...readers },
    {
      id: 'graph-explorer.unused',
      label: 'Unused Access',
      keywords: 'stale right-size least privilege',
      to: '/unused-access',
      keys: 'g u',
      ...readers,
    },
    { id: 'graph-explorer.networks', label: 'Networks', keywords: 'vpc subnet instance', to: '/networks', keys: 'g n', ...readers },
    { id: 'graph-explorer.objects', label: 'Objects', keywords: 'buckets databases keys secrets', to: '/objects', keys: 'g o', ...readers },
    { id: 'graph-explorer.identities', label: 'Identities', keywords: 'users roles groups', to: '/identities', keys: 'g i', ...readers },
    { id: 'graph-explorer.privileges', label: 'Privileges', keywords: 'actions permissions', to: '/privileges', keys: 'g p', ...readers },
    { id: 'graph-explorer.people', label: 'Show people', keywords: 'persons leavers accounts', to: '/identities/person', ...readers },
    { id: 'graph-explorer.public-objects', label: 'Show public objects', keywords: 'internet exposed', to: '/public-objects', ...readers },
    { id: 'graph-explorer.shadow-access', label: 'Show shadow access', keywords: 'external unknown outsiders', to: '/shadow-access', ...readers },
    { id: 'graph-explorer.tier-rules', label: 'Edit tier rules', keywords: 'crown jewels', to: '/crown-jewels?tab=rules', ...readers },
    { id: 'graph-explorer.certify', label: 'Certify tiers', keywords: 'crown jewels review', to: '/crown-jewels?tab=certify', ...readers },
    { id: 'graph-explorer.risk', label: 'Show the largest risks', keywords: 'score weights', to: '/crown-jewels?tab=risk', ...readers },
    { id: 'graph-explorer.unused-identities', label: 'Show unused identities', to: '/unused-access?identity_type=UNUSED_IDENTITY', ...readers },
    { id: 'graph-explorer.search', label: 'Write a query', keywords: 'search language', to: '/searchresult', ...readers },
  ],
  offers: [
    'graph-explorer.header-search',
    'graph-explorer.access-explanation',
    'graph-explorer.user-activity',
    'graph-explorer.access-graph',
    'graph-explorer.place-map',
  ],
  uses: ['reports.generate-button', 'alerts.guardrail-form', 'alerts.raise-alert', 'alerts.exclusion-dialog'],
  budget: 600_000,
});
