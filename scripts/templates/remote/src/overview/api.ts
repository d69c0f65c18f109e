import { useApi } from '@cam/platform';

/** What the graph of the tenant holds, by type. */
export function useCounts() {
  return useApi('GET /v1/graph-querymgr/dashboard', {});
}
