import type { ReactNode } from 'react';
import type { CloudType, ProposalPart } from '@cam/contracts';
import { CloudLogo, StatusTag } from '@cam/ui';
import { ProposedDocuments } from './ProposedDocuments';
import type { ProposalSubject } from './proposal-forms';
import { replaySentences, removalSentence } from './proposal-sentences';
import styles from './least-privilege.module.css';

const TITLES: Record<ProposalPart['status'], string> = {
  PROPOSED: '',
  NOTHING_USED: 'Nothing used',
  NOT_ENOUGH_DATA: 'Not enough data',
  NOTHING_HELD: 'No permissions',
  NOT_SUPPORTED: 'Not supported',
};

/** Shows the proposal for one source: the policies, the replay of logged calls and the removed permissions. */
export function ProposalPartCard({ part, days, subject }: { part: ProposalPart; days: number; subject: ProposalSubject }): ReactNode {
  const { status, reason, replay, taken_away: removed, notes } = part;
  const isMade = status === 'PROPOSED' || status === 'NOTHING_USED';
  return (
    <article className={styles.part}>
      <h3>
        <CloudLogo cloud={part.cloud_type as CloudType} /> {part.account_name}
        {replay && replay.calls > 0 && (
          <StatusTag tone={replay.denied === 0 ? 'ok' : 'high'}>
            Denies {replay.denied} of {replay.calls} used calls
          </StatusTag>
        )}
        {status !== 'PROPOSED' && <StatusTag tone="neutral">{TITLES[status]}</StatusTag>}
      </h3>
      {reason !== '' && <p>{reason}</p>}
      {status === 'NOTHING_USED' && <p>Remove its permissions in this source, or delete the identity.</p>}
      {isMade && (
        <ul className={styles.facts}>
          {replay && replaySentences(replay, days).map((sentence) => <li key={sentence}>{sentence}</li>)}
          {removed.held > 0 && <li>{removalSentence(removed)}</li>}
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
      {isMade && removed.services.length > 0 && (
        <details>
          <summary>Removed permissions by service</summary>
          <ul className={styles.services}>
            {removed.services.map(({ service, actions, examples }) => (
              <li key={service}>
                <strong>{service}</strong> ({actions}): {examples.join(', ')}
                {actions > examples.length ? ' and more.' : '.'}
              </li>
            ))}
          </ul>
        </details>
      )}
      <ProposedDocuments part={part} subject={subject} />
    </article>
  );
}
