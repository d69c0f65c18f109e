import type { Mount } from '../../platform/http/mount';
import type { Downloads } from './service';

export function downloadsRoutes(mount: Mount, downloads: Downloads): void {
  mount('POST /graph-querymgr/v1/resources/publish', async ({ tenantId, principal, body: { view, criteria = {}, account_id }, audit }) => {
    const download = await downloads.start(tenantId, { view, criteria, accountId: account_id ?? null, createdBy: principal.email });
    audit({ after: download });
    return { download, error: '' };
  });
  mount('GET /graph-querymgr/v1/resources/publish', async ({ tenantId }) => ({ downloads: await downloads.list(tenantId) }));
  mount('GET /graph-querymgr/v1/resources/publish/{download_id}', async ({ tenantId, path }) => ({
    download: await downloads.find(tenantId, path.download_id),
    error: '',
  }));
  mount('GET /graph-querymgr/v1/resources/publish/{download_id}/file', ({ tenantId, path }) => downloads.file(tenantId, path.download_id));
}
