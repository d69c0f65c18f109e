import type { ReactNode } from 'react';
import type { CloudType, ProposalPart } from '@cam/contracts';
import { CloudLogo, StatusTag } from '@cam/ui';
import { ProposedDocuments } from './ProposedDocuments';
import { proofWords, takenAwayWords } from './words';
import styles from './least-privilege.module.css';

const TITLES: Record<ProposalPart['status'], string> = {
  PROPOSED: '',
  NOTHING_USED: 'Nothing used',
  NOT_ENOUGH_DATA: 'Not enough data',
  NOTHING_HELD: 'Nothing held',
  NOT_SUPPORTED: 'Not for this type',
};

/** What of one source would be left, the proof that it is enough, and what would be gone. */
export function ProposalPartCard({ part, days }: { part: ProposalPart; days: number }): ReactNode {
  const { status, reason, replay, taken_away: gone, notes, documents } = part;
  const isMade = status === 'PROPOSED' || status === 'NOTHING_USED';
  return (
    <article className={styles.part}>
      <h3>
        <CloudLogo cloud={part.cloud_type as CloudType} /> {part.account_name}
        {replay && replay.calls > 0 && (
          <StatusTag tone={replay.denied === 0 ? 'ok' : 'high'}>
            {replay.denied} of {replay.calls} used calls would be denied
          </StatusTag>
        )}
        {status !== 'PROPOSED' && <StatusTag tone="neutral">{TITLES[status]}</StatusTag>}
      </h3>
      {reason !== '' && <p>{reason}</p>}
      {status === 'NOTHING_USED' && <p>Take away what it holds here, or the identity itself.</p>}
      {isMade && (
        <ul className={styles.facts}>
          {replay && proofWords(replay, days).map((words) => <li key={words}>{words}</li>)}
          {gone.held > 0 && <li>{takenAwayWords(gone)}</li>}
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {replay && replay.denied_calls.length > 0 && (
        <ul>
          {replay.denied_calls.map(({ action, resource, because }) => (
            <li key={`${action} ${resource}`}>
              <strong>{action}</strong> on {resource}: {because}
            </li>
          ))}
        </ul>
      )}
      {isMade && gone.services.length > 0 && (
        <details>
          <summary>What it would not be able to do any more</summary>
          <ul className={styles.services}>
            {gone.services.map(({ service, actions, examples }) => (
              <li key={service}>
                <strong>{service}</strong> ({actions}): {examples.join(', ')}
                {actions > examples.length ? ' and more.' : '.'}
              </li>
            ))}
          </ul>
        </details>
      )}
      {documents.length > 0 && <ProposedDocuments documents={documents} />}
    </article>
  );
}
