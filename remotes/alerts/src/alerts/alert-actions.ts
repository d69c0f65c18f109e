import type { AlertInfo } from '@cam/contracts';

/** A change that a user can make to one or many alerts. */
export type Act = 'assign' | 'due' | 'dismiss' | 'keep' | 'remediate' | 'verify';

/** An action on alerts. */
export interface AlertAction {
  act: Act;
  label: string;
  /** Describes the effect, for the tooltip. */
  hint: (alert: AlertInfo) => string;
  /** Reports whether the action applies to the alert in its present state. */
  appliesTo: (alert: AlertInfo) => boolean;
}

const isOpen = ({ status }: AlertInfo): boolean => status === 'ALERT_STATUS_NEW' || status === 'ALERT_STATUS_OPEN';

/** No snapshot can confirm a manually raised alert or a finding that no longer exists, so the server closes such an alert at once. */
const isClosedAtOnce = ({ alert_type: type, gone_reason: gone }: AlertInfo): boolean => type === 'ALERT_TYPE_NONE' || gone !== null;

/** Reports whether the snapshot that was to verify a fix failed. A user can then request another one. */
export const hasFailedVerification = ({ verification_failures: failures }: Pick<AlertInfo, 'verification_failures'>): boolean => failures.length > 0;

/** Actions that change the status of an alert. */
export const ALERT_ACTIONS: readonly AlertAction[] = [
  { act: 'dismiss', label: 'Dismiss', hint: () => 'Removes the alert from the list and from all counts.', appliesTo: isOpen },
  {
    act: 'keep',
    label: 'Keep',
    hint: () => 'Restores the alert to the list.',
    appliesTo: ({ status }) => status === 'ALERT_STATUS_IGNORE',
  },
  {
    act: 'remediate',
    label: 'Remediate',
    hint: (alert) =>
      isClosedAtOnce(alert)
        ? 'Marks the cause as fixed and closes the alert.'
        : 'Marks the cause as fixed. The next snapshot closes the alert, or reopens it if the finding persists.',
    appliesTo: (alert) => isOpen(alert) && alert.remediated_time === null,
  },
  {
    act: 'verify',
    label: 'Verify fix',
    hint: () => 'Takes a snapshot of the source now. It closes the alert, or reopens it if the finding persists.',
    appliesTo: (alert) => isOpen(alert) && !isClosedAtOnce(alert) && (alert.verifying_since === null || hasFailedVerification(alert)),
  },
];

/** Actions for many alerts. */
export const BULK_ACTIONS: readonly AlertAction[] = [
  { act: 'assign', label: 'Assign', hint: () => 'Sets the assignee.', appliesTo: (alert) => !isClosed(alert) },
  { act: 'due', label: 'Set due date', hint: () => 'Sets the due date.', appliesTo: (alert) => !isClosed(alert) },
  ...ALERT_ACTIONS,
];

/** Reports whether an exclusion can hide the alert: it is open, and none hides it yet. */
export const mayExclude = (alert: AlertInfo): boolean => isOpen(alert) && alert.exclusion?.active !== true;

/** Reports whether an alert is closed. Only closed alerts can be deleted. */
export const isClosed = ({ status }: AlertInfo): boolean => status === 'ALERT_STATUS_CLOSE';

/** Label and colour of an alert status. It never has a colour of a severity, which the alert has beside it. */
export interface StatusLabel {
  tone: 'ok' | 'neutral' | 'accent';
  label: string;
}

/** Returns the label of an alert status. A remediated alert stays open until a snapshot confirms it, and says so, also if that snapshot failed. */
export function statusLabel(alert: AlertInfo): StatusLabel {
  const { status, remediated_time: remediated, exclusion } = alert;
  if (status === 'ALERT_STATUS_CLOSE') return { tone: 'ok', label: 'Closed' };
  if (status === 'ALERT_STATUS_IGNORE') return { tone: 'neutral', label: 'Dismissed' };
  if (exclusion?.active) return { tone: 'neutral', label: 'Excluded' };
  if (hasFailedVerification(alert)) return { tone: 'neutral', label: 'Verification failed' };
  if (remediated !== null) return { tone: 'neutral', label: 'Waiting for the next snapshot' };
  return status === 'ALERT_STATUS_NEW' ? { tone: 'accent', label: 'New' } : { tone: 'neutral', label: 'Open' };
}
