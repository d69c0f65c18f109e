import type { Api, ReportSchedule } from '@cam/contracts';
import { ApiFailure, callApi, notify, useApi } from '@cam/platform';

/** While a report is being made and sent the list is asked for again, ms. */
const POLL = 1500;

/** Otherwise it is asked for as often: schedules run while somebody looks at them. */
const REFRESH = 60_000;

type Answer = Api['GET /v1/reports/schedules']['answer'];
export type NewSchedule = Api['POST /v1/reports/schedules']['body'];
export type ScheduleChange = Api['PATCH /v1/reports/schedules/{schedule_id}']['body'];

export function useSchedules() {
  return useApi(
    'GET /v1/reports/schedules',
    {},
    { refreshInterval: (latest: Answer | undefined) => (latest?.schedules.some((one) => one.last_run?.state === 'RUNNING') ? POLL : REFRESH) },
  );
}

/** By the account filter. */
export async function createSchedule(body: NewSchedule): Promise<void> {
  await told(() => callApi('POST /v1/reports/schedules', { body }, { toast: false }), 'Report has been scheduled', 'Unable to schedule the report!');
}

export async function changeSchedule({ schedule_id, name }: ReportSchedule, body: ScheduleChange): Promise<void> {
  const call = () => callApi('PATCH /v1/reports/schedules/{schedule_id}', { path: { schedule_id }, body }, { toast: false });
  await told(call, 'Report has been updated', `Unable to update ${name} report!`);
}

export async function removeSchedule({ schedule_id, name }: ReportSchedule): Promise<void> {
  const call = () => callApi('DELETE /v1/reports/schedules/{schedule_id}', { path: { schedule_id } }, { toast: false });
  await told(call, `Report ${name} has been removed`, `Unable to remove report ${name}!`);
}

export async function sendNow({ schedule_id, name }: ReportSchedule): Promise<void> {
  const call = () => callApi('POST /v1/reports/schedules/{schedule_id}/run', { path: { schedule_id } }, { toast: false });
  await told(call, 'Report job has been passed to the queue', `Unable to send ${name}!`);
}

async function told(call: () => Promise<unknown>, success: string, failure: string): Promise<void> {
  try {
    await call();
    notify.success(success);
  } catch (error) {
    notify.error([failure, error instanceof ApiFailure ? error.userMessage : ''].filter(Boolean).join('\n'));
    throw error;
  }
}
