import type { Severity } from '@cam/contracts';

/** Tabs of the alert settings in their order. The key is the last part of the URL. */
export const ALERT_TABS = [
  { key: 'alertshigh', severity: 'HIGH', label: 'Alerts High' },
  { key: 'alertsmedium', severity: 'MEDIUM', label: 'Alerts Medium' },
  { key: 'alertslow', severity: 'LOW', label: 'Alerts Low' },
] as const satisfies readonly { key: string; severity: Severity; label: string }[];
