import { dashboardEndpoints } from './inventory/dashboard';
import { entityPageEndpoints } from './inventory/entity-pages';
import { healthEndpoints } from './inventory/health';
import { outsideEndpoints } from './inventory/outside';
import { overviewEndpoints } from './inventory/overview';
import { peopleEndpoints } from './inventory/people';
import { privilegesEndpoints } from './inventory/privileges';
import { resourcesEndpoints } from './inventory/resources';
import { unusedEndpoints } from './inventory/unused';

/** Inventory of the access graph: dashboard, lists and entity pages. */
export const inventoryEndpoints = {
  ...dashboardEndpoints,
  ...overviewEndpoints,
  ...privilegesEndpoints,
  ...outsideEndpoints,
  ...unusedEndpoints,
  ...entityPageEndpoints,
  ...peopleEndpoints,
  ...resourcesEndpoints,
  ...healthEndpoints,
};

export * from './inventory/details';
export * from './inventory/entity-pages';
export * from './inventory/outside';
export * from './inventory/overview';
export * from './inventory/people';
export * from './inventory/privileges';
export * from './inventory/resources';
export * from './inventory/unused';
export { PolicyReference, TypeTotal } from './inventory/common';
