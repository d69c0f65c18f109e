import type { AlertPolicy, ListView } from '@cam/contracts';
import { callApi, notify, useApi } from '@cam/platform';
import { formatCount } from '@cam/ui';
import { inCalls } from '../alerts/api';

/** Returns a number of alerts in words. */
export const alertsInWords = (count: number): string => (count === 1 ? '1 alert' : `${formatCount(count)} alerts`);

/** Fetches the users to whom alerts can be assigned. */
export function usePeople(): readonly { email: string; name: string }[] {
  return useApi('GET /v1/alerts/people', {}, { filtered: false }).data?.people ?? [];
}

/** Fetches the tenant's rules for the work on alerts. */
export function usePolicy() {
  return useApi('GET /v1/alerts/policy', {}, { filtered: false });
}

/** Fetches the comments on an alert. */
export function useComments(alertId: string) {
  return useApi('GET /v1/alerts/comments', { query: { alert_id: alertId } }, { filtered: false });
}

/** Fetches the user's saved views and those that others share. */
export function useViews() {
  return useApi('GET /v1/alerts/views', {}, { filtered: false });
}

/** A change of assignee, due date or ticket. */
export interface WorkChange {
  assignee?: string | null;
  due_date?: string | null;
  ticket?: { key: string; url: string } | null;
}

/** Changes the work on alerts. @throws ApiFailure after an error toast */
export async function changeWork(alertIds: readonly string[], change: WorkChange): Promise<void> {
  await inCalls(alertIds, (ids) => callApi('PATCH /v1/alerts/work', { body: { alert_ids: ids, ...change } }));
  confirmMany(alertIds);
}

/** Several alerts get a toast; a single alert shows its change itself. */
function confirmMany(alertIds: readonly string[]): void {
  if (alertIds.length > 1) notify.success('Success');
}

/** Dismisses alerts. @throws ApiFailure after an error toast */
export async function dismissAlerts(alertIds: readonly string[], dismissal: { reason: string; until: string | null }): Promise<void> {
  await inCalls(alertIds, (ids) => callApi('PATCH /v1/alerts/dismissal', { body: { alert_ids: ids, ...dismissal } }));
  confirmMany(alertIds);
}

/** Requests snapshots that verify a fix. @throws ApiFailure after an error toast */
export async function verifyAlerts(alertIds: readonly string[]): Promise<void> {
  await inCalls(alertIds, (ids) => callApi('POST /v1/alerts/verification', { body: { alert_ids: ids } }));
  confirmMany(alertIds);
}

/** Writes a comment. @throws ApiFailure after an error toast */
export async function writeComment(alertId: string, text: string): Promise<void> {
  await callApi('POST /v1/alerts/comments', { body: { alert_id: alertId, text } });
}

/** Saves a view and confirms it with a toast. @throws ApiFailure after an error toast */
export async function saveView(view: Pick<ListView, 'name' | 'parameters' | 'shared'>): Promise<void> {
  await callApi('POST /v1/alerts/views', { body: view });
  notify.success(`View ${view.name} saved.`);
}

/** Deletes a view and confirms it with a toast. @throws ApiFailure after an error toast */
export async function deleteView({ view_id, name }: ListView): Promise<void> {
  await callApi('DELETE /v1/alerts/views/{view_id}', { path: { view_id } });
  notify.success(`View ${name} deleted.`);
}

/** Changes the tenant's rules and confirms it with a toast. @throws ApiFailure after an error toast */
export async function savePolicy(policy: AlertPolicy): Promise<AlertPolicy> {
  const saved = await callApi('PUT /v1/alerts/policy', { body: policy });
  notify.success('Alert rules saved.');
  return saved;
}
