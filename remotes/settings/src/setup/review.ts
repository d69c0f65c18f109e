import type { NotificationInfo, User } from '@cam/contracts';
import { ALERT_NOTIFICATIONS, fieldsOf } from '../profile/profile-form';

export interface ReviewLine {
  label: string;
  text: string;
}

/** The own profile as it is shown; the location is that of the tenant. */
export function profileLines(user: User, tenantAddress: string): ReviewLine[] {
  const { firstName, lastName, jobTitle } = fieldsOf(user);
  return [
    { label: 'First Name', text: firstName },
    { label: 'Last Name', text: lastName },
    { label: 'Email', text: user.email },
    { label: 'Location', text: tenantAddress || 'none' },
    { label: 'Job Title', text: jobTitle },
  ];
}

export function alertLines({ alert_info }: User): ReviewLine[] {
  return ALERT_NOTIFICATIONS.map(({ key, label }) => ({ label, text: alert_info[key] ? 'Enabled' : 'Disabled' }));
}

/** Everyone who gets alerts of any severity, each once. */
export function sharedWith(settings: readonly NotificationInfo[]): string[] {
  const byAddress = new Map(settings.flatMap(({ email }) => email).map((email) => [email.toLowerCase(), email]));
  return [...byAddress.values()].sort((a, b) => a.localeCompare(b));
}
