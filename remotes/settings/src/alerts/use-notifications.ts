import type { Api, NotificationInfo, Severity } from '@cam/contracts';
import { callApi, useApi } from '@cam/platform';
import type { NotificationRequest } from './alert-fields';

/** The settings of all severities. They are the same whatever source somebody looks at, and may have been changed in another tab. */
export function useNotifications() {
  return useApi('GET /v1/tenants/notification', {}, { filtered: false, revalidateOnFocus: true });
}

type Answer = Api['GET /v1/tenants/notification']['answer'];

/** Replaces the settings of one severity. */
export async function saveNotification(severity: Severity, request: NotificationRequest): Promise<NotificationInfo> {
  const { notification_info } = await callApi('PUT /v1/tenants/notification/{severity}', {
    path: { severity },
    body: { severity, notification_info: { severity, ...request } },
  });
  return notification_info;
}

/** The settings of all severities once those of one have been saved. */
export function withSaved(answer: Answer | undefined, saved: NotificationInfo): Answer | undefined {
  return answer && { notification_info: answer.notification_info.map((info) => (info.severity === saved.severity ? saved : info)) };
}
