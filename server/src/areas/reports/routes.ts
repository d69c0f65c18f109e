import type { Mount } from '../../platform/http/mount';
import { forbidden } from '../../platform/http/errors';
import type { ReportSchedules } from './schedules';
import type { ReportsService } from './service';

/** Reports whether the tenant has the report service. */
export interface ReportsSwitch {
  isOn(tenantId: string, flag: 'UI_REPORTS'): Promise<boolean>;
}

const PAGE_SIZE = 20;

export function reportsRoutes(mountAny: Mount, reports: ReportsService, flags: ReportsSwitch, hasMail: boolean): void {
  const mount: Mount = (key, handler) =>
    mountAny(key, async (call) => {
      if (!(await flags.isOn(call.tenantId, 'UI_REPORTS'))) throw forbidden('Reports are turned off for your tenant.', 'REPORTS_OFF');
      return handler(call);
    });

  for (const call of ['GET /v1/reports', 'GET /v1/report'] as const)
    mount(call, async ({ query: { offset = 0, limit = PAGE_SIZE, report_id: reportId }, tenantId }) => ({
      ...(await reports.list(tenantId, { offset, limit, reportId })),
      error: '',
    }));

  mount('POST /v1/reports', async ({ body, tenantId, principal, audit }) => {
    const report = await reports.create(tenantId, {
      name: body.name,
      type: body.type,
      format: body.format ?? 'XLSX',
      criteria: body.criteria ?? {},
      accountId: body.account_id ?? null,
      createdBy: principal.email,
    });
    audit({ after: report });
    return { report, error: '' };
  });

  mount('PATCH /v1/reports/{report_id}', async ({ path, body, tenantId, audit }) => {
    const before = await reports.rename(tenantId, path.report_id, body.name);
    audit({ before: { ...path, name: before }, after: { ...path, name: body.name } });
    return { error: '' };
  });

  mount('DELETE /v1/reports', async ({ query, tenantId, audit }) => {
    audit({ before: await reports.remove(tenantId, query.report_ids) });
    return { error: '' };
  });

  mount('GET /v1/reports/download', ({ query, tenantId }) => reports.download(tenantId, query.report_ids));

  scheduleRoutes(mount, reports.schedules, hasMail);
}

function scheduleRoutes(mount: Mount, schedules: ReportSchedules, hasMail: boolean): void {
  mount('GET /v1/reports/schedules', async ({ tenantId }) => ({ schedules: await schedules.list(tenantId), has_mail: hasMail, error: '' }));

  mount('POST /v1/reports/schedules', async ({ body, tenantId, principal, audit }) => {
    const { name, type, format = 'XLSX', criteria = {}, frequency, day, hour, time_zone, recipients } = body;
    const given = { name, type, format, criteria, frequency, day, hour, time_zone, recipients };
    const schedule = await schedules.create(tenantId, { ...given, accountId: body.account_id ?? null, createdBy: principal.email });
    audit({ after: schedule });
    return { schedule, error: '' };
  });

  mount('PATCH /v1/reports/schedules/{schedule_id}', async ({ path, body, tenantId, audit }) => {
    const { req_hdr: _header, account_id: _account, account_uid: _source, ...change } = body;
    const { before, after } = await schedules.change(tenantId, path.schedule_id, change);
    audit({ before, after });
    return { schedule: after, error: '' };
  });

  mount('DELETE /v1/reports/schedules/{schedule_id}', async ({ path, tenantId, audit }) => {
    audit({ before: await schedules.remove(tenantId, path.schedule_id) });
    return { error: '' };
  });

  mount('POST /v1/reports/schedules/{schedule_id}/run', async ({ path, tenantId }) => ({
    schedule: await schedules.runNow(tenantId, path.schedule_id),
    error: '',
  }));
}
