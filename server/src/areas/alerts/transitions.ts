import type { AlertStatus } from '@cam/contracts/server';

/** Actions of users on alerts. */
export type AlertAct = 'view' | 'dismiss' | 'keep' | 'remediate';

/** The statuses that allow each action. An action on a new alert counts as seeing it. */
const FROM: Readonly<Record<AlertAct, readonly AlertStatus[]>> = {
  view: ['ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN'],
  dismiss: ['ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN', 'ALERT_STATUS_IGNORE'],
  keep: ['ALERT_STATUS_IGNORE', 'ALERT_STATUS_OPEN', 'ALERT_STATUS_NEW'],
  remediate: ['ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN'],
};

export function may(act: AlertAct, from: AlertStatus): boolean {
  return FROM[act].includes(from);
}

/** Returns the action that changes an alert from one status to another; null if the transition is not allowed. */
export function actTo(to: AlertStatus, from: AlertStatus): AlertAct | null {
  if (to === 'ALERT_STATUS_OPEN') return from === 'ALERT_STATUS_IGNORE' ? 'keep' : 'view';
  if (to === 'ALERT_STATUS_IGNORE') return 'dismiss';
  return to === 'ALERT_STATUS_CLOSE' ? 'remediate' : null;
}
