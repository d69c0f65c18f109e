import type { Mount } from '../../platform/http/mount';
import type { StagesService } from './stages-service';

/** Mounts the routes of the stage map. */
export function stageRoutes(mount: Mount, stages: StagesService): void {
  mount('GET /v1/stages', ({ tenantId }) => stages.read(tenantId));
  mount('PUT /v1/stages', async ({ tenantId, body, principal, audit }) => {
    const { keys, stages: words } = body;
    const { before, after } = await stages.save(tenantId, { keys, stages: words }, principal.email);
    audit({ before, after });
    return after;
  });
  mount('GET /v1/stages/values', ({ tenantId }) => stages.values(tenantId));
}
