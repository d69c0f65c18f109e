import type { Severity } from '@cam/contracts';

/** The settings of alerts by the last part of their address, in the order of their tabs. */
export const ALERT_TABS = [
  { key: 'alertshigh', severity: 'HIGH', label: 'Alerts High' },
  { key: 'alertsmedium', severity: 'MEDIUM', label: 'Alerts Medium' },
  { key: 'alertslow', severity: 'LOW', label: 'Alerts Low' },
] as const satisfies readonly { key: string; severity: Severity; label: string }[];
