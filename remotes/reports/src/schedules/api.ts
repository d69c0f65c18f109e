import type { Api, ReportSchedule } from '@cam/contracts';
import { ApiFailure, callApi, notify, useApi } from '@cam/platform';

/** Refresh interval of the list while a run is in progress, ms. */
const POLL_INTERVAL = 1500;

/** Refresh interval otherwise, ms: a schedule may run while the page is open. */
const REFRESH = 60_000;

type Answer = Api['GET /v1/reports/schedules']['answer'];
export type NewSchedule = Api['POST /v1/reports/schedules']['body'];
export type ScheduleChange = Api['PATCH /v1/reports/schedules/{schedule_id}']['body'];

/** Fetches the scheduled reports, and refreshes them faster during a run. */
export function useSchedules() {
  return useApi(
    'GET /v1/reports/schedules',
    {},
    {
      refreshInterval: (latest: Answer | undefined) => (latest?.schedules.some((one) => one.last_run?.state === 'RUNNING') ? POLL_INTERVAL : REFRESH),
    },
  );
}

/**
 * Schedules a report within the account filter, with a toast for success or failure.
 * @throws ApiFailure after an error toast
 */
export async function createSchedule(body: NewSchedule): Promise<void> {
  await withToasts(
    () => callApi('POST /v1/reports/schedules', { body }, { toast: false }),
    'Report has been scheduled',
    'Unable to schedule the report!',
  );
}

/**
 * Changes a scheduled report, with a toast for success or failure.
 * @throws ApiFailure after an error toast
 */
export async function changeSchedule({ schedule_id, name }: ReportSchedule, body: ScheduleChange): Promise<void> {
  const call = () => callApi('PATCH /v1/reports/schedules/{schedule_id}', { path: { schedule_id }, body }, { toast: false });
  await withToasts(call, 'Report has been updated', `Unable to update ${name} report!`);
}

/**
 * Deletes a schedule and keeps its reports, with a toast for success or failure.
 * @throws ApiFailure after an error toast
 */
export async function removeSchedule({ schedule_id, name }: ReportSchedule): Promise<void> {
  const call = () => callApi('DELETE /v1/reports/schedules/{schedule_id}', { path: { schedule_id } }, { toast: false });
  await withToasts(call, `Report ${name} has been removed`, `Unable to remove report ${name}!`);
}

/**
 * Queues a run of a schedule at once, with a toast for success or failure.
 * @throws ApiFailure after an error toast
 */
export async function sendNow({ schedule_id, name }: ReportSchedule): Promise<void> {
  const call = () => callApi('POST /v1/reports/schedules/{schedule_id}/run', { path: { schedule_id } }, { toast: false });
  await withToasts(call, 'Report job has been passed to the queue', `Unable to send ${name}!`);
}

async function withToasts(call: () => Promise<unknown>, success: string, failure: string): Promise<void> {
  try {
    await call();
    notify.success(success);
  } catch (error) {
    notify.error([failure, error instanceof ApiFailure ? error.userMessage : ''].filter(Boolean).join('\n'));
    throw error;
  }
}
