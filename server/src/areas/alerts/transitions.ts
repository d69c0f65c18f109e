import type { AlertStatus } from '@cam/contracts/server';

/** What people do to alerts. */
export type AlertAct = 'view' | 'dismiss' | 'keep' | 'remediate';

/** From which status each may be done. Acting on a new alert counts as having seen it. */
const FROM: Readonly<Record<AlertAct, readonly AlertStatus[]>> = {
  view: ['ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN'],
  dismiss: ['ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN', 'ALERT_STATUS_IGNORE'],
  keep: ['ALERT_STATUS_IGNORE', 'ALERT_STATUS_OPEN', 'ALERT_STATUS_NEW'],
  remediate: ['ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN'],
};

export function may(act: AlertAct, from: AlertStatus): boolean {
  return FROM[act].includes(from);
}

/** The act that brings an alert from one status to another, as a caller asks for it; null where there is no such way. */
export function actTo(to: AlertStatus, from: AlertStatus): AlertAct | null {
  if (to === 'ALERT_STATUS_OPEN') return from === 'ALERT_STATUS_IGNORE' ? 'keep' : 'view';
  if (to === 'ALERT_STATUS_IGNORE') return 'dismiss';
  return to === 'ALERT_STATUS_CLOSE' ? 'remediate' : null;
}
