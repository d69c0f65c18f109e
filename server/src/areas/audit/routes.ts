import type { Mount } from '../../platform/http/mount';
import type { AuditLog } from './service';

/** Default page size. */
const PAGE = 50;

export function auditRoutes(mount: Mount, audit: AuditLog): void {
  mount('GET /v1/tenants/audit', async ({ tenantId, query }) => {
    const { search = '', start_date: start, end_date: end, offset = 0, limit = PAGE } = query;
    const { entries, total } = await audit.list(tenantId, { search: search.trim(), start, end }, { offset, limit });
    return { entries, found_count: total };
  });
}
