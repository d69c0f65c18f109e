import type { ReactNode } from 'react';
import type { AlertInfo, VerificationFailure } from '@cam/contracts';
import { Alert, formatZoned } from '@cam/ui';
import { Link } from 'react-router-dom';
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

/** Says why a snapshot failed, when CAM tries again, and what the user can do. */
function Failure({ failure }: { failure: VerificationFailure }): ReactNode {
  const { source_name: name, began_time: began, reason, next_time: next, what_to_do: advice } = failure;
  return (
    <li>
      {`${name}, ${formatZoned(began)}: ${reason} `}
      {next === null ? 'CAM does not try again, because the schedule of the source is off. ' : `CAM tries again at ${formatZoned(next)}. `}
      {advice}
    </li>
  );
}

/** Shows that a snapshot verifies a fix or failed, and its result until somebody decides anew. */
export function Verification({ alert }: { alert: AlertInfo }): ReactNode {
  const style = { marginTop: 12 };
  const { verification_failures: failures } = alert;
  if (failures.length > 0)
    return (
      <Alert
        type="warning"
        showIcon
        title="Fix not verified: the snapshot failed"
        description={
          <>
            <p>The alert stays open until a snapshot shows whether the finding is gone.</p>
            <ul>
              {failures.map((failure) => (
                <Failure key={failure.source_uid} failure={failure} />
              ))}
            </ul>
            <Link to="/sources/cloud">Open Cloud Sources</Link>
          </>
        }
        style={style}
      />
    );
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
