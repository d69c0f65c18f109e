import type { NotificationInfo, User } from '@cam/contracts';
import { ALERT_NOTIFICATIONS, fieldsOf } from '../profile/profile-form';

/** A labelled value of the review. */
export interface ReviewLine {
  label: string;
  text: string;
}

/** Returns the lines of the profile. The location is the tenant address. */
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

/** Returns a line for each daily notification, enabled or disabled. */
export function notificationLines({ alert_info }: User): ReviewLine[] {
  return ALERT_NOTIFICATIONS.map(({ key, label }) => ({ label, text: alert_info[key] ? 'Enabled' : 'Disabled' }));
}

/** Returns the e-mail recipients of all severities, sorted, without duplicates. */
export function sharedWith(settings: readonly NotificationInfo[]): string[] {
  const byAddress = new Map(settings.flatMap(({ email }) => email).map((email) => [email.toLowerCase(), email]));
  return [...byAddress.values()].sort((a, b) => a.localeCompare(b));
}
