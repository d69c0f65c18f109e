import type { ReactNode } from 'react';
import type { AlertInfo } from '@cam/contracts';
import { Alert, formatZoned } from '@cam/ui';
import styles from './alerts.module.css';

type Event = AlertInfo['history'][number];

const WORDS: Readonly<Record<Exclude<Event['what'], 'ASSIGNED' | 'DUE_DATE_SET' | 'TICKET_LINKED'>, string>> = {
  DISMISSED: 'Dismissed',
  KEPT: 'Kept',
  REMEDIATED: 'Marked as remediated',
  FOUND_AGAIN: 'Found again',
  GONE: 'No longer found',
  DISMISSAL_ENDED: 'Dismissal ended, the alert is open again',
  VERIFICATION_REQUESTED: 'Verification requested',
  COMMENTED: 'Comment added',
};

function sentence({ what, by, at, snapshot_time: snapshot, detail = '' }: Event): string {
  if (what === 'FOUND_AGAIN' && snapshot !== null) return `Found again by the snapshot of ${formatZoned(snapshot)}`;
  return `${wordsOf(what, detail)}${by === null ? '' : ` by ${by}`}, ${formatZoned(at)}${what === 'DISMISSED' && detail !== '' ? `: ${detail}` : ''}`;
}

function wordsOf(what: Event['what'], detail: string): string {
  if (what === 'ASSIGNED') return detail === '' ? 'Unassigned' : `Assigned to ${detail}`;
  if (what === 'DUE_DATE_SET') return detail === '' ? 'Due date of the severity restored' : `Due date set to ${detail}`;
  if (what === 'TICKET_LINKED') return detail === '' ? 'Ticket unlinked' : `Ticket ${detail} linked`;
  return WORDS[what];
}

/** Shows that a snapshot verifies a fix, and its result until somebody decides anew. */
export function Verification({ alert }: { alert: AlertInfo }): ReactNode {
  const style = { marginTop: 12 };
  if (alert.verifying_since !== null)
    return (
      <Alert
        type="info"
        showIcon
        title={`Verification requested, ${formatZoned(alert.verifying_since)}`}
        description="CAM takes a snapshot of the source. This page shows the result."
        style={style}
      />
    );
  const last = alert.history.findLast(({ what }) => what !== 'COMMENTED');
  const isVerified = alert.history.some(({ what }) => what === 'VERIFICATION_REQUESTED');
  if (last?.what === 'GONE' && isVerified)
    return (
      <Alert
        type="success"
        showIcon
        title="Fix verified"
        description="The last snapshot of the source no longer contains the finding."
        style={style}
      />
    );
  if (last?.what !== 'FOUND_AGAIN') return null;
  const description = 'The alert was marked as remediated, and a later snapshot still contains the finding.';
  return <Alert type="warning" showIcon title={sentence(last)} description={description} style={style} />;
}

/** Lists what happened to an alert, latest first. */
export function AlertHistory({ history }: { history: readonly Event[] }): ReactNode {
  if (history.length === 0) return null;
  return (
    <section className={styles.section} aria-label="History">
      <h3>History</h3>
      <ul>
        {[...history].reverse().map((event) => (
          <li key={`${event.at} ${event.what} ${event.detail ?? ''}`}>{sentence(event)}</li>
        ))}
      </ul>
    </section>
  );
}
