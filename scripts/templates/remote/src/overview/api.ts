import { useApi } from '@cam/platform';

/** Loads the entity counts of the tenant by type. */
export function useCounts() {
  return useApi('GET /v1/graph-querymgr/dashboard', {});
}
