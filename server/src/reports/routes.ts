import type { Mount } from '../http/mount';
import type { ReportsService } from './service';

const PAGE_SIZE = 20;

export function reportsRoutes(mount: Mount, reports: ReportsService): void {
  mount('GET /v1/reports', async ({ query, tenantId }) => {
    const { entries, count } = await reports.list(tenantId, query.offset ?? 0, query.limit ?? PAGE_SIZE);
    return { entries, count, error: '' };
  });

  mount('POST /v1/reports', async ({ body, tenantId, principal }) => {
    const report = await reports.create(tenantId, {
      name: body.name,
      type: body.type,
      query: body.criteria?.query ?? '',
      accountId: body.account_id ?? null,
      createdBy: principal.email,
    });
    return { report, error: '' };
  });

  mount('PATCH /v1/reports/{report_id}', async ({ path, body, tenantId }) => {
    await reports.rename(tenantId, path.report_id, body.name);
    return { error: '' };
  });

  mount('DELETE /v1/reports', async ({ query, tenantId }) => {
    await reports.remove(tenantId, query.report_ids);
    return { error: '' };
  });

  mount('GET /v1/reports/download', async ({ query, tenantId }) => {
    const file = await reports.download(tenantId, query.report_ids);
    return { fileName: file.fileName, contentType: file.contentType, buffer: file.content };
  });
}
