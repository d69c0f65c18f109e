import type { ReactNode } from 'react';
import type { AlertInfo } from '@cam/contracts';
import { Alert, formatDateTime } from '@cam/ui';
import styles from './alerts.module.css';

type Event = AlertInfo['history'][number];

const WORDS: Readonly<Record<Event['what'], string>> = {
  DISMISSED: 'Dismissed',
  KEPT: 'Kept',
  REMEDIATED: 'Marked as remediated',
  FOUND_AGAIN: 'Found again',
  GONE: 'No longer found',
};

function sentence({ what, by, at, snapshot_time: snapshot }: Event): string {
  if (what === 'FOUND_AGAIN' && snapshot !== null) return `Found again by the snapshot of ${formatDateTime(snapshot)}`;
  return `${WORDS[what]}${by === null ? '' : ` by ${by}`}, ${formatDateTime(at)}`;
}

/** Says that a snapshot found a remediated alert again, until somebody decides anew. */
export function FoundAgain({ alert }: { alert: AlertInfo }): ReactNode {
  const last = alert.history.at(-1);
  if (last?.what !== 'FOUND_AGAIN') return null;
  const description = 'The alert was marked as remediated, and a later snapshot still contains the finding.';
  return <Alert type="warning" showIcon title={sentence(last)} description={description} style={{ marginTop: 12 }} />;
}

/** Lists what happened to an alert, latest first. */
export function AlertHistory({ history }: { history: readonly Event[] }): ReactNode {
  if (history.length === 0) return null;
  return (
    <section className={styles.section} aria-label="History">
      <h3>History</h3>
      <ul>
        {[...history].reverse().map((event) => (
          <li key={`${event.at} ${event.what}`}>{sentence(event)}</li>
        ))}
      </ul>
    </section>
  );
}
