import type { Mount } from '../../../platform/http/mount';
import type { Explanation } from './explanation';

/** Explains the access between two entities, now or at the end of a day. */
export interface ExplainsAccess {
  explain(tenantId: string, identityUri: string, resourceUri: string, options: { asOf: string | null }): Promise<Explanation>;
}

/** Mounts the route that explains access to a resource. */
export function explainRoutes(mount: Mount, graph: ExplainsAccess): void {
  mount('GET /v1/graph-querymgr/explain', ({ tenantId, query: { identity_uri: identity, resource_uri: resource, as_of: asOf = null } }) =>
    graph.explain(tenantId, identity, resource, { asOf }),
  );
}
