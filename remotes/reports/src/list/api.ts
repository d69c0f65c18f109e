import { ApiFailure, callApi, downloadFile, notify, useApi } from '@cam/platform';
import { saveFile } from '@cam/ui';
import type { Api, Report } from '@cam/contracts';

/** What the server takes where a report of access names no query. */
export const DEFAULT_QUERY = 'user with-access any';

/** While a report is being made the list is asked for again, ms. */
const POLL = 1500;

type Answer = Api['GET /v1/reports']['answer'];

export function isBeingMade({ status }: Report): boolean {
  return status === 'REPORT_STATUS_INITIATED' || status === 'REPORT_STATUS_IN_PROGRESS';
}

/** It has a file. */
export function isReady({ status }: Report): boolean {
  return status === 'REPORT_STATUS_COMPLETED' || status === 'REPORT_STATUS_EXPIRING';
}

/** @param wanted the id of one report that is shown alone; empty: all of them */
export function useReports({ page, pageSize, wanted }: { page: number; pageSize: number; wanted: string }) {
  return useApi(
    'GET /v1/reports',
    { query: { count: true, offset: page * pageSize, limit: pageSize, ...(wanted ? { report_id: wanted } : {}) } },
    { keepPreviousData: true, refreshInterval: (latest: Answer | undefined) => (latest?.entries.some(isBeingMade) ? POLL : 0) },
  );
}

function reason(error: unknown): string {
  return error instanceof ApiFailure ? error.userMessage : '';
}

/** A report by the account filter. */
export async function generateReport(body: Api['POST /v1/reports']['body']): Promise<void> {
  notify.info('Report generating started...');
  try {
    await callApi('POST /v1/reports', { body }, { toast: false });
    notify.success('Report job has been passed to the queue');
  } catch (error) {
    notify.error(['Failed to generate report', reason(error)].filter(Boolean).join('\n'));
    throw error;
  }
}

export async function renameReport(report: Report, name: string): Promise<void> {
  try {
    await callApi('PATCH /v1/reports/{report_id}', { path: { report_id: report.report_id }, body: { name } }, { toast: false });
    notify.success('Report has been updated');
  } catch (error) {
    notify.error([`Unable to update ${report.name} report!`, reason(error)].filter(Boolean).join('\n'));
    throw error;
  }
}

export async function removeReports(reports: readonly Report[]): Promise<void> {
  const [first] = reports;
  const single = reports.length === 1;
  try {
    await callApi('DELETE /v1/reports', { query: { report_ids: reports.map(({ report_id }) => report_id) } }, { toast: false });
    notify.success(single ? `Report ${first?.name} has been removed` : `${reports.length} reports has been removed`);
  } catch (error) {
    const why = reason(error);
    if (why === '') notify.error(single ? `Unable to remove report ${first?.name}!` : `Unable to remove ${reports.length} reports!`);
    else notify.error(`${single ? 'Unable to remove report!' : 'Unable to remove reports!'}\n${why}`);
  }
}

export async function downloadReports(reports: readonly Report[]): Promise<void> {
  const [first] = reports;
  const single = reports.length === 1;
  notify.info(single ? `Downloading report ${first?.name}...` : `Downloading ${reports.length} reports...`);
  try {
    const { blob, fileName } = await downloadFile(
      'GET /v1/reports/download',
      { query: { report_ids: reports.map(({ report_id }) => report_id) } },
      { toast: false },
    );
    saveFile(blob, blob.type, fileName);
  } catch (error) {
    notify.error([single ? 'Failed to download report!' : 'Failed to download reports!', reason(error)].filter(Boolean).join('\n'));
  }
}

/** Of what was chosen that which is made: what is left out is said. */
export async function downloadReady(chosen: readonly Report[]): Promise<void> {
  const ready = chosen.filter(isReady);
  if (ready.length < chosen.length)
    notify.info(ready.length === 0 ? 'None of these reports is made yet.' : 'Reports that are not made are left out.');
  if (ready.length > 0) await downloadReports(ready);
}
