import type { Mount } from '../../platform/http/mount';
import type { BreakService } from './service';

/** Mounts the call that finds how to end an access. */
export function breakRoutes(mount: Mount, breaks: BreakService): void {
  mount('POST /v1/breaks', async ({ tenantId, body, signal, audit }) => {
    const { identity_uri: identityUri, resource_uri: resourceUri, keep = [] } = body;
    const answer = await breaks.find(tenantId, { identityUri, resourceUri, keep, signal });
    audit({ after: { identity: answer.identity.name, resource: answer.resource.name, keep } });
    return answer;
  });
}
