import { ApiFailure, callApi, downloadFile, notify, useApi } from '@cam/platform';
import { saveFile } from '@cam/ui';
import type { Api, Report } from '@cam/contracts';

/** Query of an access report that names none; the same as on the server. */
export const DEFAULT_QUERY = 'user with-access any';

/** Refresh interval of the list while a report is in progress, ms. */
const POLL_INTERVAL = 1500;

type Answer = Api['GET /v1/reports']['answer'];

/** Reports whether a report is queued or being generated. */
export function isInProgress({ status }: Report): boolean {
  return status === 'REPORT_STATUS_INITIATED' || status === 'REPORT_STATUS_IN_PROGRESS';
}

/** Reports whether a report has a file to download. */
export function isReady({ status }: Report): boolean {
  return status === 'REPORT_STATUS_COMPLETED' || status === 'REPORT_STATUS_EXPIRING';
}

/**
 * Fetches one page of reports, and refreshes it while a report is in progress.
 * @param options.reportId id of the only report to fetch; empty fetches all
 */
export function useReports({ page, pageSize, reportId }: { page: number; pageSize: number; reportId: string }) {
  return useApi(
    'GET /v1/reports',
    { query: { count: true, offset: page * pageSize, limit: pageSize, ...(reportId ? { report_id: reportId } : {}) } },
    { keepPreviousData: true, refreshInterval: (latest: Answer | undefined) => (latest?.entries.some(isInProgress) ? POLL_INTERVAL : 0) },
  );
}

function reason(error: unknown): string {
  return error instanceof ApiFailure ? error.userMessage : '';
}

/**
 * Queues a report within the account filter, with toasts for start, success and failure.
 * @throws ApiFailure after an error toast
 */
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

/**
 * Renames a report and confirms it with a toast.
 * @throws ApiFailure after an error toast
 */
export async function renameReport(report: Report, name: string): Promise<void> {
  try {
    await callApi('PATCH /v1/reports/{report_id}', { path: { report_id: report.report_id }, body: { name } }, { toast: false });
    notify.success('Report has been updated');
  } catch (error) {
    notify.error([`Unable to update ${report.name} report!`, reason(error)].filter(Boolean).join('\n'));
    throw error;
  }
}

/** Deletes reports, with a toast for success or failure. Does not throw. */
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

/** Downloads one report, or several as reports.zip, with toasts for start and failure. Does not throw. */
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

/** Downloads the reports of a selection that have a file, and reports skipped ones with a toast. */
export async function downloadReady(selected: readonly Report[]): Promise<void> {
  const ready = selected.filter(isReady);
  if (ready.length < selected.length)
    notify.info(ready.length === 0 ? 'None of these reports is ready yet.' : 'Reports that are not ready were skipped.');
  if (ready.length > 0) await downloadReports(ready);
}
