import type { Mount } from '../../platform/http/mount';
import type { ChokePointService } from './choke-points';
import type { BreakService } from './service';

/** Mounts the calls that find how to end an access, and what ends most. */
export function breakRoutes(mount: Mount, breaks: BreakService, chokePoints: ChokePointService): void {
  mount('GET /v1/choke-points', ({ tenantId }) => chokePoints.list(tenantId));

  mount('POST /v1/breaks', async ({ tenantId, body, signal, audit }) => {
    const { identity_uri: identityUri, resource_uri: resourceUri, keep = [] } = body;
    const answer = await breaks.find(tenantId, { identityUri, resourceUri, keep, signal });
    audit({ after: { identity: answer.identity.name, resource: answer.resource.name, keep } });
    return answer;
  });

  mount('POST /v1/breaks/query', async ({ tenantId, body, signal, audit }) => {
    const { query, keep = [] } = body;
    const answer = await breaks.findForQuery(tenantId, { query, keep, signal });
    audit({ after: { query, accesses: answer.accesses, keep } });
    return answer;
  });
}
