import type { AlertInfo, AlertStatus } from '@cam/contracts';

/** What people do to alerts, with the status that it asks for. */
export interface AlertAct {
  label: string;
  status: AlertStatus;
  /** What comes of it. */
  hint: (alert: AlertInfo) => string;
  may: (alert: AlertInfo) => boolean;
}

const isOpen = ({ status }: AlertInfo): boolean => status === 'ALERT_STATUS_NEW' || status === 'ALERT_STATUS_OPEN';

/** No snapshot looks for what somebody raised by hand, nor for what is gone already. */
const isClosedAtOnce = ({ alert_type: type, gone_reason: gone }: AlertInfo): boolean => type === 'ALERT_TYPE_NONE' || gone !== null;

export const ACTS: readonly AlertAct[] = [
  { label: 'Dismiss', status: 'ALERT_STATUS_IGNORE', hint: () => 'Takes it out of the list and of every count.', may: isOpen },
  { label: 'Keep', status: 'ALERT_STATUS_OPEN', hint: () => 'Brings it back.', may: ({ status }) => status === 'ALERT_STATUS_IGNORE' },
  {
    label: 'Remediate',
    status: 'ALERT_STATUS_CLOSE',
    hint: (alert) =>
      isClosedAtOnce(alert)
        ? 'Says that the cause was mended, and closes it.'
        : 'Says that the cause was mended. The next snapshot closes it, or opens it again.',
    may: (alert) => isOpen(alert) && alert.remediated_time === null,
  },
];

/** Only what is over can be deleted. */
export const isClosed = ({ status }: AlertInfo): boolean => status === 'ALERT_STATUS_CLOSE';

export interface StatusWords {
  tone: 'high' | 'medium' | 'ok' | 'neutral';
  label: string;
}

export function statusWords({ status, remediated_time: remediated }: AlertInfo): StatusWords {
  if (status === 'ALERT_STATUS_CLOSE') return { tone: 'ok', label: 'Closed' };
  if (status === 'ALERT_STATUS_IGNORE') return { tone: 'neutral', label: 'Dismissed' };
  if (remediated !== null) return { tone: 'medium', label: 'Waits for a snapshot' };
  return status === 'ALERT_STATUS_NEW' ? { tone: 'high', label: 'New' } : { tone: 'medium', label: 'Open' };
}
