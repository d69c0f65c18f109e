import type { NotificationMethod } from '@cam/contracts';

/** What people call the ways in which alerts are told. */
export const METHOD_NAMES: Readonly<Record<NotificationMethod, string>> = { EMAIL: 'E-mail to', WEBHOOK: 'Webhook at', SYSLOG: 'Syslog to' };
