import type { Mount } from '../../platform/http/mount';
import { unprocessable } from '../../platform/http/errors';
import type { Principal } from '../../platform/http/principal';
import type { ViewsService } from './service';
import { ALERTS_PAGE, type ViewReader } from './store';

/** Mounts the calls about saved views of lists. */
export function viewsRoutes(mount: Mount, views: ViewsService): void {
  mount('GET /v1/views', async ({ query: { page }, principal }) => ({
    views: page === ALERTS_PAGE ? [] : await views.list(readerOf(principal), page),
  }));

  mount('POST /v1/views', async ({ body: { page, name, parameters, shared = false }, principal, audit }) => {
    if (page === ALERTS_PAGE) throw unprocessable('PAGE_HAS_OWN_VIEWS', 'Save views of the alerts with POST /v1/alerts/views.');
    const view = await views.save(readerOf(principal), { page, name, parameters, shared }, 'the tenant');
    audit({ after: { page, ...view } });
    return view;
  });

  mount('DELETE /v1/views/{view_id}', async ({ path, principal, audit }) => {
    audit({ before: await views.remove(readerOf(principal), path.view_id, 'others') });
    return undefined;
  });
}

function readerOf({ tenantId, email, rights }: Principal): ViewReader {
  return { tenantId, email, mayWrite: rights.includes('CAM_GENERAL_WRITE') };
}
