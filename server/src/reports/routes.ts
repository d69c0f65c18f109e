import type { Mount } from '../http/mount';
import { forbidden } from '../http/errors';
import type { ReportsService } from './service';

/** Whether the tenant has the report service. */
export interface ReportsSwitch {
  isOn(tenantId: string, flag: 'UI_REPORTS'): Promise<boolean>;
}

const PAGE_SIZE = 20;

export function reportsRoutes(mountAny: Mount, reports: ReportsService, flags: ReportsSwitch): void {
  const mount: Mount = (key, handler) =>
    mountAny(key, async (call) => {
      if (!(await flags.isOn(call.tenantId, 'UI_REPORTS'))) throw forbidden('Reports are switched off for your tenant.', 'REPORTS_OFF');
      return handler(call);
    });

  mount('GET /v1/reports', async ({ query, tenantId }) => {
    const { entries, count } = await reports.list(tenantId, query.offset ?? 0, query.limit ?? PAGE_SIZE);
    return { entries, count, error: '' };
  });

  mount('POST /v1/reports', async ({ body, tenantId, principal }) => {
    const report = await reports.create(tenantId, {
      name: body.name,
      type: body.type,
      criteria: body.criteria ?? {},
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

  mount('GET /v1/reports/download', ({ query, tenantId }) => reports.download(tenantId, query.report_ids));
}
