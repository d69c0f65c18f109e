import type { Api, NotificationInfo, Severity } from '@cam/contracts';
import { callApi, useApi } from '@cam/platform';
import type { NotificationRequest } from './alert-fields';

/** Fetches the settings of all severities. They do not depend on the account filter, and refresh on focus because another tab may change them. */
export function useNotifications() {
  return useApi('GET /v1/tenants/notification', {}, { filtered: false, revalidateOnFocus: true });
}

type Answer = Api['GET /v1/tenants/notification']['answer'];

/**
 * Replaces the settings of one severity.
 * @returns the stored settings, with passwords masked
 * @throws ApiFailure after an error toast
 */
export async function saveNotification(severity: Severity, request: NotificationRequest): Promise<NotificationInfo> {
  const { notification_info } = await callApi('PUT /v1/tenants/notification/{severity}', {
    path: { severity },
    body: { severity, notification_info: { severity, ...request } },
  });
  return notification_info;
}

/** Returns the settings of all severities with the saved one replaced. */
export function withSaved(answer: Answer | undefined, saved: NotificationInfo): Answer | undefined {
  return answer && { notification_info: answer.notification_info.map((info) => (info.severity === saved.severity ? saved : info)) };
}
