import { lazy } from 'react';
import { defineRemote } from '@cam/platform';

export default defineRemote({
  pages: {
    dashboard: lazy(() => import('./dashboard/DashboardPage')),
    searchResult: lazy(() => import('./search-result/SearchResultPage')),
    identities: lazy(() => import('./identities/IdentitiesPages')),
    objects: lazy(() => import('./objects/ObjectsPages')),
    networks: lazy(() => import('./networks/NetworksPages')),
    privileges: lazy(() => import('./privileges/PrivilegesPage')),
    publicObjects: lazy(() => import('./public-objects/PublicObjectsPage')),
    shadowAccess: lazy(() => import('./shadow-access/ShadowAccessPage')),
    crownJewels: lazy(() => import('./crown-jewels/CrownJewelsPage')),
    chokePoints: lazy(() => import('./choke-points/ChokePointsPage')),
    unusedAccess: lazy(() => import('./unused-access/UnusedAccessPages')),
  },
  parts: {
    'graph-explorer.header-search': lazy(() => import('./header-search/HeaderSearch')),
    'graph-explorer.access-explanation': lazy(() => import('./search-result/ExplanationPart')),
    'graph-explorer.user-activity': lazy(() => import('./user-activity/UserActivity')),
    'graph-explorer.access-graph': lazy(() => import('./search-result/graph/AccessGraphPart')),
    'graph-explorer.place-map': lazy(() => import('./place-map/PlaceMap')),
  },
});
