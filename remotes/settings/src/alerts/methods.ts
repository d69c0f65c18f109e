import type { NotificationMethod } from '@cam/contracts';

/** Labels of the notification methods, to be followed by the recipient. */
export const METHOD_NAMES: Readonly<Record<NotificationMethod, string>> = {
  EMAIL: 'E-mail to',
  WEBHOOK: 'Webhook at',
  SYSLOG: 'Syslog to',
  SLACK: 'Slack by',
  TEAMS: 'Microsoft Teams by',
};
