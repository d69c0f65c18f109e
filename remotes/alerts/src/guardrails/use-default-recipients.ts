import type { Severity } from '@cam/contracts';
import { useApi } from '@cam/platform';

/** Returns how many recipients the tenant's settings have for alerts of a severity; null until they are loaded. */
export function useDefaultRecipients(severity: Severity): number | null {
  const { data } = useApi('GET /v1/tenants/notification', {}, { filtered: false });
  const info = data?.notification_info.find((one) => one.severity === severity);
  return info ? info.email.length + info.slack_url.length + info.syslog.length : null;
}
